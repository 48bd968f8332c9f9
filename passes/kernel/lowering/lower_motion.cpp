// Velocities and accelerations of places, the rate of their Jacobians, and the momentum of the whole robot.
#include "passes/kernel/bodies/differentiate.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/velocities.h"
#include "passes/kernel/lanes/branch.h"

namespace romas::lowering {

namespace {

void append(std::vector<Scalar>& numbers, const Vec& v) {
  for (const Scalar& x : {v.x, v.y, v.z}) numbers.push_back(x);
}

// A vector along the axes of the last body of a branch, along those of {W}.
Vec in_world(const SymbolicTree& tree, Vec v) {
  for (std::size_t i = tree.size(); i-- > 0;) v = tree.to_parent(i, v);
  return v;
}

// How the last body of a branch moves in {W}, without gravity.
struct BranchMotion {
  SymbolicTree tree;
  std::vector<BodyState> states;
  BranchMotion(const Variables& variables, const DynamicsModel& model)
      : tree(variables, model, Choices(model.bodies.size())),
        states(
            newton_euler(tree, variables, Choices(model.bodies.size()), Vector3::Zero(), model.n_v).bodies) {}
};

}  // namespace

Kernel lower_velocity(const DynamicsModel& whole, const Placement& place, std::string name) {
  const auto [model, placement] = branch_to(whole, place);
  KernelBuilder builder(std::move(name));
  const Variables variables(builder, model, true, false);
  std::vector<Scalar> numbers(6, variables.zero());
  if (!model.bodies.empty()) {
    const BranchMotion motion(variables, model);
    const Vec& w = motion.states.back().w;
    const Vec v = origin_velocities(motion.tree, variables, motion.states).back().v +
                  cross(w, Vec::constant(builder, placement.X_BF.p));
    numbers.clear();
    append(numbers, in_world(motion.tree, v));
    append(numbers, in_world(motion.tree, w));
  }
  builder.add_output("velocity", values(numbers));
  return builder.take();
}

Kernel lower_acceleration(const DynamicsModel& whole, const Placement& place, std::string name) {
  const auto [model, placement] = branch_to(whole, place);
  KernelBuilder builder(std::move(name));
  const Variables variables(builder, model, true, true);
  std::vector<Scalar> numbers(6, variables.zero());
  if (!model.bodies.empty()) {
    const BranchMotion motion(variables, model);
    const BodyState& last = motion.states.back();
    numbers.clear();
    append(numbers, in_world(motion.tree, last.a + last.times(Vec::constant(builder, placement.X_BF.p))));
    append(numbers, in_world(motion.tree, last.dw));
  }
  builder.add_output("acceleration", values(numbers));
  return builder.take();
}

Kernel lower_jacobian_dot(const DynamicsModel& model, const Placement& placement, std::string name) {
  KernelBuilder builder(std::move(name));
  const Kernel jacobian = lower_jacobian(model, placement, "jacobian");
  const Differentiator differentiator(builder, jacobian);
  const std::uint32_t v = builder.add_input("v", static_cast<std::uint32_t>(model.n_v));
  // q moves at v.
  std::vector<Value> speeds;
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(model.n_v); ++k)
    speeds.push_back(builder.input(v, k));
  builder.add_output("dJ",
                     differentiator.rates(combined(builder, input_directions(builder, model, 0), speeds), 0));
  return builder.take();
}

namespace {

// The momentum by a unit of each velocity, about the origin of {W}; and the moments of all masses.
struct Momenta {
  std::vector<Wrench> columns;
  Moments all;
};
Momenta momenta(const Variables& variables, const DynamicsModel& model) {
  const SymbolicTree tree(variables, model, Choices(model.bodies.size()));
  KernelBuilder& builder = variables.builder();
  const Vec zero = Vec::zero(builder);
  Momenta result{std::vector<Wrench>(static_cast<std::size_t>(model.n_v), Wrench{zero, zero}),
                 {{builder, model.ground.mass},
                  Vec::constant(builder, model.ground.first),
                  Symmetric::constant(builder, model.ground.second)}};
  std::vector<Moments> carried;
  for (std::size_t i = 0; i < tree.size(); ++i) carried.push_back(tree[i].moments);
  for (std::size_t i = tree.size(); i-- > 0;) {
    const Body& body = *tree[i].body;
    for (int k = 0; k < motion_dof(body.motion); ++k) {
      Wrench momentum = accelerated(carried[i], tree.freedom(i, k));
      for (int at = static_cast<int>(i); at >= 0; at = tree[static_cast<std::size_t>(at)].parent)
        momentum = tree.to_parent(static_cast<std::size_t>(at), momentum);
      Wrench& column = result.columns[static_cast<std::size_t>(body.v + k)];
      column = column + Wrench{body.multiplier * momentum.f, body.multiplier * momentum.n};
    }
    const Moments moved = tree.to_parent(i, carried[i]);
    (body.parent < 0 ? result.all : carried[static_cast<std::size_t>(body.parent)]) += moved;
  }
  return result;
}

std::vector<Scalar> rows(const std::vector<Wrench>& columns, bool moments) {
  std::vector<Scalar> result;
  for (const Vec Wrench::*half : {&Wrench::f, &Wrench::n}) {
    if (half == &Wrench::n && !moments) break;
    for (const Scalar Vec::*row : {&Vec::x, &Vec::y, &Vec::z})
      for (const Wrench& column : columns) result.push_back(column.*half.*row);
  }
  return result;
}

double total_mass(const DynamicsModel& model) {
  double mass = model.ground.mass;
  for (const Body& body : model.bodies) mass += body.inertia.mass;
  return mass;
}

}  // namespace

Kernel lower_center_of_mass_jacobian(const DynamicsModel& model) {
  KernelBuilder builder("center_of_mass_jacobian");
  const Variables variables(builder, model, false, false);
  std::vector<Wrench> columns = momenta(variables, model).columns;
  const double mass = total_mass(model);
  if (mass > 0)
    for (Wrench& column : columns) column.f = (1 / mass) * column.f;
  builder.add_output("J", values(rows(columns, false)));
  return builder.take();
}

Kernel lower_centroidal_momentum(const DynamicsModel& model) {
  KernelBuilder builder("centroidal_momentum");
  const Variables variables(builder, model, true, false);
  auto [columns, all] = momenta(variables, model);
  const double mass = total_mass(model);
  const Vec center = mass > 0 ? (1 / mass) * all.first : all.first;
  for (Wrench& column : columns) column.n = column.n - cross(center, column.f);
  const std::vector<Scalar> A = rows(columns, true);
  const std::size_t n = columns.size();
  std::vector<Scalar> momentum(6, variables.zero());
  for (std::size_t r = 0; r < 6; ++r)
    for (std::size_t k = 0; k < n; ++k)
      momentum[r] += A[r * n + k] * Scalar(builder, builder.input(1, static_cast<std::uint32_t>(k)));
  builder.add_output("A", values(A));
  builder.add_output("momentum", values(momentum));
  return builder.take();
}

}  // namespace romas::lowering
