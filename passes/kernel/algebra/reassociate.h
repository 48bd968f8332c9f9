// Sums and products of several terms, put together in an order that shares parts.
#pragma once

#include "ir/kernel/kernel.h"

namespace romas {

// The kernel with fewer operations, or the kernel itself. a + b + c and a + d + c share a + c; x y + z + x w
// is x (y + w) + z; the factors of products are shared as the terms of sums are. Parts that most sums have go
// first (Breuer, Generation of optimal code for expressions via factorization, 1969; for two terms at a time:
// Paar, Optimized arithmetic for Reed-Solomon encoders, 1997). Groups that gain nothing stay as they are.
// Results change by rounding.
Kernel reassociated(const Kernel& kernel);

// The same terms and factors, those that are known first first: the processor works on what is there while
// the last one is still computed. Results change by rounding.
Kernel balanced(const Kernel& kernel);

}  // namespace romas
