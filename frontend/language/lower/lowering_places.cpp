// Tells in which bodies the statements of modules, and those that are given to modules, may stand.
#include <algorithm>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/lowering.h"
#include "support/text/text.h"

namespace romas::language {

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

bool expect_place(const Statement& s, std::string_view where, DiagnosticEngine& diagnostics) {
  const std::string_view own = place_of(s.word());
  if (own == where) return true;
  diagnostics.report(Rule::unknown_property, s.word_range(),
                     concat("'", s.word(), "' belongs in ", own, ", but is inserted in ", where, " here"));
  return false;
}

// The units of a joint's values depend on its type, which is not known here. So these values are evaluated,
// and their units are not checked.
void Lowering::check_part(const Statement& property) {
  const std::string_view word = property.word();
  if (place_of(word) == "a link") {
    Link link;
    InertialParts parts;
    return link_property(property, link, parts);
  }
  if (word == "at" || word == "axis") {
    Joint joint;
    return joint_property(property, joint);
  }
  for (const Expr* expr : property.all<Expr>()) evaluator_.evaluate(*expr);
}

}  // namespace romas::language
