// A kernel as JavaScript.
#pragma once

#include <string_view>

#include "ir/kernel/kernel.h"
#include "support/text/indented_writer.h"

namespace romas {

// Prints `function NAME(INPUT..., OUTPUT...)`, whose parameters are the kernel's arrays. A large kernel is
// split into functions NAME_1, NAME_2 and so on, which pass values on through an array, because engines do
// not optimise functions of any length. No element of an output may be one of an input.
void print_javascript(const Kernel& kernel, std::string_view name, IndentedWriter& out);

}  // namespace romas
