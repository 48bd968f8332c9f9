// Reads arbitrary bytes as an expression, evaluates it, and prints and reads it again: the value stays the
// same.
#include "test/frontend/xacro/evaluating.h"
#include "test/fuzz/fuzzing.h"

namespace {

constexpr std::size_t kSteps = 100'000;  // of one evaluation

std::string value_of(const romas::xacro::Expression& expression) {
  romas::xacro::test::Evaluating evaluating;
  romas::xacro::Budget budget(kSteps);
  const auto value = romas::xacro::evaluate(expression, evaluating.names, evaluating.host, budget);
  if (value.index() != 0) {
    const auto& error = std::get<romas::xacro::EvalError>(value);
    romas::fuzzing::require(error.begin <= error.end && error.end <= expression.text().size(),
                            "the place of an error is outside of the expression", expression.text());
    return "ERROR";
  }
  return romas::xacro::str(std::get<romas::xacro::Value>(value), budget).value_or("ERROR");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas;
  using namespace romas::xacro;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  value_of_text(text);
  const auto parsed = parse_expression(text);
  if (const auto* error = std::get_if<EvalError>(&parsed)) {
    fuzzing::require(error->begin <= error->end && error->end <= size && !error->message.empty(),
                     "the place of an error is outside of the expression", std::string(text));
    return 0;
  }
  const Expression& expression = *std::get<0>(parsed);
  const std::string printed = print(expression);
  const auto again = parse_expression(printed);
  // Brackets that are printed may nest deeper than those that were read.
  if (const auto* error = std::get_if<EvalError>(&again)) {
    fuzzing::require(error->kind == EvalError::Kind::limit, "what was printed cannot be read", printed);
    return 0;
  }
  fuzzing::require(print(*std::get<0>(again)) == printed, "printing twice changes the text", printed);
  const std::string value = value_of(expression);
  const std::string same = value_of(*std::get<0>(again));
  // A text may be cut where the steps end, in one of them alone.
  fuzzing::require(value == same || value == "ERROR" || same == "ERROR", "what was printed has another value",
                   printed);
  return 0;
}
