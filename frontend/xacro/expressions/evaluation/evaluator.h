// Walks the tree of an expression. An error throws a Failure, which evaluate() in evaluator.cpp catches.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "frontend/xacro/expressions/builtins/builtins.h"
#include "frontend/xacro/expressions/evaluation/iterate.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "frontend/xacro/expressions/values/failure.h"

namespace romas::xacro {

// The variables of a comprehension.
struct Frame : Object {
  Frame(Ref<Frame> around, std::size_t variables)
      : Object(Kind::unbound), outer(std::move(around)), slots(variables, Value::unbound()) {}
  void drop_contents() override;

  Ref<Frame> outer;
  std::vector<Value> slots;
};

// One run of evaluate(). Generators hold it, and may outlive it: its names are null then.
struct Session : Object {
  Session(Names& asked, Host& asking) : Object(Kind::unbound), names(&asked), host(&asking) {}
  Names* names;
  Host* host;
};

class Evaluator {
 public:
  Evaluator(const Expression& expression, Ref<Session> session, Budget& budget)
      : expression_(expression), session_(std::move(session)), budget_(budget) {}

  Value value(const Node& node, const Ref<Frame>& frame);
  // Calls a function, type or method for its value.
  Value call(const Value& function, std::vector<Value> arguments);
  // Binds the variables of a clause.
  void bind(const Node& target, const Value& value, Frame& frame);
  // Returns an iterator over the value of a clause.
  Ref<Iterator> iterable(const Node& node, const Ref<Frame>& frame);

  Budget& budget() { return budget_; }
  Host& host() { return *session_->host; }
  const Ref<Session>& session() const { return session_; }
  const Expression& expression() const { return expression_; }

 private:
  // evaluator.cpp
  Value name(const Node& node);
  Value local(const Node& node, const Ref<Frame>& frame);
  Value unary(const Node& node, const Ref<Frame>& frame);
  Value binary(const Node& node, const Ref<Frame>& frame);
  Value compare(const Node& node, const Ref<Frame>& frame);
  bool compare_two(const Node& node, std::size_t index, const Value& left, const Value& right);
  Value subscript(const Node& node, const Ref<Frame>& frame);
  Value slice(const Node& node, const Ref<Frame>& frame);
  std::vector<Value> all(const Node& node, const Ref<Frame>& frame);
  Value dict(const Node& node, const Ref<Frame>& frame);
  Value set(const Node& node, const Ref<Frame>& frame);
  Value comprehension(const Node& node, const Ref<Frame>& frame);
  // evaluator_calls.cpp
  Value attribute(const Node& node, const Ref<Frame>& frame);
  Value attribute_of(const Value& base, const Node& node);
  Value call(const Node& node, const Ref<Frame>& frame);
  Value call_value(const Value& function, Call& call);
  Value invoke(const Builtin& builtin, Call& call);
  [[noreturn]] void unknown_attribute(const Value& base, const Node& node);
  [[noreturn]] void unknown_name(const Node& node);

  // Gives a failure its place, and shows the operands that it is about.
  struct Shown {
    const Node* node;
    const Value* value;
  };
  void place(Failure& failure, const Node& node, std::span<const Shown> operands) const;
  std::string text_of(const Node& node) const;

  const Expression& expression_;
  Ref<Session> session_;
  Budget& budget_;
};

// The arguments of a call of something built in.
class Call {
 public:
  Call(Evaluator& evaluator_of, std::string_view name_of) : evaluator(evaluator_of), name(name_of) {}

  Budget& budget() { return evaluator.budget(); }
  std::size_t count() const { return values.size(); }
  bool has(std::size_t index) const { return index < values.size() && !values[index].is(Kind::unbound); }
  const Value& operator[](std::size_t index) const { return values[index]; }
  // Arguments of a kind. They fail for one of another kind.
  double real(std::size_t index) const;
  std::int64_t whole(std::size_t index) const;
  const std::string& text(std::size_t index) const;
  // Puts arguments that were given by name where those without name stand. Places between them are unbound.
  void by_name(std::initializer_list<std::string_view> names);
  // Takes an argument out that is given by name alone.
  std::optional<Value> take(std::string_view argument);
  // Fails if arguments are left that were given by name.
  void no_names() const;

  Evaluator& evaluator;
  std::string_view name;
  Value self;  // of a method
  std::vector<Value> values;
  std::vector<std::pair<std::string_view, Value>> named;
};

}  // namespace romas::xacro
