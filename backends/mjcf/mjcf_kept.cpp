// Content of a model in MJCF's own words, if it was read from MJCF: attributes that the Model has no place
// for, and sections that it does not know.
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "ir/analysis/motion/keyframes.h"
#include "ir/format/mjcf_words.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::string_view kFormat = "mjcf";
constexpr std::string_view kOpen = "<actuator>", kClose = "</actuator>";

bool is_actuator(const Extension& extension) {
  return extension.kind == Extension::Kind::element && extension.owner == Place{} &&
         std::string_view(extension.text).starts_with(kOpen);
}

// A camera that is a sensor of the Model stands in its body.
bool is_camera(const Extension& extension) { return extension.name == "camera"; }

// The kinds of entities that are elements of MJCF, which take their attributes along.
bool has_element(EntityKind kind) {
  return kind == EntityKind::link || kind == EntityKind::joint || kind == EntityKind::frame ||
         kind == EntityKind::transmission || kind == EntityKind::loop_joint || kind == EntityKind::material;
}

}  // namespace

bool is_kept(const Document& document, const Extension& extension) {
  if (document.model.layout.format != kFormat) return false;
  const EntityKind owner = extension.owner.kind;
  if (extension.kind == Extension::Kind::attribute)
    return has_element(owner) || extension.name == kActuatorOrder;
  return owner == EntityKind::robot || owner == EntityKind::link || owner == EntityKind::sensor;
}

void write_kept_attributes(Document& document, const Place& place) {
  if (document.model.layout.format != kFormat) return;
  for (const Extension* extension : document.model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && extension->name != "name" &&
        extension->name != kOfRos2Control)
      document.xml.attribute(extension->name, extension->text);
}

const std::string* kept_attribute(const Document& document, const Place& place, std::string_view name) {
  if (document.model.layout.format != kFormat) return nullptr;
  for (const Extension* extension : document.model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && extension->name == name) return &extension->text;
  return nullptr;
}

bool has_kept_elements(const Document& document, const Place& place) {
  if (document.model.layout.format != kFormat) return false;
  const auto all = document.model.extensions_at(place);
  return std::ranges::any_of(all,
                             [](const Extension* each) { return each->kind == Extension::Kind::element; });
}

// Sensors of the Model keep their order among the others: that of what they measure.
void write_kept_sections(Document& document) {
  const bool again = rewrites_keyframes(document);
  for (const Extension& extension : document.model.extensions) {
    const EntityKind owner = extension.owner.kind;
    const bool in_section =
        owner == EntityKind::robot || (owner == EntityKind::sensor && !is_camera(extension));
    if (extension.kind == Extension::Kind::element && in_section && is_kept(document, extension) &&
        !is_actuator(extension) && !(again && is_keyframe(document.model, extension)))
      document.xml.verbatim(extension.text);
  }
}

std::vector<std::string_view> kept_actuators(const Document& document) {
  std::vector<std::string_view> result;
  if (document.model.layout.format != kFormat) return result;
  for (const Extension& extension : document.model.extensions)
    if (is_actuator(extension)) {
      const std::string_view text = extension.text;
      result.push_back(text.substr(kOpen.size(), text.size() - kOpen.size() - kClose.size()));
    }
  return result;
}

std::string order_of_actuators(const Document& document) {
  const std::string* kept = kept_attribute(document, {}, kActuatorOrder);
  return kept == nullptr ? std::string() : *kept;
}

void write_kept_elements(Document& document, LinkId link) {
  if (document.model.layout.format != kFormat) return;
  const Place place{EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(link.index()), 0};
  std::vector<const Extension*> kept = document.model.extensions_at(place);
  for (const std::uint32_t sensor : document.attached.sensors(link))
    for (const Extension* extension :
         document.model.extensions_at({EntityKind::sensor, Slot::self, 0, sensor, 0}))
      if (is_camera(*extension)) kept.push_back(extension);
  std::ranges::sort(kept);  // as they stand in the Model
  for (const Extension* extension : kept)
    if (extension->kind == Extension::Kind::element) document.xml.verbatim(extension->text);
}

}  // namespace romas::mjcf
