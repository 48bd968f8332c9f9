// Profiles: the consumers of a robot, and the meaning of findings there. They are rows of profiles.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/findings/diagnostic.h"

namespace romas {

enum class Profile : std::uint8_t {
#define PROFILE(enumerator, name, title) enumerator,
#define CONSEQUENCE(profile, rule, text)
#define EVERYWHERE(rule)
#include "support/findings/profiles.def"
#undef PROFILE
#undef CONSEQUENCE
#undef EVERYWHERE
};

struct ProfileInfo {
  Profile profile;
  std::string_view name;   // after --profile=
  std::string_view title;  // "MoveIt"
};
std::span<const ProfileInfo> all_profiles();
const ProfileInfo* find_profile(std::string_view name);
// The message about a word of --profile (a name, or "+" and a name) that means no profile; nothing if it
// does.
std::optional<std::string> unknown_profile(std::string_view word);

struct Consequence {
  Profile profile;
  Rule rule;
  std::string_view text;
};
// In the order of the profiles.
std::span<const Consequence> all_consequences();

// Whether a finding of the rule matters to whoever reads the robot, whatever the profiles: it is an error, or
// about the text itself or what romasc makes of it.
bool matters_everywhere(Rule rule);

// Enables the rules of the profiles, with notes as warnings, and adds the consequences to their findings.
// Other warnings and defects are turned off, except those that matter everywhere and unless all words begin
// with
// "+". -W options take precedence. Precondition: unknown_profile has found nothing wrong with the words.
void apply_profiles(std::span<const std::string> words, SeverityPolicy& policy);

}  // namespace romas
