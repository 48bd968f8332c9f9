// The numbers that motors on CAN buses answer to, which must differ.
#pragma once

#include <string>
#include <vector>

#include "ir/servo/plan.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Collects the motors of a robot, then reports (RM1851) answers to a number that a motor or another's answers
// have on the same bus.
class ServoAnswers {
 public:
  // `place`: of its number, or of its servo. Servos that do not answer with frames count by their numbers.
  void add(const Joint& joint, const PlannedServo& plan, SourceRange place);
  void report(DiagnosticEngine& diagnostics) const;

 private:
  struct Motor {
    std::string joint;
    std::string bus;
    ServoProtocol protocol;
    std::int64_t id;
    std::int64_t feedback;  // -1: none
    bool of_host;           // all of them answer to the host
    SourceRange place;
  };
  static bool meets_id(const Motor& motor, const Motor& other);
  static bool meets_answer(const Motor& motor, const Motor& other);

  std::vector<Motor> motors_;
};

}  // namespace romas
