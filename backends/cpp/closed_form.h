// The part of a header that solves inverse kinematics in closed form.
#pragma once

#include <string>
#include <vector>

#include "backends/code/robot_facts.h"
#include "backends/cpp/cpp_dialect.h"
#include "ir/kernel/code_model.h"
#include "support/text/indented_writer.h"

namespace romas::cpp {

// The kernels of all solvers, for the namespace of details.
void print_closed_form_kernels(const CodeModel& code, const codegen::RobotIdentifiers& identifiers,
                               const CppDialect& dialect, IndentedWriter& out);
// A solver for each link, and the function `ik`. name_space: of the header.
void print_closed_form_solvers(const Model& model, const CodeModel& code,
                               const codegen::RobotIdentifiers& identifiers, std::string_view name_space,
                               IndentedWriter& out);

}  // namespace romas::cpp
