// Force elements: springs, wings and thrusts.
#include "frontend/language/lower/lowering_fields.h"
#include "ir/analysis/loads/airfoil.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::language {

void Lowering::add_force(const Statement& s, std::variant<LinearSpringDamper, Wing, Thrust> force) {
  ForceElement element;
  Binding own = declared(s, s.word());
  element.name = std::move(own.text);
  element.name_range = own.range;
  element.range = s.range;
  check_body(s, concat(s.word(), " '", element.name, "'"), {});
  element.force = std::move(force);
  model_.force_elements.push_back(std::move(element));
}

void Lowering::spring(const Statement& s) {
  LinearSpringDamper spring;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "link1") spring.link1 = attachment(property);
    if (word == "link2") spring.link2 = attachment(property);
    take_property(property, spring);
    if (word == "nested") spring.nested = true;
  }
  add_force(s, std::move(spring));
}

void Lowering::wing(const Statement& s) {
  Wing wing;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "parent") wing.parent = ref<LinkRef>(property, word);
    if (word == "at") wing.origin = pose(property, "the pose of a wing");
    take_property(property, wing);
    if (word == "profile" && names_profile_file(wing.profile))
      wing.profile = path_from_main(session_, property.range.file, wing.profile);
  }
  add_force(s, std::move(wing));
}

void Lowering::thrust(const Statement& s) {
  Thrust thrust;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "parent") thrust.parent = ref<LinkRef>(property, word);
    if (word == "at") thrust.origin = pose(property, "the pose of a thrust");
    take_property(property, thrust);
  }
  add_force(s, std::move(thrust));
}

}  // namespace romas::language
