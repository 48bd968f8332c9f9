// Answers what a test asks of the robot in its present posture.
#pragma once

#include <span>
#include <string>

#include "frontend/language/lowering.h"
#include "frontend/language/robot_posture.h"

namespace romas::language {

class RobotQuestions {
 public:
  // The references must outlive this.
  RobotQuestions(Lowering& lowering, Session& session, RobotPosture& posture)
      : lowering_(lowering), session_(session), posture_(posture) {}

  // A call of one of robot_functions(); nothing where it is wrong, which is reported.
  std::optional<Value> answer(const Expr& call);
  // The joint of one variable that a name means; an invalid id where there is none, which is reported.
  JointId joint(const std::string& full, SourceRange range);
  // Notes for tools what a name means.
  void mention(EntityKind kind, const std::string& full, SourceRange range);

 private:
  std::optional<std::string> name_of(const Expr& argument);
  std::optional<RigidTransform> pose_of(const Expr& argument);
  std::optional<LinkId> link_of(const Expr& argument);
  bool is_possible(const Expr& call);
  void report_unknown(const std::string& full, SourceRange range, bool joints);

  std::optional<Value> pose(const Expr& call);
  std::optional<Value> distance(const Expr& call);
  std::optional<Value> mass(const Expr& call);
  std::optional<Value> center_of_mass(const Expr& call);
  std::optional<Value> effort(const Expr& call, bool is_force);
  Value vector(const Vector3& p, SourceRange range) const;

  Lowering& lowering_;
  Session& session_;
  RobotPosture& posture_;
  std::optional<std::size_t> told_;  // after so many moves: that the posture is none
};

}  // namespace romas::language
