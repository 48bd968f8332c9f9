// Passes on kernels. None changes what a kernel computes but for rounding.
#pragma once

#include "ir/kernel/kernel.h"

namespace romas {

// The kernel with fewer operations: common factors taken out of sums, folding and common subexpressions anew,
// dead nodes gone.
Kernel simplified(const Kernel& kernel);

// Multiplications whose only use is a sum become part of it.
Kernel with_fused_operations(const Kernel& kernel);

// The same operations in an order in which few values are alive at a time.
Kernel scheduled(const Kernel& kernel);

}  // namespace romas
