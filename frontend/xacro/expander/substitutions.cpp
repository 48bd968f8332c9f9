#include "frontend/xacro/expander/substitutions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "frontend/xacro/expander/text_reader.h"
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xml/schema/xacro_words.h"
#include "ir/packages/file_search.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace fs = std::filesystem;

namespace {

// The functions of $(eval …) are built in for it alone. Their host knows the substitutions.
class EvalHost : public Host {
 public:
  explicit EvalHost(Substitutions& asked) : substitutions(asked) {}
  Result load_yaml(const std::string& /*name*/) override { return missing("load_yaml"); }
  Result arg(const std::string& name) override {
    const std::string* value = substitutions.run().arguments.read(name);
    if (value != nullptr) return Substitutions::converted(*value);
    EvalError error;
    error.kind = EvalError::Kind::argument;
    error.message = concat("the argument '", name, "' has no value; give it with ", name, ":=…");
    return error;
  }
  std::string abs_filename(const std::string& name) override { return substitutions.run().absolute(name); }
  void say(Message /*kind*/, const std::string& /*text*/, bool /*with_location*/) override {}
  void deprecated(std::string_view /*name*/, std::string_view /*instead*/) override {}

  Substitutions& substitutions;

 private:
  static EvalError missing(std::string_view name) {
    EvalError error;
    error.message = concat("$(eval) has no '", name, "'; use ${…}");
    return error;
  }
};

Substitutions& substitutions_of(Call& call) {
  return static_cast<EvalHost&>(call.evaluator.host()).substitutions;
}

Value eval_arg(Call& call) {
  Host::Result result = call.evaluator.host().arg(call.text(0));
  if (auto* error = std::get_if<EvalError>(&result)) throw Failure{std::move(*error), 0};
  return std::get<Value>(std::move(result));
}
Value eval_find(Call& call) {
  std::string problem;
  const auto folder = substitutions_of(call).find(call.text(0), problem);
  if (!folder) fail(problem, 0);
  return Value(*folder);
}
Value eval_env(Call& call) {
  const auto value = Substitutions::variable(call.text(0));
  if (!value) fail(concat("the environment variable '", call.text(0), "' is not set"), 0);
  return Value(*value);
}
Value eval_optenv(Call& call) {
  return Value(Substitutions::variable(call.text(0)).value_or(call.has(1) ? call.text(1) : std::string()));
}
Value eval_dirname(Call& call) { return Value(substitutions_of(call).folder()); }

constexpr std::array<Builtin, 5> kEvalFunctions = {{{"arg", eval_arg, 1, 1},
                                                    {"find", eval_find, 1, 1},
                                                    {"env", eval_env, 1, 1},
                                                    {"optenv", eval_optenv, 1, 2},
                                                    {"dirname", eval_dirname, 0, 0}}};

// The names of $(eval …): its functions, and the arguments of the file.
class EvalNames : public Names {
 public:
  explicit EvalNames(Expansion& run) : run_(run) {}
  Outcome find(std::string_view name, Value& value) override {
    for (const Builtin& function : kEvalFunctions)
      if (function.name == name) return give(Value(function), value);
    if (name == "true" || name == "false") return give(Value(name == "true"), value);
    if (const std::string* argument = run_.arguments.read(name))
      return give(Substitutions::converted(*argument), value);
    return Outcome::absent;
  }
  std::vector<std::string> known() const override {
    std::vector<std::string> names = run_.arguments.names();
    for (const Builtin& function : kEvalFunctions) names.emplace_back(function.name);
    return names;
  }

 private:
  static Outcome give(Value given, Value& value) {
    value = std::move(given);
    return Outcome::found;
  }
  Expansion& run_;
};

}  // namespace

std::optional<std::string> Substitutions::find(const std::string& package, std::string& problem) {
  const auto [known, fresh] = packages_.try_emplace(package);
  if (fresh) {
    const std::string& main = run_.open_files.front().path;
    known->second =
        look_up_package(package, file_search(main.starts_with('<') ? "-" : main, run_.context.options));
    if (auto& folder = known->second.folder) {
      std::error_code error;
      const fs::path absolute = fs::absolute(*folder, error);
      if (!error) folder = absolute.lexically_normal().string();
      const fs::path manifest = fs::path(*folder) / "package.xml";
      if (is_file(manifest)) run_.context.files_read.push_back(manifest.string());
    }
  }
  if (!known->second.folder)
    problem = concat("there is no package '", package,
                     "'; name the folder above it with --package-path; looked in ",
                     join(known->second.looked_in, ", "));
  return known->second.folder;
}

std::optional<std::string> Substitutions::variable(const std::string& name) {
  return environment_variable(name);
}

std::string Substitutions::folder() const {
  std::error_code error;
  const std::string& main = run_.open_files.front().path;
  const fs::path folder = main.starts_with('<') ? fs::path() : fs::path(main).parent_path();
  return fs::absolute(folder.empty() ? fs::path(".") : folder, error).lexically_normal().string();
}

Value Substitutions::converted(const std::string& value) {
  const std::string lower = to_lower(value);
  if (lower == "true" || lower == "false") return Value(lower == "true");
  const Value number = value_of_text(value);
  return is_number(number) && !number.is(Kind::boolean) ? number : Value(value);
}

bool Substitutions::expect_words(std::size_t count, std::size_t least, std::size_t most,
                                 std::string_view usage, const Place& place) const {
  if (count >= least && count <= most) return true;
  run_.report(Rule::xacro_expression, place.range, concat("this substitution is written ", usage));
  return false;
}

std::optional<Value> Substitutions::evaluate(const std::string& content, const Place& place, Scope& scope,
                                             TextReader& texts) {
  if (content.starts_with("eval ")) return eval(std::string_view(content).substr(5), place, scope, texts);
  const std::vector<Token> words = split_words(content);
  const std::string_view command = words.empty() ? std::string_view() : words.front().text;
  const auto word = [&](std::size_t i) { return std::string(words[i].text); };
  if (command == "arg")
    return expect_words(words.size(), 2, 2, "$(arg NAME)", place) ? argument(word(1), place) : std::nullopt;
  if (command == "find") {
    if (!expect_words(words.size(), 2, 2, "$(find PACKAGE)", place)) return std::nullopt;
    const auto found = find_or_report(word(1), place.range);
    return found ? std::optional(Value(*found)) : std::nullopt;
  }
  if (command == "env") {
    if (!expect_words(words.size(), 2, 2, "$(env VARIABLE)", place)) return std::nullopt;
    if (const auto value = variable(word(1))) return Value(*value);
    run_.report(Rule::xacro_expression, place.range,
                concat("the environment variable '", words[1].text, "' is not set; $(optenv ", words[1].text,
                       " DEFAULT) needs none"));
    return std::nullopt;
  }
  if (command == "optenv") {
    if (!expect_words(words.size(), 2, words.size() + 1, "$(optenv VARIABLE DEFAULT)", place))
      return std::nullopt;
    std::string rest;
    for (std::size_t i = 2; i < words.size(); ++i) rest += concat(i > 2 ? " " : "", words[i].text);
    return Value(variable(word(1)).value_or(rest));
  }
  if (command == "dirname" && words.size() == 1) return Value(folder());
  if (command == "cwd" && words.size() == 1) {
    std::error_code error;
    return Value(fs::current_path(error).string());
  }
  std::string advice = did_you_mean(command, kSubstitutions, &Substitution::name);
  if (words.size() == 1 && run_.arguments.has(command))
    advice = concat("; write the argument as $(arg ", command, ")");
  else if (words.size() == 1 && scope.has(command))
    advice = concat("; write the property as ${", command, "}");
  else if (advice.empty())
    advice = concat("; there are ", join(kSubstitutions, ", ", &Substitution::name));
  run_.report(Rule::xacro_expression, place.range,
              concat("there is no substitution $(", content.substr(0, 80), ")", advice));
  return std::nullopt;
}

void Substitutions::report_undefined(std::string_view name, SourceRange range) const {
  if (run_.lacks_prefix("arg", name, Rule::xacro_argument, range)) return;
  std::string message = concat("the argument '", name, "' has no value; ");
  if (in_root_tag_)
    message += concat("attributes of the root element are read before any <xacro:arg>, ",
                      run_.is_given_none ? "and an <include> of SDF gives no values"
                                         : concat("so only ", run_.how_given(name), " gives it one here"));
  else
    message += concat("declare it before this place with <xacro:arg name=\"", name, "\" default=\"…\"/>",
                      run_.is_given_none ? ": an <include> of SDF gives no values"
                                         : concat(", or give ", run_.how_given(name)));
  run_.report(Rule::xacro_argument, range, std::move(message))
      .nearest(name, run_.arguments.names())
      .about(name);
}

std::optional<Value> Substitutions::argument(const std::string& name, const Place& place) {
  const std::string* value = run_.arguments.read(name);
  if (const std::size_t at = place.part.content.rfind(name); !place.part.nested && at != std::string::npos) {
    const std::size_t begin = place.part.begin + 2 + at;
    run_.record(ProgramName::Kind::argument, place.part.content.substr(at, name.size()),
                part_of(place.whole, begin, begin + name.size(), run_.context.sources),
                run_.arguments.declaration(name));
  }
  if (value == nullptr) {
    report_undefined(name, part_of(place.whole, place.part.begin, place.part.end, run_.context.sources));
    return std::nullopt;
  }
  if (value->find("$(find ") == std::string::npos) return Value(*value);
  const auto text = with_packages(*value, place);
  return text ? std::optional(Value(*text)) : std::nullopt;
}

// The value of an argument may name packages.
std::optional<std::string> Substitutions::with_packages(const std::string& value, const Place& place) {
  constexpr std::string_view kFind = "$(find ";
  std::string text;
  std::size_t at = 0;
  for (std::size_t next = value.find(kFind); next != std::string::npos; next = value.find(kFind, at)) {
    const std::size_t closing = value.find(')', next);
    if (closing == std::string::npos) break;
    const std::string_view package =
        trim(std::string_view(value).substr(next + kFind.size(), closing - next - kFind.size()));
    const auto folder = find_or_report(std::string(package), place.range);
    if (!folder) return std::nullopt;
    text += concat(std::string_view(value).substr(at, next - at), *folder);
    at = closing + 1;
  }
  return text + value.substr(at);
}

std::optional<std::string> Substitutions::find_or_report(const std::string& package, SourceRange range) {
  std::string problem;
  auto folder = find(package, problem);
  if (!folder) run_.report(Rule::package_missing, range, problem);
  return folder;
}

std::optional<Value> Substitutions::eval(std::string_view expression, const Place& place, Scope& /*scope*/,
                                         TextReader& texts) {
  constexpr std::size_t kCommand = std::string_view("eval ").size();
  const auto report = [&](const EvalError& error) {
    // The expression begins behind "$(eval "; report() adds the two of a bracket itself.
    texts.report(error, place.whole, place.part.begin + kCommand, place.part.end, !place.part.nested);
    return std::nullopt;
  };
  if (expression.find("__") != std::string_view::npos) {
    EvalError error;
    error.message = "names with '__' are not allowed in $(eval …)";
    error.end = static_cast<std::uint32_t>(expression.size());
    return report(error);
  }
  const auto& parsed = run_.templates.expression(expression);
  if (const auto* error = std::get_if<EvalError>(&parsed)) return report(*error);
  EvalNames names(run_);
  EvalHost host(*this);
  const auto result = romas::xacro::evaluate(*std::get<0>(parsed), names, host, run_.budget);
  if (const auto* error = std::get_if<EvalError>(&result)) return report(*error);
  return Value(str(std::get<Value>(result)));
}

}  // namespace romas::xacro
