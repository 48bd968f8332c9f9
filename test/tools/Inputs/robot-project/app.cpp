// Prints how high the elbow sits, as the generated header has it.
#include <arm.hpp>
#include <cstdio>

int main() {
  const double q[1] = {0};
  double poses[arm::n_links * 12];
  arm::forward_kinematics(q, poses);
  std::printf("height %.3f\n", poses[12 + 11]);
}
