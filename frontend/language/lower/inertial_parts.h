// The inertial properties in the body of a link, collected statement by statement.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/language/lower/lower_context.h"

namespace romas::language {

struct SolidPart {
  SpatialInertia unit_body;  // of 1 kg/m³, in the link's frame
  std::optional<Number> density, mass;
  bool wanted = false;  // one of them is written
  SourceRange range;
};

struct InertialParts {
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

// Gives a link its inertial properties, or reports what is missing.
void finish_inertial(LowerContext& c, const InertialParts& parts, const Statement& s, Link& link);
// … of a link with solids: inertial properties of the body override those that follow from its solids.
void finish_solids(LowerContext& c, const InertialParts& parts, Link& link);

}  // namespace romas::language
