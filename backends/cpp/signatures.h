// Functions of the generated interface: their parameters as text.
#pragma once

#include <string>
#include <string_view>

#include "ir/kernel/code_model.h"

namespace romas::cpp {

// "const S* q, const S* v, S* tau"; `output` is the type of the outputs, with the space behind it.
std::string parameters(const KernelFunction& function, std::string_view output = "S* ");
// "q, v, tau"
std::string arguments(const KernelFunction& function);

}  // namespace romas::cpp
