#include "backends/target_consequences.h"

#include <array>

namespace romas {

namespace {

struct TargetConsequence {
  std::string_view target;
  Rule rule;
  std::string_view text;
};

constexpr std::array kConsequences = {
#define TARGET_CONSEQUENCE(target, rule, text) TargetConsequence{target, Rule::rule, text},
#include "backends/target_consequences.def"
#undef TARGET_CONSEQUENCE
};

}  // namespace

void add_consequences_for_target(std::string_view target, SeverityPolicy& policy) {
  for (const TargetConsequence& row : kConsequences)
    if (row.target == target) policy.add_consequence(row.rule, row.text);
}

}  // namespace romas
