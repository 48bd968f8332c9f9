// forward_dynamics(inverse_dynamics(a)) is a, for a chain with followers whose functions come in parts.
#include <cmath>

#include "coupled.hpp"

int main() {
  using namespace coupled;
  double q[n_q], v[n_v], a[n_v], tau[n_v], back[n_v];
  for (int i = 0; i < n_v; ++i) {
    q[i] = std::sin(i + 1);
    v[i] = std::cos(2 * i);
    a[i] = std::sin(3 * i);
  }
  inverse_dynamics(q, v, a, tau);
  forward_dynamics(q, v, tau, back);
  double error = 0;
  for (int i = 0; i < n_v; ++i) error = std::fmax(error, std::fabs(a[i] - back[i]));
  return error < 1e-8 && n_v == 22 ? 0 : 1;
}
