#include "support/findings/diagnostic.h"
#include "tools/explanations/explanations.h"

namespace romas::tool {

std::optional<std::string> explain_rule(std::string_view slug_or_id) {
  const RuleInfo* info = find_rule(slug_or_id);
  if (info == nullptr) return std::nullopt;
  for (const Explanation& explanation : explanations())
    if (explanation.slug == info->slug) return std::string(explanation.text);
  return concat(info->id(), " ", info->slug, ": ", info->summary, "\n");
}

}  // namespace romas::tool
