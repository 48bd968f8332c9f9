// Robots whose description has springs, thrusters or wings: with the function applied_forces, and of
// thrusters n_inputs, input_names, input_lower and input_upper, as headers have them. The dynamics of headers
// of --forces=description count these forces without inputs, and damping and dry friction of the joints; they
// have forces_in_dynamics.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace romas {

namespace detail {

template <class Robot, class = void>
struct InputCount {
  static constexpr int value = 0;
};
template <class Robot>
struct InputCount<Robot, std::void_t<decltype(Robot::n_inputs)>> {
  static constexpr int value = Robot::n_inputs;
};

template <class Robot, class = void>
struct HasAppliedForces : std::false_type {};
template <class Robot>
struct HasAppliedForces<Robot, std::void_t<decltype(std::declval<const Robot&>().applied_forces(
                                   std::declval<const double*>(), std::declval<const double*>(),
                                   std::declval<const double*>(), std::declval<double*>()))>>
    : std::true_type {};

template <class Robot, class = void>
struct ForcesInDynamics : std::false_type {};
template <class Robot>
struct ForcesInDynamics<Robot, std::void_t<decltype(Robot::forces_in_dynamics)>>
    : std::bool_constant<Robot::forces_in_dynamics> {};

}  // namespace detail

// How many thrusters a robot has.
template <class Robot>
inline constexpr int input_count = detail::InputCount<Robot>::value;

// Whether a robot has the function applied_forces.
template <class Robot>
inline constexpr bool has_applied_forces = detail::HasAppliedForces<Robot>::value;

// Whether torques and accelerations of a robot count the forces of the description without inputs.
template <class Robot>
inline constexpr bool forces_in_dynamics = detail::ForcesInDynamics<Robot>::value;

// rad/s or m/s: where they do, and where controllers compensate it, the sign of a velocity below it is
// blurred in dry friction.
inline constexpr double described_friction_width = 0.01;

// Inputs of thrusters within their limits; NaN stays NaN.
template <class Robot, class S>
void limit_inputs(const Robot& robot, S* u) {
  if constexpr (input_count<Robot> != 0) {
    for (int i = 0; i < input_count<Robot>; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const S lower = static_cast<S>(robot.input_lower[at]), upper = static_cast<S>(robot.input_upper[at]);
      if (u[i] < lower) u[i] = lower;
      if (u[i] > upper) u[i] = upper;
    }
  } else {
    (void)robot;
    (void)u;
  }
}

}  // namespace romas
