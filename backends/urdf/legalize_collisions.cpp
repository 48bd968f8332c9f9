// Pairs of links that do not collide, which Drake's dialect of URDF says and nobody else.
#include <algorithm>

#include "backends/urdf/legalize.h"
#include "ir/format/collision_filters.h"
#include "support/names/unique_names.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::urdf {

namespace {

std::string filter_group(const std::string& name, const std::string& a, const std::string& b) {
  const auto element = [](std::string_view kind, std::string_view attribute, const std::string& value) {
    return concat("<drake:", kind, " ", attribute, "=\"", escape_xml_attribute(value), "\"/>");
  };
  return concat("<", kDrakeFilterGroup, " name=\"", escape_xml_attribute(name), "\">",
                element("member", "link", a), element("member", "link", b),
                element("ignored_collision_filter_group", "name", name), "</", kDrakeFilterGroup, ">");
}

}  // namespace

std::vector<Extension> take_collision_filters(Model& model, TargetContext& context) {
  std::vector<Extension> groups;
  std::vector<bool> written(model.extensions.size());
  UniqueNames names;
  for (const ExcludedPair& pair : excluded_pairs(model).pairs) {
    const std::string &a = model.link(pair.a).name, &b = model.link(pair.b).name;
    const Extension& said = model.extensions[pair.extension];
    written[pair.extension] = true;
    context.diagnostics.report(
        Rule::unportable_feature, said.range,
        concat("the pair of links '", a, "' and '", b,
               "' that do not collide is written in Drake's dialect, which other readers of URDF skip"));
    Extension group;
    group.kind = Extension::Kind::element;
    group.name = kDrakeFilterGroup;
    group.text = filter_group(names.take(concat("exclude_", a, "_", b)), a, b);
    group.range = said.range;
    groups.push_back(std::move(group));
  }
  if (groups.empty()) return groups;
  std::vector<Extension> rest;
  for (std::size_t i = 0; i < model.extensions.size(); ++i)
    if (!written[i]) rest.push_back(std::move(model.extensions[i]));
  model.extensions = std::move(rest);
  return groups;
}

}  // namespace romas::urdf
