// Values that do not fit where they are used: one mistake is reported once, and where it was made.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

// False if a name in the expression was reported so before.
bool is_first_misfit(Evaluator& e, SourceRange expression, std::string_view as);
// A name whose value lacks a unit, or has another one, is one mistake in all expressions that are off by this
// unit.
bool is_first_misfit(Evaluator& e, SourceRange expression, const Dimension& found, const Dimension& wanted);
// Turns Anything into a number. False if the value is none, which is reported.
bool expect_quantity(Evaluator& e, Value& value, std::string_view what);
// The quantity as a value; reports one that is infinite.
std::optional<Value> finite(Evaluator& e, Quantity quantity, SourceRange range, bool unknown);

// Findings during its lifetime are about a value: where a data file says it, they lead there.
class FromData {
 public:
  FromData(const Evaluator& e, const Value& value);

 private:
  std::optional<ExpansionContext> note_;
};
// … about a part of a value: they lead to the whole, where that stands in another file.
class FromPart {
 public:
  FromPart(const Evaluator& e, const Value& whole, const Value& part);

 private:
  std::optional<ExpansionContext> note_;
};

}  // namespace romas::language
