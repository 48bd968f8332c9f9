// What stands above the namespace of a generated header.
#pragma once

#include "ir/kernel/code_model.h"
#include "support/indented_writer.h"

namespace romas::cpp {

// Includes; in standalone headers what they would have brought.
void print_preamble(const CodeOptions& options, IndentedWriter& out);

}  // namespace romas::cpp
