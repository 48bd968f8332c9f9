#include "support/profiles.h"

#include <algorithm>
#include <array>
#include <vector>

#include "support/text.h"

namespace romas {

namespace {
constexpr std::array kProfiles = {
#define PROFILE(enumerator, name, title) ProfileInfo{Profile::enumerator, name, title},
#define CONSEQUENCE(profile, rule, text)
#include "support/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
};
constexpr std::array kConsequences = {
#define PROFILE(enumerator, name, title)
#define CONSEQUENCE(profile, rule, text) Consequence{Profile::profile, Rule::rule, text},
#include "support/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
};
}  // namespace

std::span<const ProfileInfo> all_profiles() { return kProfiles; }

const ProfileInfo* find_profile(std::string_view name) {
  const auto* found = std::find_if(kProfiles.begin(), kProfiles.end(),
                                   [&](const ProfileInfo& info) { return info.name == name; });
  return found == kProfiles.end() ? nullptr : found;
}

std::optional<std::string> unknown_profile(std::string_view name) {
  if (find_profile(name) != nullptr) return std::nullopt;
  return concat("must be one of ", join(kProfiles, ", ", &ProfileInfo::name),
                did_you_mean(name, kProfiles, &ProfileInfo::name));
}

std::span<const Consequence> all_consequences() { return kConsequences; }

void apply_profile(Profile profile, SeverityPolicy& policy) {
  for (const Consequence& row : kConsequences) {
    if (row.profile != profile) continue;
    policy.raise(row.rule, Severity::warning);
    policy.add_consequence(row.rule, row.text);
  }
}

}  // namespace romas
