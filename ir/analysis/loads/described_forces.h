// The forces that a description has beside weight, in the form from which code targets work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/loads/airfoil.h"
#include "ir/analysis/mass/dynamics_model.h"
#include "support/sources/source_range.h"

namespace romas {

// A spring with a damper along the line between two points.
struct SpringDamper {
  Placement first, second;
  double rest_length = 0;  // m
  double stiffness = 0;    // N/m
  double damping = 0;      // N s/m
};

// A force on a link, in a direction of it, as large as an input says.
struct Thruster {
  std::string name;
  Placement place;
  Vector3 force = Vector3::Zero();  // N for an input of 1, along the axes of `place`
  double lower = 0, upper = 0;      // of the input; infinite where the description sets no limit
};

// A wing that moves through still air: along the axes of `place`, which lies at the quarter chord, x is
// forward, y along the span to the left, z up.
struct LiftingSurface {
  Placement place;
  double chord = 0, area = 0;  // m, m^2
  Airfoil airfoil;
  double stall_angle = 0;  // rad; beyond it in either direction the profile counts as a flat plate
};

// A spring of a joint with one variable: its force is -stiffness (x - reference), x = multiplier q + offset.
struct JointSpring {
  int q = 0, v = 0;
  double multiplier = 1, offset = 0;
  double stiffness = 0;  // N m/rad or N/m
  double reference = 0;  // rad or m
};

// Damping and dry friction of a velocity variable: -damping v - friction v / sqrt(v^2 + width^2).
struct JointLoss {
  int v = 0;
  double damping = 0;   // N m s/rad or N s/m
  double friction = 0;  // N m or N
};

// rad/s or m/s: the sign of a velocity below it is blurred, as romas::FrictionCompensation of the runtime
// does; described_friction_width there, which a test holds against this.
constexpr double kFrictionWidth = 0.01;

struct DescribedForces {
  std::vector<SpringDamper> springs;
  std::vector<Thruster> thrusters;  // by their inputs
  std::vector<LiftingSurface> wings;
  std::vector<JointSpring> joint_springs;
  std::vector<JointLoss> joint_losses;  // where they were asked for: joint_losses()
  bool empty() const {
    return springs.empty() && thrusters.empty() && wings.empty() && joint_springs.empty() &&
           joint_losses.empty();
  }
};

// kg/m^3: dry air of 20 degrees Celsius at sea level, as Drake has it.
constexpr double kAirDensity = 1.204;

// m^2/s, of the same air: its viscosity over its density.
constexpr double kAirViscosity = 1.516e-5;

// The profile of a wing, or why it is not known.
struct WingProfile {
  std::optional<Airfoil> airfoil;
  std::string why_not;  // a sentence fragment
  // The place in a file that shows why, and what it shows.
  SourceRange seen;
  std::string what;
};
// A profile that its name says ('flat plate', 'NACA 2412').
WingProfile named_profile(const Wing& wing);

// By index in model.force_elements; those that are no wings have none.
using WingProfiles = std::vector<WingProfile>;
// Without files.
WingProfiles named_profiles(const Model& model);

// Wings whose profile is not known are not among them. `dynamics`: of the same model.
DescribedForces described_forces(const Model& model, const DynamicsModel& dynamics,
                                 const WingProfiles& profiles);

// Returns the losses of the velocity variables that have any; those of their followers are included.
std::vector<JointLoss> joint_losses(const Model& model, const DynamicsModel& dynamics);

}  // namespace romas
