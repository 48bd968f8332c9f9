#include "passes/kernel/ik/chain.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "ir/analysis/tree/angle_snapper.h"
#include "ir/model/entity.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::ik {

namespace {

std::string joint_text(const Model& model, const Body& body) {
  return body.joint ? concat("joint '", model.joint(body.joint).name, "'") : std::string("the free base");
}

// The variables of a body's joint; null for followers, which move by those of another joint.
const JointVariables* variables_of(const DynamicsModel& dynamics, const Body& body) {
  const auto found = std::ranges::find(dynamics.joints, body.joint, &JointVariables::joint);
  return found == dynamics.joints.end() ? nullptr : &*found;
}

// Why the formulas do not hold for a body of the chain; empty where they do.
std::string foreign_motion(const Model& model, const DynamicsModel& dynamics, const Body& body) {
  if (body.motion != Motion::revolute && body.motion != Motion::prismatic)
    return concat(joint_text(model, body), " neither turns about nor moves along one axis");
  const JointVariables* own = variables_of(dynamics, body);
  if (own == nullptr) return concat(joint_text(model, body), " follows another one");
  if (own->n_q != 1) return concat(joint_text(model, body), " has several axes");
  return {};
}

Vector3 turned(const Axis& about, double angle, const Vector3& v) {
  const Vector3 along = about.h * about.h.dot(v);
  const math::SineCosine of = math::sine_cosine(angle);
  return along + of.cosine * (v - along) + of.sine * about.h.cross(v);
}

void move(Axis& axis, const Axis& about, double angle) {
  if (about.slides) {
    axis.o += angle * about.h;
    return;
  }
  axis.o = about.o + turned(about, angle, axis.o - about.o);
  axis.h = turned(about, angle, axis.h);
}

}  // namespace

std::optional<Chain> chain_to(const Model& model, const DynamicsModel& dynamics, const Placement& place,
                              std::string& reason) {
  std::vector<const Body*> bodies;
  for (int i = place.body; i >= 0; i = bodies.back()->parent)
    bodies.push_back(&dynamics.bodies[static_cast<std::size_t>(i)]);
  std::reverse(bodies.begin(), bodies.end());
  Chain chain;
  RigidTransform pose;
  for (const Body* body : bodies) {
    reason = foreign_motion(model, dynamics, *body);
    if (!reason.empty()) return {};
    pose = pose * body->X_PB;
    pose.R = romas::without_dust(pose.R);
    if (!chain.axes.empty()) chain.length += body->X_PB.p.norm();
    chain.axes.push_back({pose.R.col(2), pose.p, body->motion == Motion::prismatic});
    chain.joints.push_back(static_cast<std::size_t>(variables_of(dynamics, *body) - dynamics.joints.data()));
  }
  chain.tip = pose * place.X_BF;
  chain.tip.R = romas::without_dust(chain.tip.R);
  chain.length += place.X_BF.p.norm();
  for (Axis& axis : chain.axes) axis.o = without_dust(axis.o, chain.length);
  return chain;
}

bool points_along_x(const RigidTransform& tip, const Vector3& axis) {
  constexpr double kAlong = 0.7;
  return std::abs(tip.R.col(2).dot(axis)) > kAlong;
}

bool moves_axes_before(const Chain& chain, std::size_t held) { return 2 * held < chain.axes.size(); }

std::vector<Axis> axes_without(const Chain& chain, const std::vector<std::size_t>& held,
                               const std::vector<double>& positions) {
  std::vector<Axis> axes = chain.axes;
  for (std::size_t k = 0; k < held.size(); ++k) {
    const bool before = moves_axes_before(chain, held[k]);
    const Axis about = axes[held[k]];
    for (std::size_t i = before ? 0 : held[k] + 1; i < (before ? held[k] : axes.size()); ++i)
      move(axes[i], about, before ? -positions[k] : positions[k]);
  }
  for (std::size_t k = held.size(); k-- > 0;) axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(held[k]));
  return axes;
}

std::size_t axes_through_link(const Chain& chain) {
  std::size_t count = 0;
  for (std::size_t i = chain.joints.size(); i-- > 0; ++count)
    if (chain.axes[i].slides || !on_line(chain.axes[i], chain.tip.p, length_of_few(chain), kOnAxis)) break;
  return count;
}

bool parallel(const Axis& a, const Axis& b, double tolerance) { return a.h.cross(b.h).norm() <= tolerance; }

bool meet(const Axis& a, const Axis& b, double length, double tolerance) {
  const Vector3 normal = a.h.cross(b.h);
  // Nearly parallel lines meet far away, which is of no use.
  constexpr double kSmallestAngle = 1e-3;
  return normal.norm() > kSmallestAngle &&
         std::abs((b.o - a.o).dot(normal)) / normal.norm() <= tolerance * length;
}

Vector3 meeting_point(const Axis& a, const Axis& b) {
  const Vector3 normal = a.h.cross(b.h);
  const Vector3 between = b.o - a.o;
  const double square = normal.squaredNorm();
  const Vector3 on_a = a.o + a.h * (between.cross(b.h).dot(normal) / square);
  const Vector3 on_b = b.o + b.h * (between.cross(a.h).dot(normal) / square);
  return (on_a + on_b) / 2;
}

bool on_line(const Axis& line, const Vector3& point, double length, double tolerance) {
  return line.h.cross(point - line.o).norm() <= tolerance * length;
}

Vector3 without_dust(const Vector3& point, double length) {
  constexpr double kDust = 1e-13;
  return point.unaryExpr([&](double x) { return std::abs(x) <= kDust * length ? 0.0 : x; });
}

}  // namespace romas::ik
