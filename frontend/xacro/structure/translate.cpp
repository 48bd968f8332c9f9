#include "frontend/xacro/structure/translate.h"

#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/syntax.h"
#include "support/text.h"

namespace romas::xacro {

namespace {

using TermKind = Term::Kind;

Term term_of(TermKind kind, std::string text, std::vector<Term> args) {
  return {kind, std::move(text), nullptr, std::move(args)};
}

// Functions of math that the language has, too: of plain numbers, and of angles.
constexpr std::array<std::string_view, 8> kFunctions = {"sqrt", "abs",   "fabs", "min",
                                                        "max",  "floor", "ceil", "exp"};
constexpr std::array<std::string_view, 3> kOfAngles = {"sin", "cos", "tan"};
constexpr std::array<std::string_view, 4> kGiveAngles = {"asin", "acos", "atan", "atan2"};

class Translator {
 public:
  Translator(const TracedText::Part& part, SourceRange place, const Resolve& resolve)
      : part_(part), place_(place), resolve_(resolve) {}

  Term term(const Node& node) {  // NOLINT(misc-no-recursion)
    switch (node.kind) {
      case NodeKind::constant: return literal_term(traced(node.constant), place_);
      case NodeKind::name: return name(node);
      case NodeKind::attribute: return constant(node.name, node);
      case NodeKind::unary: return unary(node);
      case NodeKind::binary: return binary(node);
      case NodeKind::compare: return compare(node);
      case NodeKind::both: return logic(node, "and");
      case NodeKind::either: return logic(node, "or");
      case NodeKind::conditional: {
        // Python's order is value, condition, other one: children are in the order of the text.
        std::vector<Term> args = terms(node);
        args[1] = truth(node.children[1]);
        std::swap(args[0], args[1]);
        return term_of(TermKind::conditional, {}, std::move(args));
      }
      case NodeKind::tuple: return term_of(TermKind::tuple, {}, terms(node));
      case NodeKind::list: return term_of(TermKind::list, {}, terms(node));
      case NodeKind::subscript: return term_of(TermKind::element, {}, terms(node));
      case NodeKind::call: return call(node);
      default: return fail(node);
    }
  }

 private:
  [[noreturn]] Term fail(const Node& node) const {
    throw NotKept(
        concat("the language has no counterpart of '",
               std::string_view(part_.expression->text()).substr(node.begin, node.end - node.begin), "'"),
        place_);
  }
  std::vector<Term> terms(const Node& node) {  // NOLINT(misc-no-recursion)
    std::vector<Term> all;
    for (const Node& child : node.children) all.push_back(term(child));
    return all;
  }

  Term name(const Node& node) {
    const auto bound =
        std::ranges::find(part_.names, node.begin, &std::pair<std::uint32_t, const Symbol*>::first);
    if (bound == part_.names.end()) return constant(node.name, node);
    if (bound->second == nullptr) return fail(node);
    return resolve_(*bound->second);
  }

  // An operand of and, or and not. What these give counts as true or false alone.
  Term truth(const Node& node) {  // NOLINT(misc-no-recursion)
    Term value = term(node);
    if (node.kind != NodeKind::name) return value;
    const auto bound =
        std::ranges::find(part_.names, node.begin, &std::pair<std::uint32_t, const Symbol*>::first);
    return bound == part_.names.end() ? std::move(value)
                                      : truth_term(std::move(value), bound->second->text.value);
  }

  Term constant(std::string_view name, const Node& node) {
    if (name == "pi") return number_term("pi");
    if (name == "True" || name == "False")
      return term_of(TermKind::truth, name == "True" ? "true" : "false", {});
    return fail(node);
  }

  Term unary(const Node& node) {  // NOLINT(misc-no-recursion)
    if (node.op == Operator::plus) return term(node.children[0]);
    if (node.op == Operator::negate) return term_of(TermKind::negation, {}, {truth(node.children[0])});
    if (node.op != Operator::minus) return fail(node);
    Term value = term(node.children[0]);
    if (value.kind == TermKind::number && !value.text.starts_with('-') && value.text != "pi")
      return number_term(concat("-", value.text));
    return term_of(TermKind::negative, {}, {std::move(value)});
  }

  Term binary(const Node& node) {  // NOLINT(misc-no-recursion)
    switch (node.op) {
      case Operator::add: return sum(node);
      case Operator::subtract: return term_of(TermKind::sum, "-", terms(node));
      case Operator::multiply: return term_of(TermKind::product, "*", terms(node));
      case Operator::divide: return term_of(TermKind::product, "/", terms(node));
      case Operator::floor_divide:
        return term_of(TermKind::call, "floor", {term_of(TermKind::product, "/", terms(node))});
      case Operator::modulo: return term_of(TermKind::call, "mod", terms(node));
      case Operator::power: {
        std::vector<Term> args = terms(node);
        const std::optional<long long> exponent =
            args[1].kind == TermKind::number ? parse_integer(args[1].text) : std::nullopt;
        constexpr long long kMost = 9;
        if (!exponent || *exponent > kMost || *exponent < -kMost)
          return term_of(TermKind::power, {}, std::move(args));
        std::string text = args[1].text;
        args.pop_back();
        return term_of(TermKind::power, std::move(text), std::move(args));
      }
      default: return fail(node);
    }
  }

  // Texts and numbers are never added, in Python as in the language.
  Term sum(const Node& node) {  // NOLINT(misc-no-recursion)
    std::vector<Term> args = terms(node);
    if (args[0].kind == TermKind::text || args[1].kind == TermKind::text) return joined_term(std::move(args));
    return term_of(TermKind::sum, "+", std::move(args));
  }

  Term compare(const Node& node) {  // NOLINT(misc-no-recursion)
    const bool plain = node.op >= Operator::equal && node.op <= Operator::greater_equal;
    if (!node.ops.empty() || !plain) return fail(node);
    return term_of(TermKind::comparison, std::string(sign_of(node.op)), terms(node));
  }

  Term logic(const Node& node, std::string_view word) {  // NOLINT(misc-no-recursion)
    Term all = truth(node.children[0]);
    for (std::size_t i = 1; i < node.children.size(); ++i)
      all = term_of(TermKind::logic, std::string(word), {std::move(all), truth(node.children[i])});
    return all;
  }

  Term call(const Node& node) {  // NOLINT(misc-no-recursion)
    const Node& function = node.children[0];
    if (function.kind != NodeKind::name && function.kind != NodeKind::attribute) return fail(node);
    const std::string_view name = function.name;
    std::vector<Term> args;
    for (std::size_t i = 1; i < node.children.size(); ++i) args.push_back(term(node.children[i]));
    const auto is_one_of = [&](const auto& names) { return std::ranges::find(names, name) != names.end(); };
    if (name == "radians" && args.size() == 1) return term_of(TermKind::radians, {}, std::move(args));
    if (name == "degrees" && args.size() == 1) return term_of(TermKind::degrees, {}, std::move(args));
    if (name == "float" && args.size() == 1 && args[0].kind != TermKind::text) return std::move(args[0]);
    if (name == "str" && args.size() == 1) return joined_term(std::move(args));
    if (name == "log" && args.size() == 1) return term_of(TermKind::call, "log", std::move(args));
    if (is_one_of(kOfAngles)) return term_of(TermKind::turned, std::string(name), std::move(args));
    if (is_one_of(kGiveAngles)) return term_of(TermKind::angle, std::string(name), std::move(args));
    if (is_one_of(kFunctions))
      return term_of(TermKind::call, name == "fabs" ? "abs" : std::string(name), std::move(args));
    return fail(node);
  }

  const TracedText::Part& part_;
  SourceRange place_;
  const Resolve& resolve_;
};

}  // namespace

Term literal_term(const TracedValue& value, SourceRange place) {
  switch (value.kind) {
    case TracedValue::Kind::number: {
      const std::optional<double> number = parse_double(value.text);
      if (!number) throw NotKept(concat("'", value.text, "' is no number of the language"), place);
      return number_term(format_double(*number));
    }
    case TracedValue::Kind::truth:
      return term_of(Term::Kind::truth, value.text == "True" || value.text == "true" ? "true" : "false", {});
    case TracedValue::Kind::text: return text_term(value.text);
    case TracedValue::Kind::other: break;
  }
  throw NotKept("lists and dicts are no values that the language has here", place);
}

std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (const Token& word : split_words(text)) {
    const std::optional<double> number = parse_double(word.text);
    if (!number) return {};
    numbers.push_back(format_double(*number));
  }
  return numbers.size() < 2 ? std::vector<std::string>() : numbers;
}

Term truth_term(Term term, const TracedValue& value) {
  if (value.kind == TracedValue::Kind::number)
    return term_of(Term::Kind::comparison, "!=", {std::move(term), number_term("0")});
  if (value.kind == TracedValue::Kind::text)
    return term_of(Term::Kind::comparison, "!=", {std::move(term), text_term("")});
  return term;
}

Term translate_expression(const TracedText::Part& part, SourceRange place, const Resolve& resolve) {
  if (part.kind == TemplatePart::Kind::text) return text_term(part.text);
  if (part.argument != nullptr) return resolve(*part.argument);
  if (part.kind == TemplatePart::Kind::substitution)
    throw NotKept(concat("$(", part.text, ") is no value of the language"), place);
  if (!part.expression) throw NotKept("the text of this expression is computed", place);
  return Translator(part, place, resolve).term(part.expression->root());
}

std::vector<TracedText> words_of(const TracedText& text) {
  std::vector<TracedText> words;
  bool open = false;
  const auto word = [&]() -> TracedText& {
    if (!open) words.emplace_back().range = text.range;
    open = true;
    return words.back();
  };
  for (const TracedText::Part& part : text.parts) {
    if (part.kind != TemplatePart::Kind::text) {
      word().parts.push_back(part);
      continue;
    }
    std::size_t end = 0;
    for (const Token& token : split_words(part.text)) {
      if (token.offset > end) open = false;
      word().parts.emplace_back().text = token.text;
      end = token.offset + token.text.size();
    }
    if (end < part.text.size()) open = false;
  }
  const std::vector<Token> values = split_words(text.value.text);
  if (values.size() != words.size()) return {};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string value(values[i].text);
    words[i].value = {parse_double(value) ? TracedValue::Kind::number : TracedValue::Kind::text, value};
    if (words.size() == 1) words[i].value.kind = text.value.kind;
  }
  return words;
}

Term translate_text(const TracedText& text, const Resolve& resolve) {
  if (text.parts.size() == 1 && text.parts[0].kind != TemplatePart::Kind::text)
    return translate_expression(text.parts[0], text.range, resolve);
  if (!numbers_in(text.value.text).empty()) {
    Term tuple = term_of(Term::Kind::tuple, {}, {});
    for (const TracedText& word : words_of(text)) tuple.args.push_back(translate_text(word, resolve));
    if (tuple.args.empty()) throw NotKept("several numbers come from one expression", text.range);
    return tuple;
  }
  if (text.parts.size() == 1) return literal_term(text.value, text.range);
  if (text.value.kind == TracedValue::Kind::number) {
    if (text.parts.size() == 2 && text.parts[0].text == "-")
      return term_of(Term::Kind::negative, {}, {translate_expression(text.parts[1], text.range, resolve)});
    throw NotKept("a number is put together from texts", text.range);
  }
  if (text.value.kind == TracedValue::Kind::truth)
    throw NotKept("a truth value is put together from texts", text.range);
  std::vector<Term> pieces;
  for (const TracedText::Part& part : text.parts)
    pieces.push_back(translate_expression(part, text.range, resolve));
  return joined_term(std::move(pieces));
}

std::vector<std::string> shown_at(const std::vector<const TracedText*>& texts, std::size_t word) {
  std::vector<std::string> shown;
  for (const TracedText* text : texts) {
    const std::vector<Token> words = split_words(text->value.text);
    if (word < words.size()) shown.emplace_back(words[word].text);
  }
  return shown;
}

void for_each_symbol(const TracedText& text, const std::function<void(const Symbol&)>& use) {
  for (const TracedText::Part& part : text.parts) {
    for (const auto& [at, symbol] : part.names)
      if (symbol != nullptr) use(*symbol);
    for (const Symbol* symbol : part.inner) use(*symbol);
    if (part.argument != nullptr) use(*part.argument);
  }
}

}  // namespace romas::xacro
