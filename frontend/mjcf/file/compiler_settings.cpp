#include "frontend/mjcf/file/compiler_settings.h"

#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

bool is_euler_sequence(std::string_view text) {
  return text.size() == 3 && text.find_first_not_of("xyzXYZ") == std::string_view::npos;
}

}  // namespace

void CompilerSettings::read(const XmlElement& element, SchemaReader& schema) {
  schema.check_attributes(element, kCompiler.row, {});
  const auto word = [&](std::string_view name) { return schema.word(element, kCompiler.row, name); };
  const auto is_true = [&](std::string_view name, bool otherwise) {
    const auto said = word(name);
    return said ? *said == "true" : otherwise;
  };
  const auto amount = [&](std::string_view name, double& to, SourceRange& range) {
    const auto said = schema.number(element, name);
    if (!said) return;
    to = said->value();
    range = schema.value_range(element, name);
  };
  tag_name = element.name_range;
  if (const auto angle = word("angle")) {
    degrees = *angle == "degree";
    says_angle = true;
  }
  if (const XmlAttribute* sequence = element.attribute("eulerseq")) {
    if (is_euler_sequence(sequence->value.text))
      euler_sequence = sequence->value.text;
    else
      schema.report(Rule::bad_value, sequence->value.range,
                    concat(quote(sequence->value.text),
                           " is not a sequence of three axes; lower-case x y z turn about axes that move "
                           "along, capitals about the axes of the parent"));
  }
  if (const auto coordinate = word("coordinate"); coordinate && *coordinate == "global")
    schema.report(Rule::bad_value, schema.value_range(element, "coordinate"),
                  "global coordinates were removed in MuJoCo 2.3.4; load the file with an older MuJoCo and "
                  "save it to get local ones");
  autolimits = is_true("autolimits", autolimits);
  if (const auto folder = schema.text(element, "assetdir")) mesh_folder = texture_folder = *folder;
  if (const auto folder = schema.text(element, "meshdir")) mesh_folder = *folder;
  if (const auto folder = schema.text(element, "texturedir")) texture_folder = *folder;
  strips_paths = is_true("strippath", strips_paths);
  if (const auto said = word("inertiafromgeom"))
    inertia = *said == "auto"   ? FromGeoms::where_missing
              : *said == "true" ? FromGeoms::always
                                : FromGeoms::never;
  if (const auto groups = schema.vector2(element, "inertiagrouprange"))
    inertia_groups = {static_cast<int>((*groups)[0].value()), static_cast<int>((*groups)[1].value())};
  amount("boundmass", least_mass, least_mass_range);
  amount("boundinertia", least_inertia, least_inertia_range);
  exact_mesh_volumes = is_true("exactmeshinertia", exact_mesh_volumes);
  aligns_free = is_true("alignfree", aligns_free);
  if (aligns_free) aligns_free_range = schema.value_range(element, "alignfree");
  fits_boxes_around = is_true("fitaabb", fits_boxes_around);
  balances_inertia = is_true("balanceinertia", balances_inertia);
  if (balances_inertia) balance_range = schema.value_range(element, "balanceinertia");
  double total = -1;
  amount("settotalmass", total, total_mass_range);
  if (total > 0) total_mass = total;
}

}  // namespace romas::mjcf
