// What a model that was read from MJCF has in MJCF's own words: attributes that the Model has no place for,
// and sections that it does not know.
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "support/text.h"

namespace romas::mjcf {

namespace {

constexpr std::string_view kFormat = "mjcf";

// The kinds of entities that are elements of MJCF, which take their attributes along.
bool has_element(EntityKind kind) {
  return kind == EntityKind::link || kind == EntityKind::joint || kind == EntityKind::frame ||
         kind == EntityKind::transmission || kind == EntityKind::loop_joint || kind == EntityKind::material;
}

}  // namespace

bool is_kept(const Document& document, const Extension& extension) {
  if (document.model.layout.format != kFormat) return false;
  return extension.kind == Extension::Kind::attribute
             ? has_element(extension.owner.kind)
             : extension.owner.kind == EntityKind::robot || extension.owner.kind == EntityKind::link;
}

void write_kept_attributes(Document& document, const Place& place) {
  if (document.model.layout.format != kFormat) return;
  for (const Extension* extension : document.model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && extension->name != "name")
      document.xml.attribute(extension->name, extension->text);
}

const std::string* kept_attribute(const Document& document, const Place& place, std::string_view name) {
  if (document.model.layout.format != kFormat) return nullptr;
  for (const Extension* extension : document.model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && extension->name == name) return &extension->text;
  return nullptr;
}

void write_kept_sections(Document& document) {
  for (const Extension& extension : document.model.extensions)
    if (extension.kind == Extension::Kind::element && extension.owner.kind == EntityKind::robot &&
        is_kept(document, extension))
      document.xml.verbatim(extension.text);
}

void write_kept_elements(Document& document, LinkId link) {
  if (document.model.layout.format != kFormat) return;
  const Place place{EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(link.index()), 0};
  for (const Extension* extension : document.model.extensions_at(place))
    if (extension->kind == Extension::Kind::element) document.xml.verbatim(extension->text);
}

}  // namespace romas::mjcf
