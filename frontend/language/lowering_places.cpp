// Where statements may stand that a module inserts.
#include <algorithm>

#include "frontend/language/lowering.h"
#include "support/text.h"

namespace romas::language {

namespace {

std::string_view place_of(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kOfLinks = {"visual", "collision", "solid",    "mass",
                                                               "com",    "inertia",   "inertial", "implicit"};
  static constexpr std::array<std::string_view, 12> kOfJoints = {
      "at",    "axis",   "limit",       "damping", "friction", "armature",
      "mimic", "safety", "calibration", "pitch",   "dynamics", "dialect"};
  if (std::ranges::find(kOfLinks, word) != kOfLinks.end()) return "a link";
  if (word == "servo" || std::ranges::find(kOfJoints, word) != kOfJoints.end()) return "a joint";
  return "a robot";
}

}  // namespace

bool expect_place(const Statement& s, std::string_view where, DiagnosticEngine& diagnostics) {
  const std::string_view own = place_of(s.word());
  if (own == where) return true;
  diagnostics.report(Rule::unknown_property, s.word_range(),
                     concat("'", s.word(), "' stands in ", own, ", and is inserted in ", where, " here"));
  return false;
}

}  // namespace romas::language
