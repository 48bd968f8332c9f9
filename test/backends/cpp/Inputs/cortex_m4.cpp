// A generated header on a microcontroller, and the same on the host: inverse and forward dynamics, mass
// matrix, pose and Jacobian of the last link at a few positions, printed as numbers (on the microcontroller
// by semihosting). SCALAR is float there, double here.
#include <cstdio>

#include "robot.hpp"

namespace {

using robot::Robot;
using Scalar = SCALAR;
constexpr int kQ = Robot::n_q, kV = Robot::n_v;
constexpr auto kTip = static_cast<Robot::Link>(Robot::n_links - 1);
Scalar q[kQ], v[kV], a[kV], tau[kV], back[kV], M[kV * kV], J[6 * kV], pose[12];

// Numbers that both scalars hold exactly, in [-1.4, 1.4].
Scalar eighths(int number) { return static_cast<Scalar>(number % 23 - 11) / Scalar(8); }

void print(const char* what, const Scalar* values, int count) {
  for (int i = 0; i < count; ++i) std::printf("%s %.9g\n", what, static_cast<double>(values[i]));
}

}  // namespace

int main() {
  for (int sample = 0; sample < 5; ++sample) {
    for (int i = 0; i < kQ; ++i) q[i] = eighths(7 * i + 5 * sample);
    for (int i = 0; i < kV; ++i) v[i] = eighths(5 * i + 3 * sample + 1);
    for (int i = 0; i < kV; ++i) a[i] = eighths(3 * i + 4 * sample + 2);
    Robot::inverse_dynamics(q, v, a, tau);
    Robot::forward_dynamics(q, v, tau, back);
    Robot::mass_matrix(q, M);
    Robot::link_pose<kTip>(q, pose);
    Robot::jacobian<kTip>(q, J);
    print("tau", tau, kV);
    print("a", back, kV);
    print("M", M, kV * kV);
    print("pose", pose, 12);
    print("J", J, 6 * kV);
  }
  return 0;
}
