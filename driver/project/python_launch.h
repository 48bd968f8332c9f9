// Launch files in Python are read, never run: calls of xacro, what names were set to, functions that make a
// call of xacro for others, and defaults of launch arguments. Of a condition both ways are read, and names
// stay what the first one sets them to. An expression that is not understood is only known at run time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/project/launch_texts.h"
#include "driver/project/python_code.h"
#include "driver/project/python_value.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "support/text/text.h"

namespace romas::driver {

// A file of Python, with what its statements outside of functions set names to.
class PythonModule {
 public:
  PythonModule(std::string where, std::string written) : path(std::move(where)), text_(std::move(written)) {}

  const std::string path;
  const PythonCode& code() const { return code_; }
  std::map<std::string, PythonValue, std::less<>> globals;
  std::vector<std::string> folders = {"$(dirname)"};  // where modules are looked for
  bool is_read = false;

 private:
  const std::string text_;
  const PythonCode code_{text_};
};

// The text of a value that only a run knows.
inline std::string not_known(std::string_view reason) { return concat("$(unknown ", reason, ")"); }
inline PythonValue unknown(std::string_view reason = "an expression") {
  return PythonValue(not_known(reason));
}
inline PythonValue unknown_name(std::string_view name) { return unknown(concat("'", name, "'")); }

// One launch file and the modules that it imports.
class PythonLaunch {
 public:
  PythonLaunch(std::string path, std::string_view text, const FindLaunchText& find) : find_(find) {
    file_ = &add_module(std::move(path), std::string(text));
  }
  LaunchTexts read();

 private:
  using Node = xacro::Node;
  using NodeKind = xacro::NodeKind;
  using Kind = PythonValue::Kind;
  static constexpr int kMostNesting = 100;
  static constexpr std::size_t kMostWork = 50'000'000;  // bytes and values that reading may handle
  struct Arguments {
    std::vector<PythonValue> positional;
    std::map<std::string, PythonValue, std::less<>> named;
  };
  using Names = std::map<std::string, PythonValue, std::less<>>;
  // The names of a function that is read. Those of its caller in the same file count, too: a function inside
  // of another one sees them.
  struct Scope {
    PythonModule& module;
    Names& names;
    const Scope* outer = nullptr;
    int calls = 0;           // how deep
    std::uint32_t line = 0;  // of the call that all calls here are told as; 0: their own
    PythonValue* result = nullptr;
  };

  // --- modules and statements (python_statements.cpp) ---
  PythonModule& add_module(std::string path, std::string text);
  void run_module(PythonModule& module);
  // Returns the module that a text names, as a file of Python; null if there is none.
  PythonModule* find_module(const std::string& written);
  // "a.b" of an import, seen from a module.
  PythonModule* imported(const PythonModule& from, std::string_view dotted);

  static bool is_function(std::string_view statement) {
    return statement.starts_with("def ") || statement.starts_with("async def ");
  }
  static std::string_view name_at(std::string_view text) {
    text = trim(text);
    return text.substr(0, std::ranges::find_if_not(text, PythonCode::is_of_name) - text.begin());
  }
  static std::string_view behind(std::string_view text, std::string_view word) {
    return trim(text.substr(text.find(word) + word.size()));
  }
  void run(Scope& scope, std::size_t at, std::size_t end);
  void run_statement(Scope& scope, std::size_t i, std::size_t after);
  void import(Scope& scope, std::string_view text);
  void repeat(Scope& scope, std::string_view text, std::size_t begin, std::size_t end);
  // NAME = VALUE, NAME += VALUE, NAME[KEY] = VALUE, NAME.append(VALUE), NAME.extend(VALUE),
  // NAME.update(VALUE).
  void set(Scope& scope, std::string_view text);
  void change_by(PythonValue& value, PythonValue by, bool is_one);
  // A value that has grown too large is not known.
  PythonValue bounded(PythonValue value);

  // --- what calls say (python_launch.cpp) ---
  // Returns the function of a file of Python that a call in the code refers to, or null.
  const PythonValue* function_at(const Scope& scope, std::size_t begin, std::size_t end) const;
  static const PythonValue* as_function(const PythonValue* value) {
    return value != nullptr && value->is(Kind::function) ? value : nullptr;
  }
  static const PythonValue* look_up(const Scope& scope, std::string_view name);
  void find_calls(Scope& scope, const PythonStatement& statement);
  void find_call(Scope& scope, std::size_t begin, std::size_t end);
  void add_command(const Scope& scope, std::string command, std::uint32_t line, std::size_t begin);
  void follow(const Scope& scope, std::size_t begin);
  // `line`: of the call, by which calls in the function are told; 0: by their own.
  PythonValue call_function(const PythonValue& function, const Arguments& given, std::uint32_t line,
                            const Scope* caller = nullptr);
  void call_opaque(const Node& call, Scope& scope);
  void declare(const Node& call, const Scope& scope, bool is_declared);
  void include(const Node& call, const Scope& scope);

  // --- expressions (python_expressions.cpp) ---
  static std::shared_ptr<const xacro::Expression> parse(const std::string& text);
  // Without starred arguments, which are not read.
  static std::string arguments_text(const PythonCode& code, std::string_view inner);
  static const Node* positional(const Node& call) {
    return call.children.size() > 1 && call.children[1].kind != NodeKind::keyword ? &call.children[1]
                                                                                  : nullptr;
  }
  static const Node* argument_of(const Node& call, std::string_view name);
  // An argument that is named, or comes first.
  static const Node* given(const Node& call, std::string_view name) {
    const Node* const named = argument_of(call, name);
    return named != nullptr ? named : positional(call);
  }
  // The last part of the name of a function: join of os.path.join.
  static std::string_view function_of(const Node& call);
  // The function of a file of Python that a call is of; null if it is of another one.
  static const PythonValue* function_value(const Node& call, const Scope& scope);
  Arguments arguments_of(const Node& call, const Scope& scope);
  LaunchTexts::Arguments table_of(const Node* node, const Scope& scope);
  PythonValue value_of(std::string_view code, const Scope& scope);
  std::string text_of(const Node& node, const Scope& scope);
  static std::string text_of(const PythonValue& value) { return joined(value, ""); }
  static std::string joined(const PythonValue& value, std::string_view between);
  PythonValue value(const Node& node, const Scope& scope);
  PythonValue read_value(const Node& node, const Scope& scope);
  PythonValue value_of_binary(const Node& node, const Scope& scope);
  // A text with a value in each place that `mark` begins.
  static PythonValue filled(std::string_view text, std::string_view mark,
                            const std::vector<PythonValue>& values);
  // A method of a value: NAME of value.NAME(…).
  std::optional<PythonValue> value_of_method(const Node& call, const Scope& scope);
  PythonValue value_of_call(const Node& call, const Scope& scope);
  PythonValue module_value(const std::string& written);

  const FindLaunchText& find_;
  std::vector<std::unique_ptr<PythonModule>> modules_;
  std::map<std::string, PythonModule*> found_modules_;
  PythonModule* file_ = nullptr;
  std::set<std::pair<const PythonModule*, std::size_t>> called_;
  LaunchTexts texts_;
  std::map<std::string, std::string, std::less<>> fallbacks_;  // of LaunchConfiguration
  bool records_ = true;                                        // false: a function is read for its value
  int nesting_ = 0;
  std::size_t work_ = 0;
};

}  // namespace romas::driver
