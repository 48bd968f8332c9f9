// The generated parts of a Python package.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/python/python_functions.h"
#include "ir/model/model.h"

namespace romas::python {

// functions.hpp below its includes: what the module calls, as a table. `robot`: the header's namespace.
std::string print_function_table(const std::vector<Function>& functions, std::string_view robot);

// The stub of a function, with its types and its documentation.
std::string print_stub(const Function& function);

// Functions that the runtime has for every robot: integrate and difference.
std::vector<Function> position_functions(const CodeModel& code);
// The function that ik() of the package calls.
Function ik_function(const CodeModel& code);
// The functions that ik_solutions() calls, for each link that is solved in closed form; and the rows of
// `closed_forms`.
std::vector<Function> closed_form_functions(const CodeModel& code);
std::string closed_form_table(const Model& model, const CodeModel& code);

}  // namespace romas::python
