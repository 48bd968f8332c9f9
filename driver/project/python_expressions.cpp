// Values of expressions in a launch file in Python.
#include <algorithm>
#include <array>

#include "driver/project/python_launch.h"

namespace romas::driver {

namespace {

std::string in_parentheses(std::string_view word, std::string_view argument) {
  return concat("$(", word, " ", argument, ")");
}

}  // namespace

std::shared_ptr<const xacro::Expression> PythonLaunch::parse(const std::string& text) {
  auto parsed = xacro::parse_expression(text);
  const auto* expression = std::get_if<std::shared_ptr<const xacro::Expression>>(&parsed);
  return expression == nullptr ? nullptr : *expression;
}

std::string PythonLaunch::arguments_text(const PythonCode& code, std::string_view inner) {
  std::vector<std::string> parts;
  for (const std::string_view part : code.divided(inner))
    if (!part.empty() && !part.starts_with('*')) parts.push_back(without_f_texts(part));
  return join(parts, ",\n");
}

const PythonLaunch::Node* PythonLaunch::argument_of(const Node& call, std::string_view name) {
  for (const Node& child : call.children)
    if (child.kind == NodeKind::keyword && child.name == name) return &child.children.front();
  return nullptr;
}

std::string_view PythonLaunch::function_of(const Node& call) {
  const Node& function = call.children.front();
  return function.kind == NodeKind::name || function.kind == NodeKind::attribute ? function.name
                                                                                 : std::string_view();
}

const PythonValue* PythonLaunch::function_value(const Node& call, const Scope& scope) {
  const Node& function = call.children.front();
  if (function.kind == NodeKind::name) return as_function(look_up(scope, function.name));
  if (function.kind != NodeKind::attribute || function.children.front().kind != NodeKind::name)
    return nullptr;
  const PythonValue* owner = look_up(scope, function.children.front().name);
  if (owner == nullptr || !owner->is(Kind::module)) return nullptr;
  const auto found = owner->module->globals.find(function.name);
  return found == owner->module->globals.end() ? nullptr : as_function(&found->second);
}

PythonLaunch::Arguments PythonLaunch::arguments_of(const Node& call,
                                                   const Scope& scope) {  // NOLINT(misc-no-recursion)
  Arguments arguments;
  for (std::size_t i = 1; i < call.children.size(); ++i) {
    const Node& child = call.children[i];
    if (child.kind == NodeKind::keyword)
      arguments.named.emplace(std::string(child.name), value(child.children.front(), scope));
    else
      arguments.positional.push_back(value(child, scope));
  }
  return arguments;
}

LaunchTexts::Arguments PythonLaunch::table_of(const Node* node, const Scope& scope) {
  LaunchTexts::Arguments table;
  if (node != nullptr)
    for (const auto& [key, entry] : value(*node, scope).entries) table.emplace_back(key, text_of(entry));
  return table;
}

PythonValue PythonLaunch::value_of(std::string_view code, const Scope& scope) {  // NOLINT(misc-no-recursion)
  const auto expression = parse(without_f_texts(code));
  return expression == nullptr ? unknown() : value(expression->root(), scope);
}

std::string PythonLaunch::text_of(const Node& node, const Scope& scope) {
  return text_of(value(node, scope));
}

std::string PythonLaunch::joined(const PythonValue& value,
                                 std::string_view between) {  // NOLINT(misc-no-recursion): bounded
  if (value.is(Kind::text)) return value.text;
  if (!value.is(Kind::list)) return not_known("an expression");
  return join(value.items, between, [](const PythonValue& item) { return text_of(item); });
}

PythonValue PythonLaunch::value(const Node& node,
                                const Scope& scope) {  // NOLINT(misc-no-recursion): the depth is bounded
  if (nesting_ >= kMostNesting || ++work_ > kMostWork) return unknown();
  ++nesting_;
  PythonValue read = bounded(read_value(node, scope));
  --nesting_;
  return read;
}

PythonValue PythonLaunch::read_value(const Node& node, const Scope& scope) {  // NOLINT(misc-no-recursion)
  switch (node.kind) {
    case NodeKind::constant:
      if (node.constant.is(xacro::Kind::text)) return PythonValue(node.constant.text());
      if (node.constant.is(xacro::Kind::boolean))
        return PythonValue(node.constant.boolean() ? "True" : "False");
      if (node.constant.is(xacro::Kind::integer)) return PythonValue(std::to_string(node.constant.integer()));
      if (node.constant.is(xacro::Kind::real)) return PythonValue(concat(node.constant.real()));
      return unknown();
    case NodeKind::name: {
      const PythonValue* const known = look_up(scope, node.name);
      return known == nullptr ? unknown_name(node.name) : *known;
    }
    case NodeKind::local: return unknown_name(node.name);
    case NodeKind::list:
    case NodeKind::tuple: {
      PythonValue list = PythonValue::list();
      for (const Node& child : node.children) list.add(value(child, scope));
      return list;
    }
    case NodeKind::dict: {
      PythonValue table = PythonValue::table();
      for (std::size_t i = 0; i + 1 < node.children.size() && work_ < kMostWork; i += 2)
        table.set(text_of(node.children[i], scope), value(node.children[i + 1], scope));
      return table;
    }
    case NodeKind::binary: return value_of_binary(node, scope);
    case NodeKind::subscript: {
      const PythonValue owner = value(node.children[0], scope);
      const PythonValue* const entry =
          owner.is(Kind::table) ? owner.find(text_of(node.children[1], scope)) : nullptr;
      return entry == nullptr ? unknown() : *entry;
    }
    case NodeKind::call: return value_of_call(node, scope);
    default: return unknown();
  }
}

PythonValue PythonLaunch::value_of_binary(const Node& node,
                                          const Scope& scope) {  // NOLINT(misc-no-recursion)
  PythonValue left = value(node.children[0], scope), right = value(node.children[1], scope);
  if (node.op == xacro::Operator::add && left.is(Kind::list) && right.is(Kind::list)) {
    change_by(left, std::move(right), false);
    return left;
  }
  if (node.op == xacro::Operator::bit_or && left.is(Kind::table)) {
    change_by(left, std::move(right), false);
    return left;
  }
  if (node.op == xacro::Operator::add) return PythonValue(text_of(left) + text_of(right));
  if (node.op == xacro::Operator::divide) return PythonValue(concat(text_of(left), "/", text_of(right)));
  if (node.op != xacro::Operator::modulo || !left.is(Kind::text)) return unknown();
  PythonValue items = PythonValue::list();
  if (right.is(Kind::list))
    items = std::move(right);
  else
    items.add(std::move(right));
  return filled(left.text, "%s", items.items);
}

PythonValue PythonLaunch::filled(std::string_view text, std::string_view mark,
                                 const std::vector<PythonValue>& values) {
  std::string out;
  for (const PythonValue& each : values) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return unknown();
    out += concat(text.substr(0, at), text_of(each));
    text.remove_prefix(at + mark.size());
  }
  if (text.find(mark) != std::string_view::npos) return unknown();
  return PythonValue(concat(out, text));
}

std::optional<PythonValue> PythonLaunch::value_of_method(const Node& call,
                                                         const Scope& scope) {  // NOLINT(misc-no-recursion)
  if (call.children.front().kind != NodeKind::attribute) return std::nullopt;
  const std::string_view method = call.children.front().name;
  const Node& owner = call.children.front().children.front();
  const Node* const first = positional(call);
  if (method == "perform") return value(owner, scope);
  if (method == "perform_substitution" && first != nullptr) return value(*first, scope);
  if (method == "items" || method == "copy" || method == "as_posix") return value(owner, scope);
  if (method == "strip" || method == "lstrip" || method == "rstrip" || method == "lower") {
    PythonValue said = value(owner, scope);
    if (!said.is(Kind::text) || said.text.find("$(") != std::string::npos) return said;
    if (method == "lower") return PythonValue(to_lower(said.text));
    const std::string signs = first == nullptr ? " \t\n\r" : text_of(*first, scope);
    if (method != "rstrip") said.text.erase(0, said.text.find_first_not_of(signs));
    if (method != "lstrip") said.text.erase(said.text.find_last_not_of(signs) + 1);
    return said;
  }
  if (method == "get" && first != nullptr) {
    const PythonValue table = value(owner, scope);
    if (!table.is(Kind::table)) return std::nullopt;
    if (const PythonValue* entry = table.find(text_of(*first, scope))) return *entry;
    return call.children.size() > 2 ? value(call.children[2], scope) : unknown();
  }
  if (method == "format") {
    const PythonValue form = value(owner, scope);
    const Arguments arguments = arguments_of(call, scope);
    std::string text = form.text;
    for (const auto& [name, each] : arguments.named) {
      const std::string mark = concat("{", name, "}");
      if (const std::size_t at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), text_of(each));
    }
    for (std::size_t k = 0; k < arguments.positional.size(); ++k) {
      const std::string mark = concat("{", k, "}");
      if (const std::size_t at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), text_of(arguments.positional[k]));
    }
    if (text.find("{}") == std::string::npos) return PythonValue(text);
    return filled(text, "{}", arguments.positional);
  }
  if (method == "join" && first != nullptr && owner.kind == NodeKind::constant &&
      owner.constant.is(xacro::Kind::text))
    return PythonValue(joined(value(*first, scope), owner.constant.text()));
  return std::nullopt;
}

PythonValue PythonLaunch::value_of_call(const Node& call, const Scope& scope) {  // NOLINT(misc-no-recursion)
  if (const PythonValue* function = function_value(call, scope)) {
    const bool records = std::exchange(records_, false);
    PythonValue result = call_function(PythonValue(*function), arguments_of(call, scope), 0, &scope);
    records_ = records;
    return result;
  }
  if (auto made = value_of_method(call, scope)) return std::move(*made);
  const std::string_view function = function_of(call);
  const Node* const first = positional(call);
  if (function == "ThisLaunchFileDir") return PythonValue("$(dirname)");
  if (function == "dict") {
    PythonValue table = first == nullptr ? PythonValue::table() : value(*first, scope);
    for (const Node& child : call.children)
      if (child.kind == NodeKind::keyword && table.is(Kind::table))
        table.set(std::string(child.name), value(child.children.front(), scope));
    return table;
  }
  // Functions of one argument, which may be named, and the substitution that they are.
  struct Same {
    std::string_view function, argument, word;
  };
  constexpr std::array<Same, 7> kSubstitutions = {{{"FindExecutable", "name", ""},
                                                   {"TextSubstitution", "text", ""},
                                                   {"LaunchConfiguration", "variable_name", "var"},
                                                   {"FindPackageShare", "package", "find"},
                                                   {"get_package_share_directory", "package_name", "find"},
                                                   {"get_package_share_path", "package_name", "find"},
                                                   {"get_pkg_share", "package", "find"}}};
  for (const Same& each : kSubstitutions)
    if (function == each.function) {
      const Node* const argument = given(call, each.argument);
      if (argument == nullptr) return unknown();
      const std::string text = text_of(*argument, scope);
      return PythonValue(each.word.empty() ? text : in_parentheses(each.word, text));
    }
  if (function == "spec_from_file_location" && call.children.size() > 2)
    return module_value(text_of(call.children[2], scope));
  if (first == nullptr) return unknown_name(function);
  if (function == "load_python_launch_file_as_module") return module_value(text_of(*first, scope));
  if (function == "getattr" && call.children.size() > 2) {
    const PythonValue owner = value(*first, scope);
    if (!owner.is(Kind::module)) return unknown();
    const auto found = owner.module->globals.find(text_of(call.children[2], scope));
    return found == owner.module->globals.end() ? unknown() : found->second;
  }
  if (function == "PathJoinSubstitution") return PythonValue(joined(value(*first, scope), "/"));
  if (function == "join" || function == "joinpath") {
    PythonValue parts = PythonValue::list();
    if (function == "joinpath") parts.add(value(call.children.front().children.front(), scope));
    for (std::size_t i = 1; i < call.children.size(); ++i) parts.add(value(call.children[i], scope));
    return PythonValue(joined(parts, "/"));
  }
  constexpr std::array<std::string_view, 9> kSame = {"ParameterValue", "str",      "Path",
                                                     "abspath",        "realpath", "normpath",
                                                     "PathJoin",       "list",     "module_from_spec"};
  if (std::ranges::find(kSame, function) != kSame.end()) return value(*first, scope);
  return unknown_name(function);
}

PythonValue PythonLaunch::module_value(const std::string& written) {
  PythonModule* const module = find_module(written);
  return module == nullptr ? unknown() : PythonValue::of(Kind::module, module);
}

}  // namespace romas::driver
