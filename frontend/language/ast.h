// The syntax tree of the Romas language: what was written, with places, before names, units and types are
// looked at.
//
// Statements are uniform: a keyword names the values that follow it. `limit 0 rad .. 1 rad effort 5 N*m;` is
// the statement "limit" with the arguments limit: [0 rad, 1 rad] and effort: [5 N*m]. Which keywords and
// values may stand where is the business of the grammar (Romas.g4); what they mean is the business of the
// lowering.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/boxed.h"
#include "support/source_manager.h"

namespace romas::language {

class Scope;

// A name that something is bound to.
struct Binding {
  std::string text;
  SourceRange range;
};

struct UnitFactor {
  std::string_view name;
  int exponent = 1;
};

// The operators of expressions that stand between two operands, by rank from the loosest.
enum class Operator : unsigned char {
  logical_or,
  logical_and,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  add,
  subtract,
  multiply,
  divide
};

// What a loop or `let` gives a value to: a name, or patterns for the elements of a tuple.
struct Pattern {
  Binding name;
  std::vector<Pattern> parts;  // empty: the name
  SourceRange range;

  // The names of all parts, from the left.
  std::vector<Binding> names() const;
};

struct Template;
using TemplatePtr = std::shared_ptr<const Template>;

// A value as written. Chains of sums and products are flat, so that the depth is that of the brackets. Long
// lists and sums hold one of these for every operand: what few of them have lies in `extra`.
struct Expr {
  enum class Kind : unsigned char {
    missing,  // a syntax error took what stood here: it is worth a value of which nothing is known
    number,
    text,  // text(), or `pieces` where something is interpolated
    boolean,
    tuple,        // two or more operands
    group,        // one operand in parentheses
    list,         // operands
    each,         // a list made by a loop: [operand 0 for `pattern` in operand 1 if operand 2]
    negate,       // one operand
    logical_not,  // one operand
    sum,          // operands, `operators` between them: add or subtract
    product,      // multiply or divide
    comparison,   // two operands and one operator
    conjunction,  // operands joined by `and`
    disjunction,  // … by `or`
    conditional,  // if operand 0 then operand 1 else operand 2
    power,        // operand ^ exponent
    name,         // text()
    member,       // operand 0 . text()
    index,        // operand 0 [ operand 1 ]
    call,         // operand 0 ( the other operands ), which may have names
    align,        // four axes: child -> parent, child -> parent
  };
  Expr() = default;
  Expr(const Expr&);
  Expr(Expr&&) noexcept = default;
  Expr& operator=(const Expr&);
  Expr& operator=(Expr&&) noexcept = default;
  ~Expr();

  struct Extra {
    std::string text;  // that the source does not hold as it is
    std::vector<Operator> operators;
    std::vector<UnitFactor> unit;  // behind a number or a closing parenthesis
    SourceRange text_range;        // of a member's name in quotes
    std::vector<Binding> names;    // of a call's arguments; none where none of them has a name
    std::shared_ptr<const Pattern> pattern;
    TemplatePtr pieces;
  };

  Kind kind = Kind::missing;
  bool boolean = false;
  std::int8_t exponent = 1;
  std::uint16_t depth = 1;  // of expressions within each other, this one included
  SourceRange range;
  std::uint32_t inner_end = 0;  // where the range ends without the unit
  double number = 0;
  std::string_view word;  // of the source
  std::vector<Expr> operands;
  Boxed<Extra> extra;

  std::string_view text() const {
    return extra && !extra->text.empty() ? std::string_view(extra->text) : word;
  }
  SourceRange inner() const { return {range.file, range.begin, inner_end}; }
  // Of a member's name.
  SourceRange text_range() const;
  // Of a call's argument; empty for one without a name.
  const Binding& argument_name(std::size_t index) const {
    static const Binding kNone{};
    return more().names.empty() ? kNone : more().names[index];
  }
  const Extra& more() const;
  Extra& edit_more() { return extra ? *extra : extra.emplace(); }
  void set_range(const SourceRange& where) {
    range = where;
    inner_end = where.end;
  }
  // The operand that follows is made where it stays: `make` gets an empty one.
  template <class Make>
  void add_made(const Make& make) {
    Expr& operand = operands.emplace_back();
    make(operand);
    if (operand.depth >= depth) depth = static_cast<std::uint16_t>(operand.depth + 1);
  }
  // Becomes an expression of this kind whose operand it was.
  void wrap_in(Kind outer);
};

// A string with values in it: texts[0] values[0] texts[1] … texts[n].
struct Template {
  std::vector<std::string> texts;
  std::vector<Expr> values;
};

inline const Expr::Extra& Expr::more() const {
  static const Extra kNothing{};
  return extra ? *extra : kNothing;
}

inline SourceRange Expr::text_range() const {
  if (more().text_range.valid()) return more().text_range;
  return {range.file, inner_end - static_cast<std::uint32_t>(word.size()), inner_end};
}

inline void Expr::wrap_in(Kind outer) {
  Expr inner = std::exchange(*this, Expr());
  kind = outer;
  add_made([&](Expr& operand) { operand = std::move(inner); });
}

struct Name {
  std::string text;
  SourceRange range;
  bool quoted = false;
  TemplatePtr pieces;                       // where something is interpolated
  std::shared_ptr<std::vector<Name>> path;  // what follows behind points, in references
};
// A joint type: a word, or `foreign` and a text.
struct TypeName {
  std::string text;
  SourceRange range;
  bool foreign = false;
};
// The type of a parameter: a name, a list of one type, or a tuple of several.
struct TypeExpr {
  enum class Kind : unsigned char { name, list, tuple } kind = Kind::name;
  std::string text;
  SourceRange range;
  std::vector<TypeExpr> elements;
};
struct Text {
  std::string text;
  SourceRange range;
  TemplatePtr pieces;
};
struct AxisName {
  std::string text;  // "x", "-y", or a wrong word
  SourceRange range;
};
struct Integer {
  long long value = 0;
  SourceRange range;
};
// A parameter of a function or module.
struct Formal {
  Binding name;
  std::shared_ptr<const TypeExpr> type;  // null: any
  std::shared_ptr<const Expr> preset;    // its default, or null
};
using Item = std::variant<Expr, Name, TypeName, Text, AxisName, Integer, TypeExpr, Pattern, Formal>;

struct Argument {
  Argument() = default;
  Argument(std::string_view what, const SourceRange& where) : label(what), range(where) {}
  Argument(const Argument&);
  Argument(Argument&&) noexcept = default;
  Argument& operator=(const Argument&);
  Argument& operator=(Argument&&) noexcept = default;
  ~Argument();

  std::string_view label;  // the keyword; ':', '.', '*', '+' and '-' label what follows them, too
  SourceRange range;       // of the label
  std::vector<Item> values;
};

struct Statement {
  Statement() = default;
  Statement(const Statement&);
  Statement(Statement&&) noexcept = default;
  Statement& operator=(const Statement&);
  Statement& operator=(Statement&&) noexcept = default;
  ~Statement();

  // The first is the statement's own keyword (empty label: it begins with a name).
  std::vector<Argument> arguments;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;  // behind `else`: statements, or one `if`
  bool has_body = false;
  bool broken = false;  // a syntax error was reported in it (not in its body): what it says is not all there
  bool incomplete = false;  // a statement of its body is missing because of a syntax error
  bool left_out = false;    // its body is not kept in memory (see body.h)
  SourceRange range;
  // In which its expressions are evaluated, where that is not the scope of its owner.
  const Scope* scope = nullptr;

  std::string_view word() const { return arguments.empty() ? std::string_view() : arguments.front().label; }
  SourceRange word_range() const { return arguments.empty() ? range : arguments.front().range; }
  const Argument* find(std::string_view label) const {
    for (const Argument& argument : arguments)
      if (argument.label == label) return &argument;
    return nullptr;
  }
  // the_argument, the_first and the: what the grammar puts into every such statement. Where a syntax error
  // took it, an empty one.
  const Argument& the_argument(std::string_view label) const {
    static const Argument kNothing{};
    const Argument* argument = find(label);
    return argument == nullptr ? kNothing : *argument;
  }
  const Argument& argument_at(std::size_t index) const {
    static const Argument kNothing{};
    return index < arguments.size() ? arguments[index] : kNothing;
  }
  // The first value of a kind, behind whichever keyword.
  template <class Kind>
  const Kind* first() const {
    for (const Argument& argument : arguments)
      for (const Item& item : argument.values)
        if (const auto* value = std::get_if<Kind>(&item)) return value;
    return nullptr;
  }
  template <class Kind>
  std::vector<const Kind*> all() const {
    std::vector<const Kind*> found;
    for (const Argument& argument : arguments)
      for (const Item& item : argument.values)
        if (const auto* value = std::get_if<Kind>(&item)) found.push_back(value);
    return found;
  }
  template <class Kind>
  const Kind& the_first() const {
    static const Kind kNothing{};
    const auto* value = first<Kind>();
    return value == nullptr ? kNothing : *value;
  }
  template <class Kind>
  const Kind& the(std::string_view label, std::size_t index = 0) const {
    static const Kind kNothing{};
    const auto* value = get<Kind>(label, index);
    return value == nullptr ? kNothing : *value;
  }
  // The value with this index behind a keyword, if it is there and of this kind.
  template <class Kind>
  const Kind* get(std::string_view label, std::size_t index = 0) const {
    const Argument* argument = find(label);
    return argument == nullptr || index >= argument->values.size()
               ? nullptr
               : std::get_if<Kind>(&argument->values[index]);
  }
};

}  // namespace romas::language
