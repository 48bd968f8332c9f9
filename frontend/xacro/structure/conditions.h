// Conditions of the document: those that the program keeps, and those that were decided.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "frontend/xacro/structure/program.h"

namespace romas::xacro {

struct Writers;

class Conditions {
 public:
  explicit Conditions(Writers& all);

  // Writes a condition with its statements. `other`: the opposite condition that follows; null if there is
  // none.
  void condition(const Group& group, const Group* other);
  // A condition that was decided: where it would be decided otherwise, the program is not the robot.
  void guard(const TraceNode& condition);
  std::string condition_text(const Term& term, const TraceNode& node);
  static std::string negated(const std::string& condition);
  // A property that conditions in the macro define in one way or another, as a value with these conditions.
  // Nothing if all calls have it from the same place.
  std::optional<Term> chosen_property(const Symbol& symbol);
  // Those around what is being written.
  std::set<const XmlElement*>& open() { return open_conditions_; }

 private:
  void branch(const Group& group, const Group& taken, std::string holding);
  static Term condition_term(const Term& term, const TraceNode& node);
  std::optional<Term> when_defined(const TraceNode& definition);

  Writers& all_;
  Program& program_;
  std::set<const XmlElement*> open_conditions_;
  std::set<const void*> choosing_;  // properties whose conditions are being written
};

}  // namespace romas::xacro
