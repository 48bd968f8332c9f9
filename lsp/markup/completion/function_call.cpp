#include "lsp/markup/completion/function_call.h"

#include <algorithm>

#include "frontend/xacro/expressions/builtins/builtins.h"
#include "lsp/markup/tree/place.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

struct OpenCall {
  std::string name;  // empty: brackets that are no call
  std::size_t argument = 0;
};

// The innermost bracket that is open at the end of an expression.
std::optional<OpenCall> innermost_call(std::string_view expression) {
  std::vector<OpenCall> open;
  std::string name;
  char quote = '\0';
  for (const char c : expression) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      continue;
    }
    if (is_word_character(c) || c == '.') {
      name += c;
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    if (c == '(') open.push_back({name, 0});
    if (c == '[' || c == '{') open.emplace_back();
    if (c == ',' && !open.empty()) ++open.back().argument;
    if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
    if (c != ' ') name.clear();
  }
  return open.empty() || open.back().name.empty() ? std::nullopt : std::optional(open.back());
}

const xacro::Builtin* builtin_of(std::string_view path) {
  const std::size_t dot = path.find('.');
  auto value = xacro::builtin_value(path.substr(0, dot));
  if (value && dot != std::string_view::npos)
    value = value->is(xacro::Kind::module) ? value->module().find(path.substr(dot + 1)) : std::nullopt;
  return value && value->is(xacro::Kind::function) ? &value->builtin() : nullptr;
}

// The table knows how many values a function takes, and no names.
std::vector<std::string> parameters_of(const xacro::Builtin& function) {
  constexpr int kMost = 6;
  std::vector<std::string> names;
  for (int i = 0; i < std::min(function.most, std::max(function.least, kMost)); ++i) {
    const std::string letter(1, static_cast<char>('a' + i % 26));
    if (i < function.least)
      names.push_back(letter);
    else if (function.most == xacro::Builtin::kAny)
      return names.push_back("…"), names;
    else
      names.push_back(concat("[", letter, "]"));
  }
  return names;
}

}  // namespace

std::optional<FunctionCall> function_call_at(const Tree& tree, std::uint32_t offset) {
  const Place place = place_at(tree, offset);
  std::string_view before;
  if (place.where == Where::attribute_value)
    before = tree.text.substr(place.word.begin, offset - place.word.begin);
  else if (place.where == Where::content && place.parent() != kNone)
    before = tree.text.substr(tree.nodes[place.parent()].content().begin,
                              offset - tree.nodes[place.parent()].content().begin);
  const std::size_t begin = before.rfind("${");
  if (begin == std::string_view::npos) return std::nullopt;
  const auto call = innermost_call(before.substr(begin + 2));
  const xacro::Builtin* function = call ? builtin_of(call->name) : nullptr;
  if (function == nullptr) return std::nullopt;
  FunctionCall found{{}, parameters_of(*function), std::nullopt};
  found.label =
      concat(call->name, "(", join(found.parameters, ", ", [](const auto& name) { return name; }), ")");
  const bool repeats = function->most == xacro::Builtin::kAny;
  if (call->argument < found.parameters.size())
    found.parameter = call->argument;
  else if (repeats && !found.parameters.empty())
    found.parameter = found.parameters.size() - 1;
  return found;
}

}  // namespace romas::markup
