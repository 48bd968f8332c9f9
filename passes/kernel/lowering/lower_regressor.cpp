// The regressor: inverse dynamics is linear in the mass moments of the bodies (Khalil and Dombre 2002,
// chapter 9).
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/newton_euler.h"

namespace romas::lowering {

namespace {

// A link that moves, by its body and its frame in that.
struct MovingLink {
  std::size_t body;
  RigidTransform X_BL;
};

// The links whose joints move, in the order of bodies.
std::vector<MovingLink> moving_links(const DynamicsModel& model) {
  std::vector<MovingLink> result;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const LinkId link = model.bodies[i].link;
    for (std::size_t k = 0; link && k < model.link_order.size(); ++k)
      if (model.link_order[k] == link) result.push_back({i, model.links[k].X_BF});
  }
  return result;
}

// ∫ r rᵀ for a unit of an entry of the inertia tensor: S = trace(I) / 2 - I.
Matrix3 second_moments(int row, int column) {
  Matrix3 I = Matrix3::Zero();
  I(row, column) = I(column, row) = 1;
  return 0.5 * I.trace() * Matrix3::Identity() - I;
}

// The mass moments, in the link's frame, that each parameter stands for.
std::vector<MassMoments> unit_moments() {
  std::vector<MassMoments> units(kLinkParameters);
  units[0].mass = 1;
  for (int k = 0; k < 3; ++k) units[static_cast<std::size_t>(1 + k)].first = Vector3::Unit(k);
  std::size_t next = 4;
  for (const auto& [row, column] : {std::pair{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}})
    units[next++].second = second_moments(row, column);
  return units;
}

}  // namespace

Kernel lower_regressor(const DynamicsModel& model) {
  KernelBuilder builder("regressor");
  const Variables variables(builder, model, true, true);
  const Choices choices(model.bodies.size());
  const SymbolicTree tree(variables, model, choices);
  const NewtonEuler motion = newton_euler(tree, variables, choices, model.gravity, model.n_v);
  const std::vector<MovingLink> links = moving_links(model);
  const std::size_t columns = kLinkParameters * links.size();
  std::vector<Scalar> Y(static_cast<std::size_t>(model.n_v) * columns, variables.zero());
  for (std::size_t l = 0; l < links.size(); ++l) {
    const std::vector<MassMoments> units = unit_moments();
    for (std::size_t p = 0; p < units.size(); ++p) {
      const MassMoments moments = units[p].expressed_in(links[l].X_BL);
      Wrench wrench = force_on({{builder, moments.mass},
                                Vec::constant(builder, moments.first),
                                Symmetric::constant(builder, moments.second)},
                               motion.bodies[links[l].body]);
      for (auto at = static_cast<int>(links[l].body); at >= 0;) {
        const auto i = static_cast<std::size_t>(at);
        const Body& body = *tree[i].body;
        for (int k = 0; k < motion_dof(body.motion); ++k)
          Y[static_cast<std::size_t>(body.v + k) * columns + kLinkParameters * l + p] +=
              body.multiplier * dot(wrench, tree.freedom(i, k));
        wrench = tree.to_parent(i, wrench);
        at = body.parent;
      }
    }
  }
  builder.add_output("Y", values(Y));
  return builder.take();
}

std::vector<LinkId> links_of_regressor(const DynamicsModel& model) {
  std::vector<LinkId> result;
  for (const MovingLink& link : moving_links(model)) result.push_back(model.bodies[link.body].link);
  return result;
}

std::vector<double> inertial_parameters(const DynamicsModel& model) {
  std::vector<double> result;
  for (const MovingLink& link : moving_links(model)) {
    const MassMoments moments = model.bodies[link.body].inertia.expressed_in(link.X_BL.inverse());
    const Matrix3 I = moments.second.trace() * Matrix3::Identity() - moments.second;
    result.push_back(moments.mass);
    for (int k = 0; k < 3; ++k) result.push_back(moments.first[k]);
    for (const auto& [row, column] : {std::pair{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}})
      result.push_back(I(row, column));
  }
  return result;
}

}  // namespace romas::lowering
