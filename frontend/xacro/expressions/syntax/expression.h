// The expressions in ${…}: Python's, without what makes or changes names. Parsed once, evaluated often.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/xacro/expressions/values/budget.h"
#include "frontend/xacro/expressions/values/value.h"
#include "support/sources/source_manager.h"

namespace romas::xacro {

// An error in an expression. The places are bytes of its text.
struct EvalError {
  enum class Kind : std::uint8_t {
    mistake,       // xacro-expression
    unknown_name,  // unknown-name
    argument,      // xacro-argument: xacro.arg() of a name without value
    limit,         // input-limit
    fatal,         // xacro.fatal(): the message is the author's
    reported,      // the finding was reported where it arose, by Names or Host
  };
  struct Note {
    SourceRange range;  // invalid: the expression itself
    std::string message;
  };
  Kind kind = Kind::mistake;
  std::string message;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::vector<Note> notes;
  // A name that may have been meant instead of the text in [begin, end); empty: none is near.
  std::string nearest;
  std::string unknown;  // the name of an unknown_name
};

struct Node;

// A parsed expression: immutable, to be shared within one thread.
class Expression : public std::enable_shared_from_this<Expression> {
 public:
  explicit Expression(std::string text);
  ~Expression();
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  const std::string& text() const { return text_; }
  const Node& root() const { return *root_; }
  void set_root(std::unique_ptr<const Node> root);

 private:
  std::string text_;
  std::unique_ptr<const Node> root_;  // refers to the text
};

// The places of the mistake are bytes of `text`.
std::variant<std::shared_ptr<const Expression>, EvalError> parse_expression(std::string_view text);

// The same expression in a canonical form, with all brackets that it needs.
std::string print(const Expression& expression);

// True for "base_link" and "größe"; false for keywords of Python, and for what begins with "__".
bool is_valid_name(std::string_view name);
bool is_keyword(std::string_view name);

// The names of the document that an expression may use.
class Names {
 public:
  enum class Outcome : std::uint8_t {
    found,
    absent,  // built-in names come next
    failed,  // the value could not be computed, and that was reported
  };
  virtual ~Names() = default;
  virtual Outcome find(std::string_view name, Value& value) = 0;
  // Every name, for "did you mean".
  virtual std::vector<std::string> known() const = 0;
};

// Names as a value: `ns.name` asks them. The owner of the names must outlive the value.
struct ScopeValue : Object {
  ScopeValue(Names& asked, std::string path) : Object(Kind::scope), names(asked), name(std::move(path)) {}
  Names& names;
  const std::string name;
};

// The surroundings of an expression, for functions with effects. The places are those of their calls in it.
class Host {
 public:
  using Result = std::variant<Value, EvalError>;
  enum class Message : std::uint8_t { message, warning, error, location };
  virtual ~Host() = default;
  // xacro.load_yaml(file name)
  virtual Result load_yaml(const std::string& name) = 0;
  // xacro.arg(name): the text of the argument, or the value that the text stands for, as the caller of
  // xacro.arg gets it
  virtual Result arg(const std::string& name) = 0;
  // xacro.abs_filename(name)
  virtual std::string abs_filename(const std::string& name) = 0;
  // xacro.message, warning, error, print_location; `with_location` as print_location=… says.
  virtual void say(Message kind, const std::string& text, bool with_location) = 0;
  // A function was called by a name that xacro means to drop.
  virtual void deprecated(std::string_view name, std::string_view instead) = 0;
};

std::variant<Value, EvalError> evaluate(const Expression& expression, Names& names, Host& host,
                                        Budget& budget);

// True for names that are built in (pi, sin, list, math, …): properties that take them are warned about.
bool is_builtin_name(std::string_view name);

}  // namespace romas::xacro
