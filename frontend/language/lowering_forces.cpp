// Force elements: springs, wings and thrusts.
#include "frontend/language/lowering.h"
#include "support/text.h"

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
    if (word == "rest_length") spring.rest_length = number(property, word, "m", "the rest length");
    if (word == "stiffness") spring.stiffness = number(property, word, "N/m", "the stiffness");
    if (word == "damping") spring.damping = number(property, word, "N*s/m", "the damping");
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
    if (word == "profile") wing.profile = text(property, word);
    if (word == "chord") wing.chord = number(property, word, "m", "the chord");
    if (word == "span") wing.span = number(property, word, "m", "the span");
    if (word == "stall_angle")
      wing.stall_angle = evaluator_.degrees(property.the<Expr>(word), "the stall angle");
    if (word == "nominal_speed") wing.nominal_speed = number(property, word, "m/s", "the nominal speed");
  }
  add_force(s, std::move(wing));
}

void Lowering::thrust(const Statement& s) {
  Thrust thrust;
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "parent") thrust.parent = ref<LinkRef>(property, word);
    if (word == "at") thrust.origin = pose(property, "the pose of a thrust");
    if (word == "direction")
      thrust.direction = evaluator_.number3(property.the<Expr>(word), "1", "the direction");
    if (word == "scale_factor") thrust.scale_factor = number(property, word, "N", "the scale factor");
    if (word != "limits") continue;
    const auto low = number(property, word, "1", "a limit", 0);
    const auto high = number(property, word, "1", "a limit", 1);
    if (low && high) thrust.limits = {*low, *high};
  }
  add_force(s, std::move(thrust));
}

}  // namespace romas::language
