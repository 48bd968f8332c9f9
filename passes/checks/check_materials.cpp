// check-materials: material names that nothing defines before they are used (RM1601), one name with two looks
// (RM1602), and colour components outside of 0 to 1 (RM1603). A material is defined by the robot, wherever
// that stands, or by an earlier visual that gives the name a colour or texture.
#include <unordered_map>

#include "ir/model/entity.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The look of a material name, and its place in the source.
struct Look {
  const Color* color = nullptr;
  const Texture* texture = nullptr;
  SourceRange place;
};

class MaterialChecker {
 public:
  MaterialChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}
  void run();

 private:
  void check_color(const Color& color, const std::string& what, SourceRange fallback);
  void check_use(const Link& link, const MaterialUse& use);

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  std::unordered_map<std::string_view, Look> looks_;
};

template <class Description>
Look look_of(const Description& description, SourceRange place) {
  return {description.color ? &*description.color : nullptr,
          description.texture ? &*description.texture : nullptr, place};
}

// A visual may repeat a part of the look, which must agree with the definition.
bool agrees(const Look& use, const Look& definition) {
  const bool color = use.color == nullptr || (definition.color != nullptr && *use.color == *definition.color);
  const bool texture =
      use.texture == nullptr || (definition.texture != nullptr && *use.texture == *definition.texture);
  return color && texture;
}

void MaterialChecker::run() {
  for (const Material& material : model_.materials) {
    if (!material.name.empty()) looks_.emplace(material.name, look_of(material, name_place(material)));
    if (material.color)
      check_color(*material.color, concat("material '", material.name, "'"), name_place(material));
  }
  for (const Link& link : model_.links)
    for (const Visual& visual : link.visuals)
      if (visual.material) check_use(link, *visual.material);
}

void MaterialChecker::check_color(const Color& color, const std::string& what, SourceRange fallback) {
  constexpr std::array<std::string_view, 4> kComponents = {"red", "green", "blue", "alpha"};
  for (std::size_t i = 0; i < 4; ++i) {
    const double value = color.rgba[i].value();
    if (value >= 0 && value <= 1) continue;
    diagnostics_.report(Rule::rgba_range, color.range.valid() ? SourceRange(color.range) : fallback,
                        concat("the ", kComponents[i], " of ", what, " is ", value, ", not between 0 and 1",
                               value > 1 && value <= 255 ? "; divide values from 0 to 255 by 255" : ""));
    return;
  }
}

void MaterialChecker::check_use(const Link& link, const MaterialUse& use) {
  const SourceRange place = place_or_name(use.name_range.valid() ? use.name_range : use.range, link);
  const bool named = use.name && !use.name->empty();
  if (use.color)
    check_color(*use.color,
                named ? concat("material '", *use.name, "'") : concat("a visual of link '", link.name, "'"),
                place);
  if (!named) return;
  const Look look = look_of(use, place);
  const auto known = looks_.find(*use.name);
  if (known == looks_.end()) {
    if (look.color != nullptr || look.texture != nullptr) {
      looks_.emplace(*use.name, look);
    } else {
      diagnostics_.report(Rule::material_undefined, place,
                          concat("material '", *use.name, "' of link '", link.name,
                                 "' is not defined here or before; viewers show a default colour",
                                 did_you_mean(*use.name, model_.materials, &Material::name)));
    }
  } else if (!agrees(look, known->second)) {
    diagnostics_
        .report(Rule::material_redefined, place,
                concat("link '", link.name, "' gives material '", *use.name,
                       "' another look; tools disagree about which one to use"))
        .note(known->second.place, "the first definition is here");
  }
}

}  // namespace

void check_materials(const Model& model, const CheckContext& context) {
  MaterialChecker(model, context.diagnostics).run();
}

}  // namespace romas
