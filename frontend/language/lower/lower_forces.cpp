// Force elements: springs, wings and thrusts.
#include <array>
#include <variant>

#include "frontend/language/lower/described_fields.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "ir/analysis/loads/airfoil.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

void lower_property(LowerContext& c, const Statement& s, LinearSpringDamper& spring) {
  const std::string_view word = s.word();
  if (word == "link1") spring.link1 = read_attachment(c, s);
  if (word == "link2") spring.link2 = read_attachment(c, s);
  take_property(c, s, spring);
  if (word == "nested") spring.nested = true;
}

void lower_property(LowerContext& c, const Statement& s, Wing& wing) {
  const std::string_view word = s.word();
  if (word == "parent") wing.parent = c.ref<LinkRef>(s, word);
  if (word == "at") wing.origin = c.pose(s, "the pose of a wing");
  take_property(c, s, wing);
  if (word == "profile" && names_profile_file(wing.profile))
    wing.profile = path_from_main(c.session, s.range.file, wing.profile);
}

void lower_property(LowerContext& c, const Statement& s, Thrust& thrust) {
  const std::string_view word = s.word();
  if (word == "parent") thrust.parent = c.ref<LinkRef>(s, word);
  if (word == "at") thrust.origin = c.pose(s, "the pose of a thrust");
  take_property(c, s, thrust);
}

template <class Force>
void lower_force(LowerContext& c, const Statement& s) {
  ForceElement element;
  element.force = Force();
  for (const Statement& property : s.body) lower_force_property(c, property, element);
  c.names.declare(s, element);
  c.check_body(s, concat(s.word(), " '", element.name, "'"), {});
  c.model.force_elements.push_back(std::move(element));
}

}  // namespace

std::string_view force_word(const ForceElement& element) {
  constexpr std::array<std::string_view, 3> kWords = {"spring", "wing", "thrust"};
  return kWords[element.force.index()];
}

void lower_force_property(LowerContext& c, const Statement& s, ForceElement& element) {
  std::visit([&](auto& force) { lower_property(c, s, force); }, element.force);
}

void lower_spring(LowerContext& c, const Statement& s) { lower_force<LinearSpringDamper>(c, s); }
void lower_wing(LowerContext& c, const Statement& s) { lower_force<Wing>(c, s); }
void lower_thrust(LowerContext& c, const Statement& s) { lower_force<Thrust>(c, s); }

}  // namespace romas::language
