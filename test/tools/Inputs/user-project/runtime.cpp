// The runtime alone: C++17, nothing of the compiler.
#include <cstdio>
#include <romas/controllers.hpp>
#include <romas/reference_robot.hpp>
#include <romas/simd.hpp>

int main() {
  const double q[3] = {0, 0.5, 1};
  double s[3], c[3];
  romas::sincos_all<3>(q, s, c);
  std::printf("sine of 0.5: %.6f\n", s[1]);
}
