// Evaluates expressions for tests, with a few names and a host that keeps what it is told.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "support/text/text.h"

namespace romas::xacro::test {

struct SomeNames : Names {
  std::map<std::string, Value, std::less<>> values;

  Outcome find(std::string_view name, Value& value) override {
    if (name == "broken") return Outcome::failed;
    const auto found = values.find(name);
    if (found == values.end()) return Outcome::absent;
    value = found->second;
    return Outcome::found;
  }
  std::vector<std::string> known() const override {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) names.push_back(name);
    return names;
  }
};

struct SomeHost : Host {
  std::vector<std::string> said;

  Result load_yaml(const std::string& name) override { return Value("content of " + name); }
  Result arg(const std::string& name) override {
    if (name == "prefix") return Value("left_");
    EvalError error;
    error.kind = EvalError::Kind::argument;
    error.message = "no argument " + name;
    return error;
  }
  std::string abs_filename(const std::string& name) override { return "/robot/" + name; }
  void say(Message kind, const std::string& text, bool with_location) override {
    constexpr std::string_view kKinds[] = {"message", "warning", "error", "location"};
    said.push_back(concat(kKinds[static_cast<std::size_t>(kind)], with_location ? "@ " : " ", text));
  }
  void deprecated(std::string_view name, std::string_view instead) override {
    said.push_back(concat("deprecated ", name, ", ", instead));
  }
};

// The text of the value; of a failure "ERROR place: message", with the part of the expression it is about as
// place.
class Evaluating {
 public:
  Evaluating() : budget(20'000'000) {
    names.values.emplace("size", Value("1 2"));
    names.values.emplace("count", Value(std::int64_t{3}));
    names.values.emplace("length", Value(0.25));
    names.values.emplace("items", make_list({Value(std::int64_t{1}), Value("b")}));
  }

  std::string operator()(std::string_view text) {
    const auto parsed = parse_expression(text);
    if (const auto* failure = std::get_if<EvalError>(&parsed)) return shown(*failure, text);
    const auto value = evaluate(*std::get<0>(parsed), names, host, budget);
    if (const auto* failure = std::get_if<EvalError>(&value)) return shown(*failure, text);
    error = {};
    return str(std::get<Value>(value), budget).value_or("ERROR too long");
  }

  SomeNames names;
  SomeHost host;
  Budget budget;
  EvalError error;  // of the last evaluation

 private:
  std::string shown(const EvalError& failure, std::string_view text) {
    error = failure;
    return concat("ERROR ", text.substr(failure.begin, failure.end - failure.begin), ": ", failure.message,
                  did_you_mean(failure.nearest));
  }
};

}  // namespace romas::xacro::test
