#include "frontend/xacro/expressions/evaluation/iterate.h"

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

class ListIterator : public Iterator {
 public:
  explicit ListIterator(Ref<List> list) : Iterator(TypeId::iterator), list_(std::move(list)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    charge(evaluator.budget(), 1);
    if (at_ >= list_->values().size()) return false;
    element = taken_out(list_->values()[at_++], list_->dotted);
    return true;
  }

 private:
  Ref<List> list_;
  std::size_t at_ = 0;
};

class TupleIterator : public Iterator {
 public:
  explicit TupleIterator(Ref<Tuple> tuple) : Iterator(TypeId::iterator), tuple_(std::move(tuple)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    charge(evaluator.budget(), 1);
    if (at_ >= tuple_->values().size()) return false;
    element = tuple_->values()[at_++];
    return true;
  }

 private:
  Ref<Tuple> tuple_;
  std::size_t at_ = 0;
};

class TextIterator : public Iterator {
 public:
  explicit TextIterator(Ref<Text> text) : Iterator(TypeId::iterator), text_(std::move(text)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    charge(evaluator.budget(), 2);
    const std::string_view rest = std::string_view(text_->bytes).substr(at_);
    if (rest.empty()) return false;
    const std::size_t length = first_code_point(rest).length;
    element = Value(rest.substr(0, length));
    at_ += length;
    return true;
  }

 private:
  Ref<Text> text_;
  std::size_t at_ = 0;
};

class RangeIterator : public Iterator {
 public:
  explicit RangeIterator(Ref<Range> range) : Iterator(TypeId::iterator), range_(std::move(range)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    charge(evaluator.budget(), 1);
    if (at_ >= range_->size()) return false;
    element = Value((*range_)[at_++]);
    return true;
  }

 private:
  Ref<Range> range_;
  std::uint64_t at_ = 0;
};

// Keys of a dict or a set, or values or pairs of a dict.
class TableIterator : public Iterator {
 public:
  // The owner keeps the table, and shows what it is at the time.
  TableIterator(Ref<Table> table, View::Of of)
      : Iterator(TypeId::iterator), table_(std::move(table)), of_(of), size_(table_->size()) {}
  bool next(Evaluator& evaluator, Value& element) override {
    if (table_->size() != size_) fail("the dict or set was changed while a loop went through it");
    const std::vector<Table::Entry>& entries = table_->entries();
    while (at_ < entries.size()) {
      const Table::Entry& entry = entries[at_++];
      charge(evaluator.budget(), 1);
      if (entry.key.is(Kind::unbound)) continue;
      element = of_ == View::Of::keys     ? entry.key
                : of_ == View::Of::values ? entry.value
                                          : make_tuple({entry.key, entry.value});
      return true;
    }
    return false;
  }

 private:
  Ref<Table> table_;
  View::Of of_;
  std::size_t size_;
  std::size_t at_ = 0;
};

template <class T>
Ref<T> shared(const Value& value) {
  return Ref<T>(value.as<T>());
}

}  // namespace

bool can_iterate(const Value& value) {
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple:
    case Kind::text:
    case Kind::range:
    case Kind::dict:
    case Kind::set:
    case Kind::view:
    case Kind::iterator: return true;
    default: return false;
  }
}

Ref<Iterator> iterate(const Value& value) {
  switch (value.kind()) {
    case Kind::list: return make_iterator<ListIterator>(shared<List>(value));
    case Kind::tuple: return make_iterator<TupleIterator>(shared<Tuple>(value));
    case Kind::text: return make_iterator<TextIterator>(shared<Text>(value));
    case Kind::range: return make_iterator<RangeIterator>(shared<Range>(value));
    case Kind::dict: return make_iterator<TableIterator>(value.as<Dict>().table, View::Of::keys);
    case Kind::set: return make_iterator<TableIterator>(value.as<Set>().table, View::Of::keys);
    case Kind::view: return make_iterator<TableIterator>(value.as<View>().dict->table, value.as<View>().of);
    case Kind::iterator: return shared<Iterator>(value);
    default: break;
  }
  fail("a list, a text or another value with elements is expected", Failure::kShown);
}

std::vector<Value> elements_of(const Value& value, Evaluator& evaluator) {
  Budget& budget = evaluator.budget();
  const bool plain = value.is(Kind::list) && !value.as<List>().dotted;
  if (plain || value.is(Kind::tuple)) {
    const std::vector<Value>& values = plain ? value.as<List>().values() : value.as<Tuple>().values();
    charge_elements(budget, values.size());
    return values;
  }
  const Ref<Iterator> source = iterate(value);
  std::vector<Value> values;
  Value element;
  while (source->next(evaluator, element)) {
    charge_elements(budget, 1, values.size());
    values.push_back(std::move(element));
  }
  return values;
}

Value taken_out(const Value& element, bool dotted_container) {
  return dotted_container ? dotted(element) : element;
}

Value dotted(const Value& value) {
  if (value.is(Kind::list)) return Value(make<List>(value.as<List>().items, true)).at(value.written());
  if (value.is(Kind::dict)) return Value(make<Dict>(value.as<Dict>().table, true)).at(value.written());
  return value;
}

// --- comprehensions ----------------------------------------------------------------------------------------

Cursor::Cursor(const Node& comprehension, Ref<Frame> frame, Ref<Iterator> first)
    : node_(comprehension), frame_(std::move(frame)) {
  open_.push_back(std::move(first));
}

bool Cursor::next(Evaluator& evaluator) {
  const std::size_t clauses = node_.children.size() - 1;
  Value element;
  while (!open_.empty()) {
    const Node& clause = node_.children[open_.size()];
    if (!open_.back()->next(evaluator, element)) {
      open_.pop_back();
      continue;
    }
    evaluator.bind(clause.children[0], element, *frame_);
    bool holds = true;
    for (std::size_t i = 2; i < clause.children.size() && holds; ++i)
      holds = truth(evaluator.value(clause.children[i], frame_));
    if (!holds) continue;
    if (open_.size() == clauses) return true;
    open_.push_back(evaluator.iterable(node_.children[open_.size() + 1].children[1], frame_));
  }
  return false;
}

Generator::Generator(std::shared_ptr<const Expression> expression, const Node& node, Ref<Session> session,
                     Cursor cursor)
    : Iterator(TypeId::generator),
      expression_(std::move(expression)),
      node_(node),
      session_(std::move(session)),
      cursor_(std::move(cursor)) {}
Generator::~Generator() = default;

bool Generator::next(Evaluator& evaluator, Value& element) {
  if (session_->names == nullptr)
    fail("the generator belongs to an expression that has ended; write a list there: [...] instead of (...)");
  if (running_) fail("the generator goes through itself");
  check_stack();
  running_ = true;
  Evaluator inside(*expression_, session_, evaluator.budget());
  const bool found = cursor_.next(inside);
  if (found) element = inside.value(node_.children[0], cursor_.frame());
  running_ = false;
  return found;
}

}  // namespace romas::xacro
