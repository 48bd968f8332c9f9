// Attributes and calls.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas::xacro {

// --- names that have no value ------------------------------------------------------------------------------

void Evaluator::unknown_name(const Node& node) {
  Failure failure;
  failure.placed = true;
  failure.error.kind = EvalError::Kind::unknown_name;
  failure.error.unknown = node.name;
  failure.error.begin = node.begin;
  failure.error.end = node.end;
  failure.error.message = concat("'", node.name, "' is not defined here");
  if (const auto plain = without_look_alikes(node.name)) {
    failure.error.message += concat("; it has ", plain->first.name);
    failure.error.nearest = plain->text;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOtherLanguages = {
      {{"true", "True"}, {"false", "False"}, {"null", "None"}, {"none", "None"}}};
  for (const auto& [word, meant] : kOtherLanguages)
    if (node.name == word) failure.error.nearest = meant;
  if (failure.error.nearest.empty() && find_type_name(node.name)) {
    failure.error.nearest = concat("python.", node.name);
  } else if (failure.error.nearest.empty()) {
    for (const Builtin& function : python_functions())
      if (function.name == node.name) failure.error.nearest = concat("python.", node.name);
    const std::vector<std::string> known = session_->names->known();
    const auto view = [](const std::string& name) { return std::string_view(name); };
    if (failure.error.nearest.empty()) failure.error.nearest = nearest_name(node.name, known, view);
    // Names that are built in are short and many: of a short name one letter may differ.
    constexpr std::size_t kShort = 5;
    const std::string_view builtin = nearest_name(node.name, builtin_names());
    const bool near = node.name.size() > kShort || edit_distance(node.name, builtin, 1) <= 1;
    if (failure.error.nearest.empty() && near) failure.error.nearest = builtin;
  }
  throw Failure(std::move(failure));
}

void Evaluator::unknown_attribute(const Value& base, const Node& node) {
  std::vector<std::string> known;
  const auto add = [&](const auto& names) {
    for (const auto& name : names) known.emplace_back(name);
  };
  std::string what = concat("a ", type_name(type_of(base)));
  if (base.is(Kind::module)) {
    what = concat("'", base.module().name, "'");
    add(base.module().known());
  } else if (base.is(Kind::scope)) {
    what = concat("the namespace '", base.as<ScopeValue>().name, "'");
    add(base.as<ScopeValue>().names.known());
  } else {
    if (base.is(Kind::text)) what = "a text";
    if (base.is(Kind::dict) && base.as<Dict>().dotted)
      for (const Table::Entry& entry : base.as<Dict>().entries().entries())
        if (entry.key.is(Kind::text)) known.push_back(entry.key.text());
    add(method_names(base.is(Kind::type) ? base.type() : type_of(base)));
  }
  Failure failure;
  failure.placed = true;
  failure.error.end = node.end;
  failure.error.begin = node.end - static_cast<std::uint32_t>(node.name.size());
  if (is_left_out(base.is(Kind::type) ? base.type() : type_of(base), node.name)) {
    failure.error.message = concat("'", node.name, "' is not supported in a xacro expression");
    if (base.is(Kind::set)) failure.error.message += "; combine sets with |, &, - and ^";
  } else {
    failure.error.message = concat(what, " has no '", node.name, "'");
    failure.error.nearest =
        nearest_name(node.name, known, [](const std::string& name) { return std::string_view(name); });
  }
  const bool plain_dict = base.is(Kind::dict) && !base.as<Dict>().dotted;
  if (plain_dict && base.as<Dict>().entries().find(node.name) != nullptr)
    failure.error.message +=
        concat("; only dicts of YAML files have dotted names, write ['", node.name, "']");
  constexpr std::size_t kMost = 40;
  if (known.size() > kMost) known.resize(kMost);
  if (!known.empty()) failure.error.notes.push_back({{}, concat(what, " has ", join_last(known, " and "))});
  if (base.written().valid())
    failure.error.notes.push_back(
        {base.written(), concat("`", text_of(node.children[0]), "` comes from here")});
  throw Failure(std::move(failure));
}

// --- attributes --------------------------------------------------------------------------------------------

Value Evaluator::attribute(const Node& node, const Ref<Frame>& frame) {
  return attribute_of(value(node.children[0], frame), node);
}

Value Evaluator::attribute_of(const Value& base, const Node& node) {
  if (base.is(Kind::module)) {
    if (auto found = base.module().find(node.name)) return *std::move(found);
    unknown_attribute(base, node);
  }
  if (base.is(Kind::scope)) {
    Value found;
    const auto outcome = base.as<ScopeValue>().names.find(node.name, found);
    if (outcome == Names::Outcome::found) return found;
    if (outcome == Names::Outcome::absent) unknown_attribute(base, node);
    Failure failure;
    failure.placed = true;
    failure.error.kind = EvalError::Kind::reported;
    failure.error.message = concat("'", node.name, "' has no value");
    failure.error.begin = node.begin;
    failure.error.end = node.end;
    throw Failure(std::move(failure));
  }
  const TypeId type = base.is(Kind::type) ? base.type() : type_of(base);
  if (const Builtin* method = find_method(type, node.name)) return Value(make<Method>(base, *method));
  if (base.is(Kind::dict) && base.as<Dict>().dotted)
    if (const Value* entry = base.as<Dict>().entries().find(node.name)) return taken_out(*entry, true);
  unknown_attribute(base, node);
}

// --- calls -------------------------------------------------------------------------------------------------

Value Evaluator::call(const Node& node, const Ref<Frame>& frame) {
  const Value function = value(node.children[0], frame);
  Call call(*this, {});
  std::vector<Shown> shown;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& argument = node.children[i];
    if (argument.kind == NodeKind::keyword)
      call.named.emplace_back(argument.name, value(argument.children[0], frame));
    else
      call.values.push_back(value(argument, frame));
  }
  try {
    return call_value(function, call);
  } catch (Failure& failure) {
    if (failure.placed) throw;
    for (std::size_t i = 1; i < node.children.size() && i <= call.values.size(); ++i)
      shown.push_back({&node.children[i], &call.values[i - 1]});
    for (const auto& [name, given] : call.named)
      for (const Node& argument : node.children)
        if (argument.kind == NodeKind::keyword && argument.name == name)
          shown.push_back({&argument.children[0], &given});
    place(failure, node, shown);
    throw;
  }
}

Value Evaluator::call(const Value& function, std::vector<Value> arguments) {
  check_stack();
  Call call(*this, {});
  call.values = std::move(arguments);
  return call_value(function, call);
}

Value Evaluator::call_value(const Value& function, Call& call) {
  charge(budget_, 1);
  if (function.is(Kind::function)) return invoke(function.builtin(), call);
  if (function.is(Kind::type)) {
    call.name = type_name(function.type());
    return construct(function.type(), call);
  }
  if (!function.is(Kind::method))
    fail(concat("only functions can be called, but this is ", describe(function)));
  const auto& method = function.as<Method>();
  call.self = method.self;
  if (method.self.is(Kind::type)) {
    // str.upper(text)
    const TypeId type = method.self.type();
    if (call.values.empty() || find_method(type_of(call.values[0]), method.builtin.name) != &method.builtin)
      fail(concat(type_name(type), ".", method.builtin.name, "() takes a ", type_name(type), " first"));
    call.self = call.values[0];
    call.values.erase(call.values.begin());
  }
  return invoke(method.builtin, call);
}

Value Evaluator::invoke(const Builtin& builtin, Call& call) {
  call.name = builtin.name;
  const auto given = static_cast<int>(call.values.size());
  if (!builtin.named) call.no_names();
  if (given <= builtin.most && given >= builtin.least) return builtin.function(call);
  std::string wanted = concat(builtin.least);
  if (builtin.most == Builtin::kAny)
    wanted = concat("at least ", builtin.least);
  else if (builtin.most != builtin.least)
    wanted = concat(builtin.least, builtin.most == builtin.least + 1 ? " or " : " to ", builtin.most);
  fail(concat(builtin.name, "() takes ", wanted, builtin.most == 1 ? " argument" : " arguments", ", not ",
              given));
}

// --- arguments ---------------------------------------------------------------------------------------------

double Call::real(std::size_t index) const {
  if (!is_number(values[index])) fail(concat(name, "() takes a number"), static_cast<int>(index));
  return as_double(values[index]);
}

std::int64_t Call::whole(std::size_t index) const {
  if (!is_whole(values[index])) fail(concat(name, "() takes a whole number"), static_cast<int>(index));
  return values[index].integer();
}

const std::string& Call::text(std::size_t index) const {
  if (!values[index].is(Kind::text)) fail(concat(name, "() takes a text"), static_cast<int>(index));
  return values[index].text();
}

std::optional<Value> Call::take(std::string_view argument) {
  const auto found =
      std::find_if(named.begin(), named.end(), [&](const auto& given) { return given.first == argument; });
  if (found == named.end()) return std::nullopt;
  Value value = std::move(found->second);
  named.erase(found);
  return value;
}

void Call::by_name(std::initializer_list<std::string_view> names) {
  std::size_t index = 0;
  for (const std::string_view argument : names) {
    if (auto given = take(argument)) {
      if (has(index)) fail(concat(name, "() is given '", argument, "' twice"));
      while (values.size() <= index) values.push_back(Value::unbound());
      values[index] = *std::move(given);
    }
    ++index;
  }
  no_names();
}

void Call::no_names() const {
  if (!named.empty()) fail(concat(name, "() has no argument '", named.front().first, "'"));
}

}  // namespace romas::xacro
