// Texts of the core form that tests share.
#pragma once

#include <string>
#include <string_view>

namespace romas::test {

// The core form as people write it: units, comments, everything on its own terms.
inline constexpr std::string_view kPlanarArm = R"(// A planar arm: everything that the core form needs.
robot planar {
  gravity (0, 0, -9.81) m/s^2;
  material grey { color (0.5, 0.5, 0.5, 1); }

  link base;
  link upper {
    mass 1.2 kg;
    com (0, 0, 150) mm;
    inertia (0.01, 0.01, 0.001) kg*m^2, (0, 0, 0) kg*m^2;       // ixx iyy izz, ixy ixz iyz: about com, along the link's axes
    visual    box (40, 40, 300) mm at xyz(0, 0, 150 mm) material grey;
    collision cylinder radius 20 mm length 300 mm at xyz(0, 0, 0.15 m) * rpy(0, 0, 90 deg);
  }
  link fore { mass 0.5 kg; inertia (1e-3, 1e-3, 1e-3) kg*m^2; }
  link tool;
  link jaw;

  joint shoulder : revolute base -> upper {
    at xyz(0, 0, 0.1 m) * rpy(90 deg, 0, 0);
    axis z;                                     // or -y, or (1, 1, 0)
    limit -170 deg .. 170 deg effort 30 N*m velocity 2 rad/s;
    damping 0.9 N*m*s/rad;
    friction 0.42 N*m;
  }
  joint elbow  : revolute  upper -> fore { at xyz(0, 0, 0.3 m); axis -y; limit -2.6 rad .. 2.6 rad effort 15 N*m velocity 2 rad/s; }
  joint mount  : fixed     fore -> tool  { at xyz(0, 0, 250 mm); }
  joint finger : prismatic tool -> jaw   { axis x; limit 0 mm .. 20 mm effort 5 N velocity 0.1 m/s; mimic elbow * 0.01 m/rad + 2 mm; }
}
)";

}  // namespace romas::test
