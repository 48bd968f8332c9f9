// The part of a header that says which joints follow from others in loops.
#pragma once

#include <string_view>

#include "ir/kernel/code_model.h"
#include "support/text/indented_writer.h"

namespace romas::cpp {

// struct Independent, as <romas/independent_joints.hpp> wants it; nothing where no joint follows in closed
// form.
void print_independent_joints(const CodeModel& code, IndentedWriter& out);

}  // namespace romas::cpp
