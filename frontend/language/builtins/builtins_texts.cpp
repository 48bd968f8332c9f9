// Built-in functions of texts. Characters are code points; those of ASCII alone have an upper and a lower
// case.
#include <algorithm>

#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

bool is_unknown(const std::vector<Value>& arguments) {
  return std::ranges::any_of(arguments, [](const Value& argument) {
    return argument.unknown || std::holds_alternative<Anything>(argument.content);
  });
}

// Letters from `first` on, 26 of them, become those from `to` on.
void replace_letters(std::string& text, char first, char to) {
  for (char& c : text)
    if (c >= first && c < first + 26) c = static_cast<char>(c - first + to);
}

}  // namespace

// The argument as a text, empty for a value of which nothing is known; reports another kind.
std::optional<std::string> builtins::text(Evaluator& e, const Expr& expr, const Value& argument) {
  if (std::holds_alternative<Anything>(argument.content)) return std::string();
  if (const auto* text = std::get_if<String>(&argument.content)) return **text;
  report(e, Rule::type_mismatch, argument.range,
         concat(expr.operands.front().text(), " takes a text, not ", describe(argument)));
  return std::nullopt;
}

std::optional<std::vector<std::string>> builtins::texts(Evaluator& e, const Expr& expr,
                                                        const std::vector<Value>& arguments) {
  std::vector<std::string> all;
  for (const Value& argument : arguments) {
    auto one = text(e, expr, argument);
    if (!one) return std::nullopt;
    all.push_back(*std::move(one));
  }
  return all;
}

std::optional<Value> builtins::accept_text(Evaluator& e, const Expr& expr, std::string text, bool unknown) {
  if (text.size() > Budget::kLongestText) {
    e.budget().exhaust(expr.range, concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
    return std::nullopt;
  }
  if (!e.budget().spend_bytes(text.size(), expr.range)) return std::nullopt;
  return Value{String(std::move(text)), expr.range, unknown};
}

std::optional<Value> builtins::upper(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  auto text = builtins::text(e, expr, arguments[0]);
  if (!text) return std::nullopt;
  replace_letters(*text, 'a', 'A');
  return accept_text(e, expr, *std::move(text), is_unknown(arguments));
}

std::optional<Value> builtins::lower(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  auto text = builtins::text(e, expr, arguments[0]);
  if (!text) return std::nullopt;
  replace_letters(*text, 'A', 'a');
  return accept_text(e, expr, *std::move(text), is_unknown(arguments));
}

std::optional<Value> builtins::trimmed(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto text = builtins::text(e, expr, arguments[0]);
  if (!text) return std::nullopt;
  return accept_text(e, expr, std::string(romas::trim(*text)), is_unknown(arguments));
}

std::optional<Value> builtins::substitute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto all = texts(e, expr, arguments);
  if (!all) return std::nullopt;
  const std::string& text = (*all)[0];
  const std::string& old = (*all)[1];
  if (is_unknown(arguments)) return Value{String(text), expr.range, true};
  if (old.empty()) {
    report(e, Rule::bad_value, arguments[1].range, "an empty text cannot be replaced");
    return std::nullopt;
  }
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, from)) {
    out.append(text, from, at - from).append((*all)[2]);
    from = at + old.size();
    if (out.size() > Budget::kLongestText) break;
  }
  return accept_text(e, expr, out.append(text, from), false);
}

std::optional<Value> builtins::starts_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto all = texts(e, expr, arguments);
  if (!all) return std::nullopt;
  return Value{(*all)[0].starts_with((*all)[1]), expr.range, is_unknown(arguments)};
}

std::optional<Value> builtins::ends_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto all = texts(e, expr, arguments);
  if (!all) return std::nullopt;
  return Value{(*all)[0].ends_with((*all)[1]), expr.range, is_unknown(arguments)};
}

std::optional<Value> builtins::contains(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  if (const auto* list = std::get_if<List>(&arguments[0].content)) {
    bool found = false;
    for (const Value& element : *list) {
      const auto same = equal_values(e, element, arguments[1], expr.range);
      if (!same) return std::nullopt;
      found = found || *same;
    }
    return Value{found, expr.range, is_unknown(arguments)};
  }
  const auto all = texts(e, expr, arguments);
  if (!all) return std::nullopt;
  return Value{(*all)[0].find((*all)[1]) != std::string::npos, expr.range, is_unknown(arguments)};
}

std::optional<Value> builtins::split(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto all = texts(e, expr, arguments);
  if (!all) return std::nullopt;
  const std::string& text = (*all)[0];
  const std::string& separator = (*all)[1];
  if (is_unknown(arguments)) return Value{List({Value{String(text), expr.range, true}}), expr.range, true};
  if (separator.empty()) {
    report(e, Rule::bad_value, arguments[1].range, "an empty text cannot separate texts");
    return std::nullopt;
  }
  if (!e.budget().spend_bytes(text.size(), expr.range)) return std::nullopt;
  std::vector<Value> parts;
  std::size_t from = 0;
  for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, from)) {
    parts.push_back({String(text.substr(from, at - from)), expr.range});
    from = at + separator.size();
  }
  parts.push_back({String(text.substr(from)), expr.range});
  return accept(e, expr, std::move(parts), false);
}

std::optional<Value> builtins::joined(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const auto list = elements(e, expr, arguments[0]);
  const auto separator = text(e, expr, arguments[1]);
  if (!list || !separator) return std::nullopt;
  std::string out;
  bool unknown = is_unknown(arguments);
  for (std::size_t i = 0; *list != nullptr && i < (*list)->size(); ++i) {
    const Value& element = (**list)[i];
    const auto one = text(e, expr, element);
    if (!one) return std::nullopt;
    unknown = unknown || element.unknown;
    if (i > 0) out.append(*separator);
    out.append(*one);
    if (out.size() > Budget::kLongestText) break;
  }
  return accept_text(e, expr, std::move(out), unknown);
}

}  // namespace romas::language
