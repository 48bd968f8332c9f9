// The values that an import gives to the parameters of what it reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

struct GivenValue {
  Binding name;
  Value value;  // Anything, where it could not be evaluated, which is reported
};
// The values that are written behind the name of an import, each name once.
struct GivenValues {
  SourceRange import;  // what is written in quotes; invalid: there is no import
  std::vector<GivenValue> values;
  bool nameless = false;  // a value without a name was reported, which may be meant for any parameter

  const GivenValue* find(std::string_view name) const;
};

// The values of `import "PATH" as NAME(VALUES)`. A value without a name and a name that is given twice are
// reported and left out.
GivenValues given_values(const Statement& import, Evaluator& evaluator, DiagnosticEngine& diagnostics);

// Returns a key of these values: two imports of a file with equal keys are one. Returns nothing if a value is
// unknown or a pose, which has no key.
std::optional<std::string> key_of(const GivenValues& given);

// A value as an argument of xacro: a text as it is, a number in SI units, `true` or `false`. Nothing for
// other values.
std::optional<std::string> as_xacro_argument(const Value& value);

}  // namespace romas::language
