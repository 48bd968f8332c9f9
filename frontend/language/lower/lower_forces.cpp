// Force elements: springs, wings and thrusts.
#include "frontend/language/lower/described_fields.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "ir/analysis/loads/airfoil.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

void add_force(LowerContext& c, const Statement& s, std::variant<LinearSpringDamper, Wing, Thrust> force) {
  ForceElement element;
  c.names.declare(s, element);
  c.check_body(s, concat(s.word(), " '", element.name, "'"), {});
  element.force = std::move(force);
  c.model.force_elements.push_back(std::move(element));
}

}  // namespace

void lower_spring(LowerContext& c, const Statement& s) {
  LinearSpringDamper spring;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "link1") spring.link1 = read_attachment(c, property);
    if (word == "link2") spring.link2 = read_attachment(c, property);
    take_property(c, property, spring);
    if (word == "nested") spring.nested = true;
  }
  add_force(c, s, std::move(spring));
}

void lower_wing(LowerContext& c, const Statement& s) {
  Wing wing;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "parent") wing.parent = c.ref<LinkRef>(property, word);
    if (word == "at") wing.origin = c.pose(property, "the pose of a wing");
    take_property(c, property, wing);
    if (word == "profile" && names_profile_file(wing.profile))
      wing.profile = path_from_main(c.session, property.range.file, wing.profile);
  }
  add_force(c, s, std::move(wing));
}

void lower_thrust(LowerContext& c, const Statement& s) {
  Thrust thrust;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "parent") thrust.parent = c.ref<LinkRef>(property, word);
    if (word == "at") thrust.origin = c.pose(property, "the pose of a thrust");
    take_property(c, property, thrust);
  }
  add_force(c, s, std::move(thrust));
}

}  // namespace romas::language
