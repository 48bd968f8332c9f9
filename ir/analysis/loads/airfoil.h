// Profiles of wings: what the air does to them.
#pragma once

#include <optional>
#include <string_view>

#include "ir/analysis/loads/airfoil_polar.h"

namespace romas {

// A flat plate, or the mean line of a profile by the theory of thin airfoils: lift 2 pi (alpha -
// zero_lift_angle), no drag. alpha: the angle of attack (rad); coefficients are of 1/2 rho V^2 times area,
// moments times chord, too. Or what its polar says.
struct Airfoil {
  bool is_plate = false;
  double zero_lift_angle = 0;         // rad
  double moment = 0;                  // coefficient about the quarter chord, positive where it lifts the nose
  std::optional<AirfoilPolar> polar;  // counts in place of the theory
};

// "flat plate", or "NACA 2412" of four digits, with or without the space, in letters of any case. Nothing for
// others. Source of the formulas: Abbott and von Doenhoff, Theory of Wing Sections (1959), sections 4.3
// and 6.4.
std::optional<Airfoil> find_airfoil(std::string_view profile);

// A profile that is none of these and has a point or a slash is the path of a file, seen from the folder of
// the description.
bool names_profile_file(std::string_view profile);

}  // namespace romas
