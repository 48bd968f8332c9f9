// A robot as data: the model that the reference implementation (reference.hpp) walks. Build it once, link by
// link; nothing here allocates, so the largest numbers of links and of velocity variables are template
// arguments.
//
//   romas::reference::Model<> model;
//   const int base = model.add_link({});                                   // the root
//   romas::reference::Link upper;
//   upper.type = romas::reference::JointType::revolute;
//   upper.parent = base; upper.axis = {0, 0, 1}; upper.origin.p = {0, 0, 0.3};
//   upper.mass = 2; upper.com = {0, 0, 0.1}; upper.inertia = …;
//   model.add_link(upper);
//   if (!model.finish()) …
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <romas/generated.hpp>
#include <romas/spatial.hpp>

namespace romas {
namespace reference {

// Three numbers: a position, or a direction.
template <class S>
using Vec3 = spatial::Vec3<S>;
// A rotation, or a tensor of inertia.
template <class S>
using Mat3 = spatial::Mat3<S>;
// A rotation and a position.
template <class S>
using Pose = spatial::Pose<S>;

// How a link moves against its parent.
enum class JointType : std::uint8_t {
  fixed,
  revolute,
  continuous,
  prismatic,
  planar,
  floating,
  ball,
  universal,
  screw
};

// Position and velocity variables of a joint, in order:
//   revolute, continuous  angle (rad) about the axis
//   prismatic             distance (m) along the axis
//   screw                 angle; the link advances by pitch / (2 pi) metres a radian
//   planar                x, y (m) in the plane normal to the axis, then the angle about it; the plane's x
//                         and y are those of the frame that takes z to the axis by the shortest rotation
//                         (for -z: half a turn about x)
//   universal             angles about x, then about the turned y
//   ball                  unit quaternion x y z w; angular velocity in the link's frame
//   floating              position, unit quaternion x y z w; linear, then angular velocity in the link's
//                         frame
constexpr int position_count(JointType type) {
  return type == JointType::fixed       ? 0
         : type == JointType::planar    ? 3
         : type == JointType::floating  ? 7
         : type == JointType::ball      ? 4
         : type == JointType::universal ? 2
                                        : 1;
}
// How many velocity variables a joint has.
constexpr int velocity_count(JointType type) {
  return type == JointType::floating ? 6 : type == JointType::ball ? 3 : position_count(type);
}

// A link, with the joint between it and its parent.
template <class S = double>
struct Link {
  JointType type = JointType::fixed;
  int parent = -1;                    // index of the parent link; -1 for the root, whose joint must be fixed
  Pose<S> origin;                     // X_PC: the link's frame in the parent's, at q = 0
  Vec3<S> axis{S(1), S(0), S(0)};     // in the link's frame; any length but 0
  S pitch{};                          // screw: metres a turn
  S mass{};                           // kg
  Vec3<S> com;                        // centre of mass in the link's frame, m
  Mat3<S> inertia = Mat3<S>::zero();  // about the centre of mass, along the link's axes, kg m^2
  int mimic = -1;  // the link whose joint this one follows: q = multiplier q_mimic + offset
  S multiplier{1}, offset{};
  JointLimits limits;
  S damping{}, friction{};  // of each velocity variable: N m s/rad or N s/m; N m or N
};

// The errors that finish() may find.
enum class ModelError : std::uint8_t {
  none,
  no_link,             // not even a root
  too_many_links,      // more than the template argument
  too_many_variables,  // likewise
  parent,              // the root is not first and only, or a parent does not stand in front of its child
  root_joint,          // the root moves: use set_floating_base
  axis,                // has no direction, or is not finite
  mimic,  // follows a joint that does not exist, is no joint of one variable, or follows another itself
};

// A tree of links that is made at run time: add_link for each, parents first, then finish. The functions of
// reference.hpp work on it.
template <int MaxLinks = 64, int MaxVariables = MaxLinks + 6, class S = double>
class Model {
 public:
  static constexpr int kMaxLinks = MaxLinks;
  static constexpr int kMaxVariables = MaxVariables;  // velocity variables
  using Scalar = S;

  // A link as it stands in the model.
  struct Body {
    Link<S> link;  // the axis has length 1
    spatial::Inertia<S> inertia;
    Mat3<S> plane;  // planar: the frame whose x and y are the variables' axes
    int q_start = -1,
        v_start = -1;  // of its own joint, or of the joint it follows; -1 where there are no variables
  };

  // Returns the link's index, or -1 where there is no room.
  int add_link(const Link<S>& link) {
    if (n_links_ >= MaxLinks) {
      error_ = ModelError::too_many_links;
      return -1;
    }
    body_[static_cast<std::size_t>(n_links_)].link = link;
    return n_links_++;
  }
  // Makes the root move freely: seven positions and six velocities in front of all others.
  void set_floating_base(bool floating) { floating_base_ = floating; }
  // In {W}, m/s^2; (0, 0, -9.81) unless set.
  void set_gravity(const Vec3<S>& gravity) { gravity_ = gravity; }

  // Checks the model and computes where each joint's variables start. If it returns false, error() says why,
  // and at_fault() names the link.
  bool finish() {
    if (error_ == ModelError::none && n_links_ == 0) error_ = ModelError::no_link;
    n_q_ = floating_base_ ? 7 : 0;
    n_v_ = floating_base_ ? 6 : 0;
    for (int i = 0; i < n_links_ && error_ == ModelError::none; ++i) place(i);
    for (int i = 0; i < n_links_ && error_ == ModelError::none; ++i) follow(i);
    return error_ == ModelError::none;
  }
  ModelError error() const { return error_; }
  int at_fault() const { return at_fault_; }

  int n_links() const { return n_links_; }
  int n_q() const { return n_q_; }
  int n_v() const { return n_v_; }
  bool has_floating_base() const { return floating_base_; }
  bool has_mimic() const { return has_mimic_; }
  const Vec3<S>& gravity() const { return gravity_; }
  const Body& body(int link) const { return body_[static_cast<std::size_t>(link)]; }

 private:
  void fail(ModelError error, int link) {
    error_ = error;
    at_fault_ = link;
  }

  void place(int i) {
    Body& body = body_[static_cast<std::size_t>(i)];
    Link<S>& link = body.link;
    if (i == 0 ? link.parent != -1 : link.parent < 0 || link.parent >= i) return fail(ModelError::parent, i);
    if (i == 0 && link.type != JointType::fixed) return fail(ModelError::root_joint, i);
    using std::sqrt;
    const S length = sqrt(dot(link.axis, link.axis));
    const bool uses_axis =
        link.type != JointType::fixed && link.type != JointType::floating && link.type != JointType::ball;
    if (uses_axis && !(length > S(0) && length * S(0) == S(0))) return fail(ModelError::axis, i);
    if (uses_axis && !(length == S(1))) link.axis = S(1) / length * link.axis;
    body.inertia = spatial::Inertia<S>::about_com(link.mass, link.com, link.inertia);
    body.plane = plane_frame(link.axis);
    body.q_start = body.v_start = -1;
    if (link.type == JointType::fixed || link.mimic >= 0) return;
    body.q_start = n_q_;
    body.v_start = n_v_;
    n_q_ += position_count(link.type);
    n_v_ += velocity_count(link.type);
    if (n_v_ > MaxVariables) fail(ModelError::too_many_variables, i);
  }

  void follow(int i) {
    Body& body = body_[static_cast<std::size_t>(i)];
    const Link<S>& link = body.link;
    if (link.mimic < 0 || link.type == JointType::fixed) return;
    if (link.mimic >= n_links_ || velocity_count(link.type) != 1) return fail(ModelError::mimic, i);
    const Body& leader = body_[static_cast<std::size_t>(link.mimic)];
    if (velocity_count(leader.link.type) != 1 || leader.link.mimic >= 0) return fail(ModelError::mimic, i);
    body.q_start = leader.q_start;
    body.v_start = leader.v_start;
    has_mimic_ = true;
  }

  // The rotation that takes z to the axis by the shortest way; half a turn about x for -z.
  static Mat3<S> plane_frame(const Vec3<S>& axis) {
    const S sine2 = axis.x * axis.x + axis.y * axis.y;
    const S one_plus_cosine = axis.z < S(0) ? sine2 / (S(1) - axis.z) : S(1) + axis.z;
    if (!(one_plus_cosine > S(0))) return {{{S(1), S(0), S(0)}, {S(0), S(-1), S(0)}, {S(0), S(0), S(-1)}}};
    // R = 1 + [w]x + [w]x^2 / (1 + cos), w = z x axis.
    const Mat3<S> W = spatial::skew(Vec3<S>{-axis.y, axis.x, S(0)});
    return Mat3<S>() + W + S(1) / one_plus_cosine * (W * W);
  }

  std::array<Body, static_cast<std::size_t>(MaxLinks)> body_{};
  Vec3<S> gravity_{S(0), S(0), S(-9.81)};
  int n_links_ = 0, n_q_ = 0, n_v_ = 0, at_fault_ = -1;
  bool floating_base_ = false, has_mimic_ = false;
  ModelError error_ = ModelError::none;
};

}  // namespace reference
}  // namespace romas
