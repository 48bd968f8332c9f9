// The comparison of ./x bench code: one robot, a thousand inputs, and contestants that compute the same
// quantities from them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace bench {

// Units SI, {W} the root link's frame. n joints, in the generated header's order; all matrices row-major.
enum Quantity {
  kAllPoses,         // n_links x 12: [R | p] of every link
  kTipPose,          // 12
  kTipJacobian,      // 6 x n: linear velocity of the tip's origin, then angular velocity, in {W}
  kInverseDynamics,  // n, from q, v, a
  kMassMatrix,       // n x n
  kForwardDynamics,  // n, from q, v, tau
  // Few libraries have the following.
  kInverseDynamicsDerivatives,  // 2 x n x n, from q, v, a: by q, by v
  kForwardDynamicsDerivatives,  // 3 x n x n, from q, v, tau: by q, by v, by tau
  kMassMatrixInverse,           // n x n
  kCoriolisMatrix,              // n x n, from q, v
  kRegressor,        // n x 10 n, from q, v, a: of the links behind the joints, in the joints' order
  kTipJacobianRate,  // 6 x n, from q, v
  kQuantities
};
inline bool is_basic(Quantity quantity) { return quantity <= kForwardDynamics; }

// A link as the robot's table (written by bench/generated_code.py) has it.
struct LinkRow {
  std::string name, parent, joint,
      type;           // type of the joint to the parent: root, fixed, revolute or prismatic
  double R[9], p[3];  // X_PC
  double axis[3];
  double mass, com[3], inertia[9];  // kg; m; about the centre of mass along the link's axes, kg m^2
};

struct Case {
  std::string urdf, tip;
  std::vector<LinkRow> rows;  // in the header's order
  std::vector<std::string> joints, links;
  int count = 1000;
  std::vector<double> q, v, a, tau;  // count x n each

  int n() const { return static_cast<int>(joints.size()); }
  std::size_t size(Quantity quantity) const {
    const std::size_t n_v = joints.size();
    const std::size_t square = n_v * n_v;
    const std::size_t sizes[] = {12 * links.size(), 12,         6 * n_v, n_v,    square,      n_v,
                                 2 * square,        3 * square, square,  square, 10 * square, 6 * n_v};
    return sizes[quantity];
  }
  const double* input(const std::vector<double>& values, int i) const {
    return values.data() + static_cast<std::ptrdiff_t>(i) * n();
  }
  // -1: no such joint or link.
  int joint(const std::string& name) const { return find(joints, name); }
  int link(const std::string& name) const { return find(links, name); }

 private:
  static int find(const std::vector<std::string>& names, const std::string& name) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return static_cast<int>(i);
    return -1;
  }
};

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual std::string name() const = 0;
  virtual bool has(Quantity quantity) const = 0;
  // Timed: computes the quantity for every configuration in turn.
  virtual void run(Quantity quantity) = 0;
  // Not timed: of configuration i, in the convention above. NaN where the contestant does not compute a
  // value.
  virtual void result(Quantity quantity, int i, double* out) = 0;
};

// Makes the compiler believe that somebody reads what p points to.
inline void keep(const void* p) { asm volatile("" : : "r"(p) : "memory"); }

// Names, and the contestants that come with every build.
Case describe_generated();
std::unique_ptr<Contestant> make_generated(const Case& robot);
std::unique_ptr<Contestant> make_batch4(const Case& robot);  // null: this machine has no such registers
std::unique_ptr<Contestant> make_batch8(const Case& robot);
std::unique_ptr<Contestant> make_reference(const Case& robot);
// Each in a file of its own, linked where the package is found.
std::unique_ptr<Contestant> make_kdl(const Case& robot);
std::unique_ptr<Contestant> make_dart(const Case& robot);
std::unique_ptr<Contestant> make_mujoco(const Case& robot);
// The type of the extern "C" function bench_contestants of a plugin, which is a shared library. Plugins stay
// loaded.
using PluginFunction = void (*)(const Case& robot, std::vector<std::unique_ptr<Contestant>>& contestants);

}  // namespace bench
