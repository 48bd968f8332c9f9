// Questions of an evaluator that only the robot around an expression can answer.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "frontend/language/values/value.h"

namespace romas::language {

// Properties of the complete robot, for assertions.
struct RobotFacts {
  double total_mass = 0;  // kg
  std::size_t link_count = 0, joint_count = 0, dof = 0;
};

struct Surroundings {
  // Reads the data of a file: its path as written, and where.
  std::function<std::optional<Value>(const std::string&, SourceRange)> load = {};
  // Reads an argument for a parameter of type link or joint: a reference, not a value.
  std::function<std::optional<Value>(const Expr&)> entity = {};
  // Answers a call of one of robot_functions(); null outside of tests.
  std::function<std::optional<Value>(const Expr&)> answer = {};
  const RobotFacts* facts = nullptr;  // null while the robot is incomplete
  // A module is checked by itself, with parameters that are not known. Else an unknown value has an error
  // behind it, which was reported.
  bool is_check = false;
};

}  // namespace romas::language
