// The part of a generated header above its namespace.
#pragma once

#include "ir/kernel/code_model.h"
#include "support/text/indented_writer.h"

namespace romas::cpp {

// Prints the includes, or, in standalone headers, the declarations that they would provide.
void print_preamble(const CodeModel& code, IndentedWriter& out);

}  // namespace romas::cpp
