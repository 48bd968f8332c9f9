// Answers what a test asks of the robot in its present posture.
#pragma once

#include <map>
#include <span>
#include <string>

#include "frontend/language/expand/robot_posture.h"
#include "frontend/language/lower/lower_context.h"

namespace romas::language {

// The parts of an assembly by the names that they have in its text: their numbers in Model::parts. In a test
// such a name is that of the part's link, or of the joint that the part hangs on, whatever is asked.
using PartNumbers = std::map<std::string, std::size_t, std::less<>>;

class RobotQuestions {
 public:
  // The references must outlive this.
  RobotQuestions(LowerContext& c, Session& session, RobotPosture& posture, const PartNumbers& parts)
      : c_(c), session_(session), posture_(posture), parts_(parts) {}

  // A call of one of robot_functions(); nothing where it is wrong, which is reported.
  std::optional<Value> answer(const Expr& call);
  // The joint of one variable that a name means; an invalid id where there is none, which is reported.
  JointId joint(const std::string& written, SourceRange range);
  // Notes for tools what a name means.
  void mention(EntityKind kind, const std::string& full, SourceRange range);

 private:
  std::optional<std::string> name_of(const Expr& argument, EntityKind kind = EntityKind::link);
  std::optional<RigidTransform> pose_of(const Expr& argument);
  std::optional<LinkId> link_of(const Expr& argument);
  bool is_possible(const Expr& call);
  std::string in_robot(const std::string& full, EntityKind kind) const;
  void report_unknown(const std::string& full, SourceRange range, bool joints);

  std::optional<Value> pose(const Expr& call);
  std::optional<Value> distance(const Expr& call);
  std::optional<Value> mass(const Expr& call);
  std::optional<Value> center_of_mass(const Expr& call);
  std::optional<Value> effort(const Expr& call, bool is_force);
  Value vector(const Vector3& p, SourceRange range) const;

  LowerContext& c_;
  Session& session_;
  RobotPosture& posture_;
  const PartNumbers& parts_;
  std::optional<std::size_t> told_;  // after so many moves: that the posture is none
};

}  // namespace romas::language
