#include "passes/checks/servo_answers.h"

#include "support/text/text.h"

namespace romas {

void ServoAnswers::add(const Joint& joint, const PlannedServo& plan, SourceRange place) {
  const bool can = plan.feedback_id >= 0 || plan.family->protocol == ServoProtocol::cia402;
  if (!can || plan.id < 0) return;
  motors_.push_back({joint.name, plan.bus, plan.family->protocol, plan.id, plan.feedback_id,
                     plan.family->host_id >= 0, place});
}

// Identifiers of 11 bits are shared by all protocols that have them; those of 29 bits hold the host's number
// and the motor's, and a host with a motor's number is taken for it.
bool ServoAnswers::meets_id(const Motor& motor, const Motor& other) {
  return motor.bus == other.bus && motor.feedback == other.id && motor.of_host == other.of_host;
}

bool ServoAnswers::meets_answer(const Motor& motor, const Motor& other) {
  return motor.bus == other.bus && !motor.of_host && !other.of_host && motor.feedback == other.feedback;
}

void ServoAnswers::report(DiagnosticEngine& diagnostics) const {
  for (std::size_t i = 0; i < motors_.size(); ++i) {
    const Motor& motor = motors_[i];
    if (motor.feedback < 0) continue;
    for (std::size_t j = 0; j < motors_.size(); ++j) {
      const Motor& other = motors_[j];
      if (i != j && motor.bus == other.bus && motor.id == other.id) continue;  // that is said
      const bool same_answer = j < i && meets_answer(motor, other);
      if (!meets_id(motor, other) && !same_answer) continue;
      diagnostics
          .report(Rule::bus_id, motor.place,
                  concat("the servo of joint '", motor.joint, "' answers to ", motor.feedback,
                         motor.bus.empty() ? std::string() : concat(" on bus '", motor.bus, "'"),
                         same_answer ? concat(" like that of joint '", other.joint, "'")
                         : i == j    ? ", which is its own id"
                                     : concat(", which is the id of that of joint '", other.joint, "'"),
                         "; give it another 'feedback_id'"))
          .note(other.place, "the other is here");
      break;
    }
  }
}

}  // namespace romas
