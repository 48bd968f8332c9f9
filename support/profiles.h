// Profiles: the consumers of a robot, and the meaning of findings there. They are rows of profiles.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/diagnostic.h"

namespace romas {

enum class Profile : std::uint8_t {
#define PROFILE(enumerator, name, title) enumerator,
#define CONSEQUENCE(profile, rule, text)
#include "support/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
};

struct ProfileInfo {
  Profile profile;
  std::string_view name;   // after --profile=
  std::string_view title;  // "MoveIt"
};
std::span<const ProfileInfo> all_profiles();
const ProfileInfo* find_profile(std::string_view name);
// The message about a name that no profile has; nothing if a profile has it.
std::optional<std::string> unknown_profile(std::string_view name);

struct Consequence {
  Profile profile;
  Rule rule;
  std::string_view text;
};
// In the order of the profiles.
std::span<const Consequence> all_consequences();

// Enables the rules of a profile, with notes as warnings, and adds the consequence to their findings. -W
// options take precedence.
void apply_profile(Profile profile, SeverityPolicy& policy);

}  // namespace romas
