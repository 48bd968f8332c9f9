// The inertial properties in the body of a link, collected statement by statement.
#pragma once

#include "frontend/language/lower/lowering.h"

namespace romas::language {

struct Lowering::SolidPart {
  SpatialInertia unit_body;  // of 1 kg/m³, in the link's frame
  std::optional<Number> density, mass;
  bool wanted = false;  // one of them is written
  SourceRange range;
};

struct Lowering::InertialParts {
  Inertial inertial;
  std::optional<Number> mass;
  SourceRange mass_range;
  SourceRange placed, tensor;    // of `com` or `inertial`, and of `inertia`
  std::string_view placed_word;  // which of the two
  bool has_mass = false, has_place = false, has_tensor = false;
  std::vector<SolidPart> solids;
  bool has_solid = false;
  bool broken_solid = false;  // one could not be made, which was reported
};

}  // namespace romas::language
