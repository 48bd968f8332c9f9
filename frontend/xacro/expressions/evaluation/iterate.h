// Elements one by one.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Evaluator;
struct Frame;
struct Session;

class Iterator : public Object {
 public:
  explicit Iterator(TypeId type) : Object(Kind::iterator), type_(type) {}
  TypeId type() const { return type_; }
  // False behind the last element.
  virtual bool next(Evaluator& evaluator, Value& element) = 0;

 private:
  TypeId type_;
};

template <class T, class... Arguments>
Ref<Iterator> make_iterator(Arguments&&... arguments) {
  return Ref<Iterator>(std::make_unique<T>(std::forward<Arguments>(arguments)...));
}

// Fails for a value that has no elements.
Ref<Iterator> iterate(const Value& value);
bool can_iterate(const Value& value);
// All elements. Those of an iterator are used up.
std::vector<Value> elements_of(const Value& value, Evaluator& evaluator);
// An element of a dotted list or dict as it is taken out: lists and dicts are dotted, too.
Value taken_out(const Value& element, bool dotted);
// Returns a value as a YAML file or xacro.dotify() gives it: lists and dicts with dots, others as they are.
Value dotted(const Value& value);

// The place in the clauses of a comprehension.
class Cursor {
 public:
  Cursor(const Node& comprehension, Ref<Frame> frame, Ref<Iterator> first);
  // Binds the variables to the next elements that meet all conditions; false behind the last ones.
  bool next(Evaluator& evaluator);
  const Ref<Frame>& frame() const { return frame_; }

 private:
  const Node& node_;
  Ref<Frame> frame_;
  std::vector<Ref<Iterator>> open_;  // of the clauses, from the first
};

// The value of a comprehension in round brackets.
class Generator : public Iterator {
 public:
  Generator(std::shared_ptr<const Expression> expression, const Node& node, Ref<Session> session,
            Cursor cursor);
  ~Generator() override;
  bool next(Evaluator& evaluator, Value& element) override;

 private:
  std::shared_ptr<const Expression> expression_;
  const Node& node_;
  Ref<Session> session_;
  Cursor cursor_;
  bool running_ = false;
};

// The results of functions of the same names.
Ref<Iterator> map_iterator(Value function, std::vector<Ref<Iterator>> sources);
Ref<Iterator> filter_iterator(Value function, Ref<Iterator> source);
Ref<Iterator> zip_iterator(std::vector<Ref<Iterator>> sources, bool strict);
Ref<Iterator> enumerate_iterator(Ref<Iterator> source, std::int64_t start);
Ref<Iterator> reversed_iterator(std::vector<Value> elements);

}  // namespace romas::xacro
