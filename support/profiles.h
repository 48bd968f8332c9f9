// Profiles: who reads the robot next, and what findings mean there. They are rows of profiles.def.
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
// What to say of a name that no profile has; nothing for those that exist.
std::optional<std::string> unknown_profile(std::string_view name);

struct Consequence {
  Profile profile;
  Rule rule;
  std::string_view text;
};
// In the order of the profiles.
std::span<const Consequence> all_consequences();

// Turns the rules of a profile on, notes as warnings, and has their findings say what they mean there. What
// -W options say counts more.
void apply_profile(Profile profile, SeverityPolicy& policy);

}  // namespace romas
