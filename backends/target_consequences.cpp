#include "backends/target_consequences.h"

#include <array>
#include <optional>

namespace romas {

namespace {

struct TargetConsequence {
  std::string_view target;
  Rule rule;
  bool is_refused;
  std::optional<TargetOption> unless;
  std::string_view text;
};

using enum TargetOption;
constexpr std::nullopt_t always = std::nullopt;
constexpr std::array kConsequences = {
#define TARGET_CONSEQUENCE(target, rule, text) TargetConsequence{target, Rule::rule, false, always, text},
#define TARGET_REFUSES(target, rule, unless, text) TargetConsequence{target, Rule::rule, true, unless, text},
#include "backends/target_consequences.def"
};

}  // namespace

void add_consequences_for_target(std::string_view target,
                                 const std::map<TargetOption, std::vector<std::string>>& words,
                                 SeverityPolicy& policy) {
  for (const TargetConsequence& row : kConsequences) {
    if (row.target != target || (row.unless && words.contains(*row.unless))) continue;
    policy.add_consequence(row.rule, row.text);
    if (row.is_refused) policy.raise(row.rule, Severity::error);
  }
}

}  // namespace romas
