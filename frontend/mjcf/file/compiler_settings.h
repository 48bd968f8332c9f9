// The settings of <compiler>: how the numbers and file names of an MJCF file are meant, and what MuJoCo
// changes of the masses.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "frontend/xml/schema/schema_reader.h"

namespace romas::mjcf {

struct CompilerSettings {
  enum class FromGeoms : std::uint8_t { never, always, where_missing };

  bool degrees = true;
  bool says_angle = false;  // some <compiler> says the unit
  SourceRange tag_name;     // of the last <compiler>, behind which attributes can stand
  std::string euler_sequence =
      "xyz";               // small letters turn about axes that turn along, capitals about fixed ones
  bool autolimits = true;  // a range limits without `limited`
  std::string mesh_folder, texture_folder;
  bool strips_paths = false;  // of file names, the folders are left out
  bool aligns_free =
      false;  // frames of free bodies become their principal axes, where they do not say otherwise
  SourceRange aligns_free_range;
  FromGeoms inertia = FromGeoms::where_missing;
  std::array<int, 2> inertia_groups = {0, 5};  // groups of the shapes that count for inertia: from, to
  double least_mass = 0, least_inertia = 0;    // kg, kg m²
  bool exact_mesh_volumes = false;             // of meshes that do not say how they weigh
  bool fits_boxes_around = false;    // shapes are fitted to the box around a mesh, else to its inertia
  bool balances_inertia = false;     // three moments that no body has become their mean
  std::optional<double> total_mass;  // kg
  SourceRange least_mass_range, least_inertia_range, balance_range, total_mass_range;

  // Takes over what another <compiler> says. `autolimits` stays where none says it.
  void read(const XmlElement& element, SchemaReader& schema);
};

}  // namespace romas::mjcf
