#include "backends/cpp/signatures.h"

#include "support/text.h"

namespace romas::cpp {

Signature signature_of(KernelKind kind) {
  switch (kind) {
    case KernelKind::fk:
      return {"forward_kinematics", "q", "poses",
              "n_links x 12: row-major 3x4 [R | p] of each link's frame in {W}"};
    case KernelKind::rnea: return {"inverse_dynamics", "q v a", "tau", "tau = M(q) a + C(q, v) v + g(q)"};
    case KernelKind::gravity: return {"gravity_torque", "q", "tau", "tau = g(q)"};
    case KernelKind::bias: return {"bias_torque", "q v", "tau", "tau = C(q, v) v + g(q)"};
    case KernelKind::crba: return {"mass_matrix", "q", "M", "M(q): n_v x n_v, full, row-major"};
    case KernelKind::fd: return {"forward_dynamics", "q v tau", "a", "a = M(q)^-1 (tau - C(q, v) v - g(q))"};
    case KernelKind::com: return {"center_of_mass", "q", "center", "3: of the whole robot, in {W}"};
    case KernelKind::energy:
      return {"energy", "q v", "e", "2: kinetic energy; potential energy, 0 at the height of the origin (J)"};
    case KernelKind::jacobian: break;
  }
  return {"jacobian", "q", "J",
          "6 x n_v row-major: rows 0-2 linear velocity of the origin, 3-5 angular velocity, in {W}"};
}

std::string parameters(const Signature& signature, std::string_view output) {
  std::string text;
  for (const std::string_view input : split(signature.inputs, ' ')) text += concat("const S* ", input, ", ");
  return concat(text, output, signature.output);
}
std::string arguments(const Signature& signature) {
  std::string text;
  for (const std::string_view input : split(signature.inputs, ' ')) text += concat(input, ", ");
  return concat(text, signature.output);
}

}  // namespace romas::cpp
