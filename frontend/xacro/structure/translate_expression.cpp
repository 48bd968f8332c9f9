// Expressions of xacro as terms.
#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/syntax/syntax.h"
#include "frontend/xacro/structure/translate.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using TermKind = Term::Kind;

// Functions of math that the language has, too: of plain numbers, and of angles.
constexpr std::array<std::string_view, 8> kFunctions = {"sqrt", "abs",   "fabs", "min",
                                                        "max",  "floor", "ceil", "exp"};
// Methods of texts, the number of what they take, and the functions of the language.
struct Method {
  std::string_view name;
  std::size_t arguments;
  std::string_view function;
};
constexpr std::array<Method, 7> kMethods = {{{"lower", 0, "lowercase"},
                                             {"upper", 0, "uppercase"},
                                             {"strip", 0, "trim"},
                                             {"startswith", 1, "starts_with"},
                                             {"endswith", 1, "ends_with"},
                                             {"replace", 2, "substitute"},
                                             {"split", 1, "split"}}};
constexpr std::array<std::string_view, 3> kOfAngles = {"sin", "cos", "tan"};
constexpr std::array<std::string_view, 4> kGiveAngles = {"asin", "acos", "atan", "atan2"};

class Translator {
 public:
  Translator(const TracedText::Part& part, SourceRange place, const Resolve& resolve, bool path)
      : part_(part), place_(place), resolve_(resolve), path_(path) {}

  Term term(const Node& node) {  // NOLINT(misc-no-recursion)
    switch (node.kind) {
      case NodeKind::constant: return constant(node);
      case NodeKind::name: return name(node);
      case NodeKind::attribute: return attribute(node);
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
      case NodeKind::subscript: return subscript(node);
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

  // Translates an operand of and, or and not. Their results count only as true or false.
  Term truth(const Node& node) {  // NOLINT(misc-no-recursion)
    Term value = term(node);
    if (node.kind != NodeKind::name) return value;
    const auto bound =
        std::ranges::find(part_.names, node.begin, &std::pair<std::uint32_t, const Symbol*>::first);
    return bound == part_.names.end() ? std::move(value)
                                      : truth_term(std::move(value), bound->second->text.value);
  }

  // A literal. In a text, $(…) was put in before the expression was read.
  Term constant(const Node& node) {
    const TracedValue value = traced(node.constant);
    const std::size_t at = value.text.find("$(");
    if (value.kind != TracedValue::Kind::text || at == std::string::npos) return literal_term(value, place_);
    std::vector<Term> pieces;
    std::string_view rest = value.text;
    for (std::size_t next = at; next != std::string_view::npos; next = rest.find("$(")) {
      const std::size_t end = rest.find(')', next);
      if (end == std::string_view::npos) return fail(node);
      pieces.push_back(text_term(std::string(rest.substr(0, next))));
      pieces.push_back(substitution(rest.substr(next + 2, end - next - 2), node));
      rest.remove_prefix(end + 1);
    }
    pieces.push_back(text_term(std::string(rest)));
    return joined_term(std::move(pieces));
  }

  // Translates the content of $(…).
  Term substitution(std::string_view inside, const Node& node) {
    constexpr std::string_view kFind = "find ", kArgument = "arg ";
    if (inside.starts_with(kFind) && path_)
      return term_of(TermKind::find, std::string(trim(inside.substr(kFind.size()))), {});
    if (inside.starts_with(kArgument)) {
      const std::string_view name = trim(inside.substr(kArgument.size()));
      for (const Symbol* symbol : part_.inner)
        if (symbol->name == name) return resolve_(*symbol);
    }
    return fail(node);
  }

  // The symbol that a name in the expression stands for; null if it is none of the document.
  const Symbol* symbol_of(const Node& node) const {
    if (node.kind != NodeKind::name) return nullptr;
    const auto bound =
        std::ranges::find(part_.names, node.begin, &std::pair<std::uint32_t, const Symbol*>::first);
    return bound == part_.names.end() ? nullptr : bound->second;
  }

  // `limits.elbow` of a record, or a constant of a module.
  Term attribute(const Node& node) {  // NOLINT(misc-no-recursion)
    const Node& base = node.children[0];
    const bool is_record = symbol_of(base) != nullptr || base.kind == NodeKind::attribute ||
                           base.kind == NodeKind::subscript || is_load(base);
    return is_record ? term_of(TermKind::member, std::string(node.name), {term(base)})
                     : constant(node.name, node);
  }

  Term subscript(const Node& node) {  // NOLINT(misc-no-recursion)
    const Node& index = node.children[1];
    if (index.kind == NodeKind::constant && index.constant.is(Kind::text))
      return term_of(TermKind::member, index.constant.text(), {term(node.children[0])});
    return term_of(TermKind::element, {}, terms(node));
  }

  // A relative path begins in the folder of the file that says it.
  Term load(const Node& node) {
    const Node* first = &node.children[1];
    while (first->kind == NodeKind::binary) first = first->children.data();
    std::string begin = first->kind == NodeKind::constant ? str(first->constant) : std::string();
    if (const Symbol* symbol = symbol_of(*first)) begin = symbol->text.value.text;
    const bool is_absolute =
        begin.starts_with('/') || begin.starts_with("$(") || begin.find("://") != std::string::npos;
    const bool outer = std::exchange(path_, true);
    Term file = term(node.children[1]);
    path_ = outer;
    return term_of(TermKind::load, is_absolute ? std::string() : std::to_string(place_.file),
                   {std::move(file)});
  }

  // Whether a dict has a key, or a list or text a part.
  Term contains(const Node& node) {  // NOLINT(misc-no-recursion)
    std::vector<Term> args = terms(node);
    const Symbol* whole = symbol_of(node.children[1]);
    const bool is_record = whole == nullptr || whole->text.value.text.starts_with('{');
    std::swap(args[0], args[1]);
    Term found = term_of(TermKind::call, is_record ? "has" : "contains", std::move(args));
    return node.op == Operator::in ? std::move(found) : term_of(TermKind::negation, {}, {std::move(found)});
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
    if (node.ops.empty() && (node.op == Operator::in || node.op == Operator::not_in)) return contains(node);
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
    if (is_load(node)) return load(node);
    const std::string_view name = function.name;
    std::vector<Term> args;
    const auto is_method = [&](const Method& method) {
      return method.name == name && method.arguments + 1 == node.children.size();
    };
    const auto* const method = std::ranges::find_if(kMethods, is_method);
    if (function.kind == NodeKind::attribute && method != kMethods.end()) {
      args.push_back(term(function.children[0]));
      for (std::size_t i = 1; i < node.children.size(); ++i) args.push_back(term(node.children[i]));
      return term_of(TermKind::call, std::string(method->function), std::move(args));
    }
    for (std::size_t i = 1; i < node.children.size(); ++i) args.push_back(term(node.children[i]));
    const auto is_one_of = [&](const auto& names) { return std::ranges::find(names, name) != names.end(); };
    if (name == "radians" && args.size() == 1) return term_of(TermKind::radians, {}, std::move(args));
    if (name == "degrees" && args.size() == 1) return term_of(TermKind::degrees, {}, std::move(args));
    if (name == "float" && args.size() == 1 && args[0].kind != TermKind::text) return std::move(args[0]);
    if (name == "str" && args.size() == 1) return joined_term(std::move(args));
    if (name == "len" && args.size() == 1) return term_of(TermKind::call, "len", std::move(args));
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
  bool path_;  // of a file
};

}  // namespace

Term translate_expression(const TracedText::Part& part, SourceRange place, const Resolve& resolve,
                          bool path) {
  if (part.kind == TemplatePart::Kind::text) return text_term(part.text);
  if (part.argument != nullptr) return resolve(*part.argument);
  constexpr std::string_view kFind = "find ";
  if (path && part.kind == TemplatePart::Kind::substitution && part.text.starts_with(kFind))
    return term_of(Term::Kind::find, std::string(trim(std::string_view(part.text).substr(kFind.size()))), {});
  if (part.kind == TemplatePart::Kind::substitution)
    throw NotKept(concat("$(", part.text, ") is not a value of the language"), place);
  if (!part.expression) throw NotKept("the text of this expression is computed", place);
  return Translator(part, place, resolve, path).term(part.expression->root());
}

}  // namespace romas::xacro
