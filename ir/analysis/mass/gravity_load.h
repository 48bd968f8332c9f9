// The largest gravity load of a joint over the poses that the limits allow: the torque or force that holds
// its subtree.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"

namespace romas {

// The bounds of a position variable; radians or metres.
struct PositionRange {
  double lower = 0;
  double upper = 0;
  double nearest_to_zero() const { return lower > 0 ? lower : upper < 0 ? upper : 0; }
};

// The ranges of all position variables of a model, by their index: one turn for a continuous joint; 0 for
// bounds that are left out, as in URDF; the neutral position for ball, floating, planar and universal joints.
std::vector<PositionRange> position_ranges(const Model& model, const DynamicsModel& dynamics);

struct GravityLoad {
  double effort = 0;      // N m or N, never negative
  std::vector<double> q;  // the pose, by position variable
};

// Searches poses for the largest load: coordinate ascent from several fixed starts. With all other variables
// held, the load on a joint is a sinusoid of a revolute variable and linear in a prismatic one, so that each
// step is exact. Variables that several joints follow are sampled over their range. The result is attained
// within the ranges: it is a lower bound of the maximum.
class GravitySearch {
 public:
  // For models without floating base. The references must outlive the search.
  GravitySearch(const DynamicsModel& dynamics, const std::vector<PositionRange>& ranges);

  // Upper bound of the load on the joint of a body over all poses within the ranges.
  double bound(std::size_t body) const;
  // Whether the variable moves the joint of this body only.
  bool has_own_variable(std::size_t body) const;
  // The largest load found on a revolute, prismatic or screw joint. Up to 0.001 of the load is given up for a
  // simple pose: many variables near 0, and few digits. Nothing if the numbers are not finite.
  std::optional<GravityLoad> worst(std::size_t body);
  // The load in a pose, with its sign: the torque of gravity about the joint's axis, or its force along it.
  double load(std::size_t body, const std::vector<double>& q);
  // Variables that the load on a body depends on, from the ground outwards.
  std::vector<std::size_t> variables_of(std::size_t body) const;

  // Number of bodies visited so far: a measure of the time spent.
  std::size_t work() const { return work_; }

 private:
  static bool turns(Motion motion) { return motion == Motion::revolute || motion == Motion::screw; }
  static Vector3 z_cross(const Vector3& v) { return {-v.y(), v.x(), 0}; }

  // gravity_load.cpp: a body in the present pose
  double load(std::size_t body);
  void move(std::size_t variable, double value);
  void move_to(const std::vector<double>& q);
  void update(std::size_t body);
  Vector3 turned(std::size_t body, const Vector3& v) const;
  Vector3 turned_back(std::size_t body, const Vector3& v) const;
  Vector3 shift(std::size_t body) const;
  bool is_free(std::size_t body) const;
  std::vector<std::size_t> path_to(std::size_t body) const;
  void look_at(std::size_t body);
  Vector3 gravity_before(std::size_t body);
  void add_moments(std::size_t body);
  Vector3 lever(std::size_t body);

  // gravity_search.cpp: steps to the worst pose
  void choose(std::size_t body, const Vector3& d, const Vector3& h, double slope);
  void turn_outwards(std::size_t body, double sign);
  void turn_inwards(std::size_t body, double sign);
  void move_shared(std::size_t body, double sign);
  double ascend(std::size_t body, double sign);
  void simplify(std::size_t body, GravityLoad& load);
  std::vector<double> start(int number) const;

  const DynamicsModel& dynamics_;
  const std::vector<PositionRange>& ranges_;
  std::vector<std::size_t> end_;                  // by body: end of its subtree
  std::vector<double> mass_;                      // by body: mass of its subtree
  std::vector<double> bound_;                     // by body: largest first moment about its origin
  std::vector<std::vector<std::size_t>> drives_;  // by variable: the bodies that it moves
  std::vector<double> q_;                         // the present pose
  struct Position {
    double value = 0;             // of the body's joint
    double sine = 0, cosine = 1;  // of the angle about its axis; of 0 where it does not turn
  };
  std::vector<Position> positions_;  // by body, in the present pose
  std::vector<std::size_t> path_;    // bodies between the ground and the present one
  // The variables, of those that the load on the present body depends on, that several bodies follow.
  std::vector<std::size_t> shared_;
  std::vector<Vector3> first_;      // by body: first moment of its subtree about its origin, in its frame
  std::vector<Vector3> direction_;  // by body: a direction in its frame
  std::size_t work_ = 0;
};

}  // namespace romas
