#include "support/findings/profiles.h"

#include <algorithm>
#include <array>
#include <vector>

#include "support/text/text.h"

namespace romas {

namespace {
constexpr std::array kProfiles = {
#define PROFILE(enumerator, name, title) ProfileInfo{Profile::enumerator, name, title},
#define CONSEQUENCE(profile, rule, text)
#define EVERYWHERE(rule)
#include "support/findings/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
#undef EVERYWHERE
};
constexpr std::array kConsequences = {
#define PROFILE(enumerator, name, title)
#define CONSEQUENCE(profile, rule, text) Consequence{Profile::profile, Rule::rule, text},
#define EVERYWHERE(rule)
#include "support/findings/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
#undef EVERYWHERE
};
constexpr std::array kEverywhere = {
#define PROFILE(enumerator, name, title)
#define CONSEQUENCE(profile, rule, text)
#define EVERYWHERE(rule) Rule::rule,
#include "support/findings/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
#undef EVERYWHERE
};

// "+gazebo" adds the rules of Gazebo and turns nothing off.
bool only_adds(std::string_view word) { return word.starts_with('+'); }
std::string_view name_in(std::string_view word) { return only_adds(word) ? word.substr(1) : word; }
}  // namespace

std::span<const ProfileInfo> all_profiles() { return kProfiles; }

const ProfileInfo* find_profile(std::string_view name) {
  const auto* found = std::find_if(kProfiles.begin(), kProfiles.end(),
                                   [&](const ProfileInfo& info) { return info.name == name; });
  return found == kProfiles.end() ? nullptr : found;
}

std::optional<std::string> unknown_profile(std::string_view word) {
  const std::string_view name = name_in(word);
  if (find_profile(name) != nullptr) return std::nullopt;
  return concat("must be one of ", join(kProfiles, ", ", &ProfileInfo::name),
                did_you_mean(name, kProfiles, &ProfileInfo::name));
}

std::span<const Consequence> all_consequences() { return kConsequences; }

bool matters_everywhere(Rule rule) {
  return rule_info(rule).cls == RuleClass::error ||
         std::find(kEverywhere.begin(), kEverywhere.end(), rule) != kEverywhere.end();
}

void apply_profiles(std::span<const std::string> words, SeverityPolicy& policy) {
  for (const Consequence& row : kConsequences) {
    const ProfileInfo& profile = kProfiles[static_cast<std::size_t>(row.profile)];
    if (std::none_of(words.begin(), words.end(),
                     [&](const std::string& word) { return name_in(word) == profile.name; }))
      continue;
    policy.raise(row.rule, Severity::warning);
    policy.add_consequence(row.rule, row.text);
  }
  if (std::all_of(words.begin(), words.end(), only_adds)) return;
  for (const RuleInfo& info : all_rules())
    if (info.cls != RuleClass::note && !matters_everywhere(info.rule)) policy.quiet(info.rule);
}

}  // namespace romas
