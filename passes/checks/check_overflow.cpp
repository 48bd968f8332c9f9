// check-overflow: numbers that make distances, moments of inertia or weights overflow a double (RM1412).
#include "ir/analysis/mass/overflow.h"
#include "passes/pass/pass_functions.h"

namespace romas {

void check_overflow(const Model& model, const CheckContext& context) {
  for (const Overflow& overflow : find_overflows(model))
    context.diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
}

}  // namespace romas
