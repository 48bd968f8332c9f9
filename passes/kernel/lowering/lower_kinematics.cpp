// Poses, Jacobians, centre of mass and energy, in frames whose z is each joint's axis and which are otherwise
// the source's.

#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/poses.h"
#include "passes/kernel/lanes/branch.h"

namespace romas::lowering {

namespace {

void append(std::vector<Value>& values, const Vec& v) {
  for (const Scalar& x : {v.x, v.y, v.z}) values.push_back(x.value());
}

}  // namespace

Kernel lower_poses(const DynamicsModel& model, const std::vector<Placement>& placements, std::string name,
                   std::string output) {
  KernelBuilder builder(std::move(name));
  const Variables variables(builder, model, false, false);
  const Poses poses(variables, model);
  std::vector<Value> elements;
  for (const Placement& placement : placements) {
    const Pose pose = poses.of(placement);
    append(elements, {pose.axes[0].x, pose.axes[1].x, pose.axes[2].x});
    elements.push_back(pose.p.x.value());
    append(elements, {pose.axes[0].y, pose.axes[1].y, pose.axes[2].y});
    elements.push_back(pose.p.y.value());
    append(elements, {pose.axes[0].z, pose.axes[1].z, pose.axes[2].z});
    elements.push_back(pose.p.z.value());
  }
  builder.add_output(std::move(output), std::move(elements));
  return builder.take();
}

Kernel lower_pose(const DynamicsModel& model, const Placement& placement, std::string name) {
  const Branch branch = branch_to(model, placement);
  return lower_poses(branch.model, {branch.placement}, std::move(name), "pose");
}

namespace {

// The motion of a place by a unit of a velocity variable: the share of one body's joint.
struct Direction {
  std::size_t body;    // of the branch
  std::size_t column;  // the velocity variable
  Vec linear;          // of the place's origin, in {W}
  Vec angular;
};

// The directions of a branch's bodies in their order; p: the place's origin.
std::vector<Direction> directions(const DynamicsModel& model, const Poses& poses, const Vec& p,
                                  KernelBuilder& builder) {
  const Vec zero = Vec::zero(builder);
  std::vector<Direction> result;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const Pose& pose = poses.of(static_cast<int>(i));
    const auto column = static_cast<std::size_t>(body.v);
    const Scalar rate(builder, body.multiplier);
    const auto add = [&](std::size_t at, const Vec& linear, const Vec& angular) {
      result.push_back({i, at, linear, angular});
    };
    const auto turn = [&](std::size_t at, const Vec& axis) {
      add(at, rate * cross(axis, p - pose.p), rate * axis);
    };
    if (body.motion == Motion::revolute || body.motion == Motion::screw) turn(column, pose.axes[2]);
    if (body.motion == Motion::prismatic) add(column, rate * pose.axes[2], zero);
    if (body.motion == Motion::screw)
      result.back().linear = result.back().linear + (body.pitch * rate) * pose.axes[2];
    if (body.motion == Motion::ball || body.motion == Motion::floating) {
      const std::size_t first = body.motion == Motion::floating ? 3 : 0;
      for (std::size_t k = 0; k < 3; ++k) turn(column + first + k, pose.axes[k]);
      for (std::size_t k = 0; k < first; ++k) add(column + k, pose.axes[k], zero);
    }
  }
  return result;
}

// Rows of x, y and z of linear parts, then of angular ones.
std::vector<Value> rows(const std::vector<Vec>& linear, const std::vector<Vec>& angular) {
  std::vector<Value> elements;
  for (const std::vector<Vec>* half : {&linear, &angular})
    for (const Scalar Vec::*row : {&Vec::x, &Vec::y, &Vec::z})
      for (const Vec& entry : *half) elements.push_back((entry.*row).value());
  return elements;
}

}  // namespace

Kernel lower_jacobian(const DynamicsModel& whole, const Placement& place, std::string name) {
  const auto [model, placement] = branch_to(whole, place);
  KernelBuilder builder(std::move(name));
  const Variables variables(builder, model, false, false);
  const Poses poses(variables, model);
  const Vec p = poses.of(placement).p;
  std::vector<Vec> linear(static_cast<std::size_t>(model.n_v), Vec::zero(builder));
  std::vector<Vec> angular = linear;
  for (const Direction& direction : directions(model, poses, p, builder)) {
    linear[direction.column] += direction.linear;
    angular[direction.column] += direction.angular;
  }
  builder.add_output("J", rows(linear, angular));
  return builder.take();
}

// A joint turns all directions of its own body and of those beyond; what lies before it sees the place shift.
Kernel lower_pose_hessian(const DynamicsModel& whole, const Placement& place, std::string name) {
  const auto [model, placement] = branch_to(whole, place);
  KernelBuilder builder(std::move(name));
  const Variables variables(builder, model, false, false);
  const Poses poses(variables, model);
  const Vec p = poses.of(placement).p;
  const auto n = static_cast<std::size_t>(model.n_v);
  std::vector<Vec> linear(n * n, Vec::zero(builder));
  std::vector<Vec> angular = linear;
  const std::vector<Direction> all = directions(model, poses, p, builder);
  for (const Direction& moved : all)
    for (const Direction& step : all) {
      const std::size_t at = moved.column * n + step.column;
      if (step.body > moved.body) {
        linear[at] += cross(moved.angular, step.linear);
      } else {
        linear[at] += cross(step.angular, moved.linear);
        angular[at] += cross(step.angular, moved.angular);
      }
    }
  builder.add_output("H", rows(linear, angular));
  return builder.take();
}

Kernel lower_center_of_mass(const DynamicsModel& model) {
  KernelBuilder builder("center_of_mass");
  const Variables variables(builder, model, false, false);
  const SymbolicTree tree(variables, model, Choices(model.bodies.size()));
  // From the leaves to the root: Σ m c of what lies beyond, in the body's frame.
  std::vector<Vec> first;
  std::vector<double> mass;
  for (const Body& body : model.bodies) {
    first.push_back(Vec::constant(builder, body.inertia.first));
    mass.push_back(body.inertia.mass);
  }
  Vec total = Vec::constant(builder, model.ground.first);
  double total_mass = model.ground.mass;
  for (std::size_t i = tree.size(); i-- > 0;) {
    const SymbolicBody& b = tree[i];
    const Scalar m(builder, mass[i]);
    first[i].z += m * b.slide;
    const Vec moved = tree.to_parent(i, first[i]) + m * b.p;
    if (b.parent >= 0) {
      first[static_cast<std::size_t>(b.parent)] += moved;
      mass[static_cast<std::size_t>(b.parent)] += mass[i];
    } else {
      total += moved;
      total_mass += mass[i];
    }
  }
  std::vector<Value> elements;
  append(elements, total_mass > 0 ? Scalar(builder, 1 / total_mass) * total : total);
  builder.add_output("center", std::move(elements));
  return builder.take();
}

Kernel lower_energy(const DynamicsModel& model) {
  KernelBuilder builder("energy");
  const Variables variables(builder, model, true, false);
  const SymbolicTree tree(variables, model, Choices(model.bodies.size()));
  struct State {
    Vec w, v, height;  // angular and linear velocity of the frame's origin, and up in {W} times |g|, along
                       // the frame's axes
    Scalar level;      // part of the origin's height
  };
  const Vec zero = Vec::zero(builder);
  const State ground{zero, zero, Vec::constant(builder, -model.gravity), variables.zero()};
  std::vector<State> states;
  Scalar kinetic = variables.zero();
  Scalar potential = dot(ground.height, Vec::constant(builder, model.ground.first));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const SymbolicBody& b = tree[i];
    const Body& body = *b.body;
    const State& parent = b.parent < 0 ? ground : states[static_cast<std::size_t>(b.parent)];
    const Vec slide{variables.zero(), variables.zero(), b.slide};
    State s;
    s.w = tree.to_body(i, parent.w);
    s.v = tree.to_body(i, parent.v + cross(parent.w, b.p)) + cross(s.w, slide);
    s.height = tree.to_body(i, parent.height);
    s.level = parent.level + dot(parent.height, b.p) + dot(s.height, slide);
    if (body.motion == Motion::revolute || body.motion == Motion::screw) s.w.z += variables.v(body);
    if (body.motion == Motion::prismatic) s.v.z += variables.v(body);
    if (body.motion == Motion::screw) s.v.z += body.pitch * variables.v(body);
    if (body.motion == Motion::ball || body.motion == Motion::floating) {
      const int first = body.motion == Motion::floating ? 3 : 0;
      s.w += Vec{variables.v(body, first), variables.v(body, first + 1), variables.v(body, first + 2)};
      if (first == 3) s.v += Vec{variables.v(body, 0), variables.v(body, 1), variables.v(body, 2)};
    }
    const auto& [m, h, S] = b.moments;
    // ½ m v² + v · (ω × h) + ½ ωᵀ (trace(S) 1 - S) ω
    const Vec Iw{(S.yy + S.zz) * s.w.x - S.xy * s.w.y - S.xz * s.w.z,
                 (S.xx + S.zz) * s.w.y - S.xy * s.w.x - S.yz * s.w.z,
                 (S.xx + S.yy) * s.w.z - S.xz * s.w.x - S.yz * s.w.y};
    kinetic += 0.5 * (m * dot(s.v, s.v) + dot(s.w, Iw)) + dot(s.v, cross(s.w, h));
    for (int k = 0; k < motion_dof(body.motion); ++k) {
      const Scalar v = variables.v(body, k);
      kinetic += 0.5 * body.armature[static_cast<std::size_t>(k)] * (v * v);
    }
    potential += m * s.level + dot(s.height, h);
    states.push_back(s);
  }
  builder.add_output("e", {kinetic.value(), potential.value()});
  return builder.take();
}

}  // namespace romas::lowering
