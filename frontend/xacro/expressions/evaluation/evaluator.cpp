#include "frontend/xacro/expressions/evaluation/evaluator.h"

#include <utility>

#include "frontend/xacro/expressions/evaluation/operators.h"
#include "frontend/xacro/expressions/values/compare.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

void Frame::drop_contents() {
  const std::vector<Value> dropped = std::move(slots);
  slots.clear();
}

std::variant<Value, EvalError> evaluate(const Expression& expression, Names& names, Host& host,
                                        Budget& budget) {
  const Ref<Session> session = make<Session>(names, host);
  // Generators that outlive the run must not ask names that may be gone.
  const auto close = [&] {
    session->names = nullptr;
    session->host = nullptr;
  };
  try {
    check_stack();
    Value value = Evaluator(expression, session, budget).value(expression.root(), {});
    close();
    return value;
  } catch (Failure& failure) {
    close();
    if (!failure.placed) failure.error.end = static_cast<std::uint32_t>(expression.text().size());
    return std::move(failure.error);
  }
}

Value Evaluator::value(const Node& node, const Ref<Frame>& frame) {
  charge(budget_, 1);
  switch (node.kind) {
    case NodeKind::constant: return node.constant;
    case NodeKind::name: return name(node);
    case NodeKind::local: return local(node, frame);
    default: check_stack();
  }
  switch (node.kind) {
    case NodeKind::attribute: return attribute(node, frame);
    case NodeKind::subscript: return subscript(node, frame);
    case NodeKind::slice: return slice(node, frame);
    case NodeKind::call: return call(node, frame);
    case NodeKind::unary: return unary(node, frame);
    case NodeKind::binary: return binary(node, frame);
    case NodeKind::compare: return compare(node, frame);
    case NodeKind::both:
    case NodeKind::either: {
      const bool deciding = node.kind == NodeKind::either;
      for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
        Value operand = value(node.children[i], frame);
        if (truth(operand) == deciding) return operand;
      }
      return value(node.children.back(), frame);
    }
    case NodeKind::conditional:
      return value(node.children[truth(value(node.children[1], frame)) ? 0 : 2], frame);
    case NodeKind::tuple: return make_tuple(all(node, frame));
    case NodeKind::list: return make_list(all(node, frame));
    case NodeKind::set: return set(node, frame);
    case NodeKind::dict: return dict(node, frame);
    case NodeKind::comprehension: return comprehension(node, frame);
    default: return {};
  }
}

// --- names -------------------------------------------------------------------------------------------------

Value Evaluator::name(const Node& node) {
  Value found;
  switch (session_->names->find(node.name, found)) {
    case Names::Outcome::found: return found;
    case Names::Outcome::absent: break;
    case Names::Outcome::failed: {
      Failure failure;
      failure.error.kind = EvalError::Kind::reported;
      failure.error.message = concat("'", node.name, "' has no value");
      failure.error.begin = node.begin;
      failure.error.end = node.end;
      failure.placed = true;
      throw Failure(std::move(failure));
    }
  }
  if (node.constant.is(Kind::unbound)) unknown_name(node);
  return node.constant;
}

Value Evaluator::local(const Node& node, const Ref<Frame>& frame) {
  const Frame* owner = frame.get();
  for (std::uint32_t i = 0; i < node.up; ++i) owner = owner->outer.get();
  if (owner->slots.size() <= node.slot || owner->slots[node.slot].is(Kind::unbound))
    fail_at(node.begin, node.end,
            concat("the variable '", node.name, "' has no value yet: its 'for' comes later"));
  return owner->slots[node.slot];
}

// --- operators ---------------------------------------------------------------------------------------------

Value Evaluator::unary(const Node& node, const Ref<Frame>& frame) {
  const Value operand = value(node.children[0], frame);
  try {
    return unary_operation(node.op, operand);
  } catch (Failure& failure) {
    place(failure, node, std::array{Shown{&node.children[0], &operand}});
    throw;
  }
}

Value Evaluator::binary(const Node& node, const Ref<Frame>& frame) {
  const Value left = value(node.children[0], frame);
  const Value right = value(node.children[1], frame);
  try {
    return binary_operation(node.op, left, right, *this);
  } catch (Failure& failure) {
    place(failure, node, std::array{Shown{&node.children[0], &left}, Shown{&node.children[1], &right}});
    throw;
  }
}

Value Evaluator::compare(const Node& node, const Ref<Frame>& frame) {
  Value left = value(node.children[0], frame);
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    Value right = value(node.children[i], frame);
    if (!compare_two(node, i, left, right)) return Value(false);
    left = std::move(right);
  }
  return Value(true);
}

bool Evaluator::compare_two(const Node& node, std::size_t index, const Value& left, const Value& right) {
  try {
    switch (index == 1 ? node.op : node.ops[index - 2]) {
      case Operator::equal: return equal(left, right, budget_);
      case Operator::unequal: return !equal(left, right, budget_);
      case Operator::less: return ordered(left, right, Order::less, budget_);
      case Operator::less_equal: return ordered(left, right, Order::less_equal, budget_);
      case Operator::greater: return ordered(left, right, Order::greater, budget_);
      case Operator::greater_equal: return ordered(left, right, Order::greater_equal, budget_);
      case Operator::in: return contains(right, left, *this);
      case Operator::not_in: return !contains(right, left, *this);
      case Operator::is: return identical(left, right);
      default: return !identical(left, right);
    }
  } catch (Failure& failure) {
    place(failure, node,
          std::array{Shown{&node.children[index - 1], &left}, Shown{&node.children[index], &right}});
    throw;
  }
}

Value Evaluator::subscript(const Node& node, const Ref<Frame>& frame) {
  const Value container = value(node.children[0], frame);
  const Value index = value(node.children[1], frame);
  try {
    return item_of(container, index, budget_);
  } catch (Failure& failure) {
    place(failure, node, std::array{Shown{&node.children[0], &container}, Shown{&node.children[1], &index}});
    throw;
  }
}

Value Evaluator::slice(const Node& node, const Ref<Frame>& frame) {
  std::size_t next = 0;
  const auto part = [&](unsigned bit) {
    return (node.parts & bit) != 0 ? value(node.children[next++], frame) : Value();
  };
  Value start = part(1);
  Value stop = part(2);
  Value step = part(4);
  return Value(make<Slice>(std::move(start), std::move(stop), std::move(step)));
}

// --- containers --------------------------------------------------------------------------------------------

std::vector<Value> Evaluator::all(const Node& node, const Ref<Frame>& frame) {
  std::vector<Value> values;
  values.reserve(node.children.size());
  for (const Node& child : node.children) values.push_back(value(child, frame));
  return values;
}

Value Evaluator::dict(const Node& node, const Ref<Frame>& frame) {
  Ref<Dict> dict = make<Dict>();
  for (std::size_t i = 0; i < node.children.size(); i += 2) {
    const Value key = value(node.children[i], frame);
    Value entry = value(node.children[i + 1], frame);
    try {
      dict->table->set(key, std::move(entry), budget_);
    } catch (Failure& failure) {
      place(failure, node.children[i], {});
      throw;
    }
  }
  return Value(std::move(dict));
}

Value Evaluator::set(const Node& node, const Ref<Frame>& frame) {
  Ref<Set> set = make<Set>();
  for (const Node& child : node.children) {
    const Value element = value(child, frame);
    try {
      set->table->set(element, {}, budget_);
    } catch (Failure& failure) {
      place(failure, child, {});
      throw;
    }
  }
  return Value(std::move(set));
}

Ref<Iterator> Evaluator::iterable(const Node& node, const Ref<Frame>& frame) {
  const Value source = value(node, frame);
  try {
    return iterate(source);
  } catch (Failure& failure) {
    place(failure, node, std::array{Shown{&node, &source}});
    throw;
  }
}

void Evaluator::bind(const Node& target, const Value& given, Frame& frame) {
  if (target.kind == NodeKind::local) {
    if (target.slot < frame.slots.size()) frame.slots[target.slot] = given;
    return;
  }
  if (!can_iterate(given))
    fail_at(target.begin, target.end,
            concat("the element is not spread over ", target.children.size(), " variables: it is ",
                   describe(given)));
  const std::vector<Value> parts = elements_of(given, *this);
  if (parts.size() != target.children.size())
    fail_at(target.begin, target.end,
            concat("the element has ", parts.size(), " parts, but there are ", target.children.size(),
                   " variables"));
  for (std::size_t i = 0; i < parts.size(); ++i) bind(target.children[i], parts[i], frame);
}

Value Evaluator::comprehension(const Node& node, const Ref<Frame>& frame) {
  Ref<Iterator> first = iterable(node.children[1].children[1], frame);
  Cursor cursor(node, make<Frame>(frame, node.slot), std::move(first));
  if (node.gives == Gives::generator) {
    if (frame) budget_.may_hold_itself(*frame);
    return Value(Ref<Iterator>(
        std::make_unique<Generator>(expression_.shared_from_this(), node, session_, std::move(cursor))));
  }
  const Node& element = node.children[0];
  if (node.gives == Gives::list) {
    std::vector<Value> values;
    while (cursor.next(*this)) {
      charge_elements(budget_, 1, values.size());
      values.push_back(value(element, cursor.frame()));
    }
    return make_list(std::move(values));
  }
  const bool is_dict = node.gives == Gives::dict;
  const Ref<Table> table = make<Table>();
  while (cursor.next(*this)) {
    const Value key = value(element.children[0], cursor.frame());
    Value entry = is_dict ? value(element.children[1], cursor.frame()) : Value();
    try {
      table->set(key, std::move(entry), budget_);
    } catch (Failure& failure) {
      place(failure, element.children[0], {});
      throw;
    }
  }
  if (is_dict) return Value(make<Dict>(table, false));
  Ref<Set> set = make<Set>();
  set->table = table;
  return Value(std::move(set));
}

// --- failures ----------------------------------------------------------------------------------------------

std::string Evaluator::text_of(const Node& node) const {
  constexpr std::size_t kLongest = 40;  // bytes
  return one_line(std::string_view(expression_.text()).substr(node.begin, node.end - node.begin), kLongest);
}

namespace {

// Returns true for a literal, whose text shows its value.
bool is_literal(const Node& node) {
  if (node.kind == NodeKind::unary) return is_literal(node.children[0]);
  return node.kind == NodeKind::constant;
}

}  // namespace

void Evaluator::place(Failure& failure, const Node& node, std::span<const Shown> operands) const {
  if (failure.placed) return;
  failure.placed = true;
  const bool one = failure.operand >= 0 && static_cast<std::size_t>(failure.operand) < operands.size();
  if (one) operands = operands.subspan(static_cast<std::size_t>(failure.operand), 1);
  const Node& where = one ? *operands.front().node : node;
  failure.error.begin = where.begin;
  failure.error.end = where.end;
  if (!failure.shows || (!one && failure.operand != Failure::kShown)) return;
  std::string_view between = "; ";
  for (const Shown& shown : operands) {
    if (is_literal(*shown.node)) continue;
    failure.error.message += concat(between, "`", text_of(*shown.node), "` is ", describe(*shown.value));
    between = " and ";
    if (shown.value->written().valid())
      failure.error.notes.push_back(
          {shown.value->written(), concat("`", text_of(*shown.node), "` comes from here")});
  }
}

}  // namespace romas::xacro
