// check-overflow: numbers from which something follows that no double can hold (RM1412): distances, moments
// of inertia, weights.
#include "ir/analysis/overflow.h"
#include "passes/pass_functions.h"

namespace romas {

bool check_overflow(Model& model, PassContext& context) {
  for (const Overflow& overflow : find_overflows(model))
    context.diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
  return false;
}

}  // namespace romas
