// The user's preferences for the page. They are kept in a file of the user, because a page's own memory ends
// with its port.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace romas::studio {

struct Preferences {
  std::string language;  // "en", "ko"; empty: what the browser asks for
  std::string theme;     // "light", "dark"; empty: what the system has
  std::string angle;     // "deg", "rad": the unit of angles; empty: deg
  std::string length;    // "mm", "m": the unit of lengths; empty: mm
  std::string grid;      // "off": the ground has no grid; empty: it has one
  std::string marks;     // "0.3" to "3": how large marks are; empty: 1
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

// The name of each preference and its member.
struct PreferenceRow {
  std::string_view name;
  std::string Preferences::*word;
};
std::span<const PreferenceRow> preference_rows();

// True if these are words that the page knows.
bool are_known(const Preferences& preferences);

// $XDG_CONFIG_HOME/romas/studio.json, else below ~/.config; empty if the environment names neither.
std::string preferences_file();

// Returns the defaults if the file is missing or not understood: the look of the page is no reason to fail.
Preferences read_preferences(const std::string& file);
// Returns false and says why in `error` if the file cannot be written.
bool write_preferences(const std::string& file, const Preferences& preferences, std::string& error);

}  // namespace romas::studio
