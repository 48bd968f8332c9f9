// Tests of robots and assemblies: they wait until the robot is complete, and are then run.
#pragma once

#include <memory>
#include <vector>

#include "frontend/language/expand/robot_questions.h"
#include "frontend/language/lower/lower_context.h"

namespace romas::language {

class DelayedTests {
 public:
  DelayedTests(LowerContext& c, Session& session) : c_(c), session_(session) {}

  // Keeps a `test` with the present meanings of the names in it. `instance` is what the present
  // naming refers to; null: the robot itself. A test that nobody asks for, or of a file that is imported,
  // is not kept.
  void keep(const Statement& s, std::shared_ptr<Instance> instance = {});
  // Runs them on the complete model. `parts` are the names of an assembly's parts.
  void run(const PartNumbers& parts = {});

 private:
  struct Test {
    Statement statement;
    std::unique_ptr<Scope> scope;
    Names::Naming naming;
    std::shared_ptr<Instance> instance;
  };
  void run(const Test& kept, const PartNumbers& parts);

  LowerContext& c_;
  Session& session_;
  std::vector<Test> tests_;
};

}  // namespace romas::language
