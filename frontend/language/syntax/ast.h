// The syntax tree of the Romas language: the program as written, with places, before names, units and types
// are resolved.
//
// Statements are uniform: a keyword names the values that follow it. `limit 0 rad .. 1 rad effort 5 N*m;` is
// the statement "limit" with the arguments limit: [0 rad, 1 rad] and effort: [5 N*m]. The grammar (Romas.g4)
// defines which keywords and values are allowed where; the lowering defines what they mean.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/language/syntax/number_format.h"
#include "support/bytes/boxed.h"
#include "support/sources/source_manager.h"

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

// Binary operators, in ascending order of precedence.
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

// The target of a loop or `let`: a name, or patterns for the elements of a tuple.
struct Pattern {
  Binding name;
  std::vector<Pattern> parts;  // empty: the name
  SourceRange range;

  // The names of all parts, from the left.
  std::vector<Binding> names() const;
};

struct Template;
using TemplatePtr = std::shared_ptr<const Template>;
struct Locals;

// An expression as written. Sums and products are flat lists of operands, so that the depth of the tree is
// that of the brackets. Long lists and sums hold one node for every operand: rare fields are allocated in
// `extra`.
struct Expr {
  enum class Kind : unsigned char {
    missing,  // lost in a syntax error: its value is unknown
    number,
    text,  // text(), or `pieces` where something is interpolated
    boolean,
    tuple,        // two or more operands
    group,        // one operand in parentheses
    list,         // operands
    record,       // operands, with their names
    each,         // a list made by a loop: [operand 0 for `pattern` in operand 1 if operand 2]
    negate,       // one operand
    logical_not,  // one operand
    sum,          // operands, `operators` between them: add or subtract
    product,      // multiply or divide
    comparison,   // two operands and one operator
    conjunction,  // operands joined by `and`
    disjunction,  // … by `or`
    conditional,  // if operand 0 then operand 1 else operand 2
    let_in,       // let `locals` = the operands but the last, in the last
    power,        // operand 0 ^ exponent, or ^ operand 1
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
    std::string text;  // if the source does not contain it literally
    std::vector<Operator> operators;
    std::vector<UnitFactor> unit;  // after a number or a closing parenthesis
    SourceRange text_range;        // of a member's name in quotes
    // The names of a call's arguments, empty if no argument has one; or the names of a record's members.
    std::vector<Binding> names;
    std::shared_ptr<const Pattern> pattern;
    std::shared_ptr<const Locals> locals;
    TemplatePtr pieces;
  };

  Kind kind = Kind::missing;
  bool boolean = false;
  std::int8_t exponent = 1;
  std::uint16_t depth = 1;  // of nested expressions, this one included
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
  // The range of the member's name.
  SourceRange text_range() const;
  // The name of a call's argument, empty if the argument has none.
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
  // Appends an empty operand, which `make` fills in place.
  template <class Make>
  void add_made(const Make& make) {
    Expr& operand = operands.emplace_back();
    make(operand);
    if (operand.depth >= depth) depth = static_cast<std::uint16_t>(operand.depth + 1);
  }
  // Makes this an expression of another kind, with the present one as its operand.
  void wrap_in(Kind outer);
};

// How a value is written in a text: {x in mm:.1f}.
struct ValueFormat {
  std::vector<UnitFactor> unit;  // the number is how many of these the value is; empty: nothing is said
  SourceRange unit_range;
  std::optional<NumberFormat> number;
  SourceRange range;  // of all behind the value; invalid: nothing is said
};

// A string with values in it: texts[0] values[0] texts[1] … texts[n].
struct Template {
  std::vector<std::string> texts;
  std::vector<Expr> values;
  std::vector<ValueFormat> formats;  // one for each value
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
  std::shared_ptr<std::vector<Name>> path;  // the names after dots, in references
};
// A joint type: a word, or `foreign` and a text.
struct TypeName {
  std::string text;
  SourceRange range;
  bool foreign = false;
};
// A type: a name, a list of one type, a tuple of several, a record, or one of several texts.
struct TypeExpr {
  enum class Kind : unsigned char { name, list, tuple, record, choice } kind = Kind::name;
  std::vector<Binding> names;  // of a path, a record's members, or the texts
  SourceRange range;
  std::vector<TypeExpr> elements;  // of a record: one for each name
};
// The names of `let NAMES [: TYPE] = VALUE, … in VALUE`, in their order.
struct Locals {
  struct Local {
    Pattern pattern;
    std::shared_ptr<const TypeExpr> type;  // null: any
  };
  std::vector<Local> all;
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
// A parameter of a function, module or robot; or a value that an import gives, which has no type.
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
  // Statements after `else`, or one `if` there. For a `use`: the statements that are given, each a `with`.
  std::vector<Statement> otherwise;
  bool has_body = false;
  bool broken = false;  // a syntax error was reported in it (not in its body): what it says is not all there
  bool incomplete = false;  // a statement of its body is missing because of a syntax error
  bool hidden = false;      // `private`: files that import this one do not see what it defines
  bool left_out = false;    // its body is not kept in memory (see body.h)
  SourceRange range;
  // The scope of its expressions, if it is not that of its owner.
  const Scope* scope = nullptr;

  std::string_view word() const { return arguments.empty() ? std::string_view() : arguments.front().label; }
  SourceRange word_range() const { return arguments.empty() ? range : arguments.front().range; }
  const Argument* find(std::string_view label) const {
    for (const Argument& argument : arguments)
      if (argument.label == label) return &argument;
    return nullptr;
  }
  // the_argument, the_first and the: parts that the grammar requires in every such statement. They are empty
  // if a syntax error has removed the part.
  const Argument& the_argument(std::string_view label) const {
    static const Argument kNothing{};
    const Argument* argument = find(label);
    return argument == nullptr ? kNothing : *argument;
  }
  const Argument& argument_at(std::size_t index) const {
    static const Argument kNothing{};
    return index < arguments.size() ? arguments[index] : kNothing;
  }
  // The first value of a kind, after any keyword.
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
  // The value with this index after a keyword; null if it is absent or of another kind.
  template <class Kind>
  const Kind* get(std::string_view label, std::size_t index = 0) const {
    const Argument* argument = find(label);
    return argument == nullptr || index >= argument->values.size()
               ? nullptr
               : std::get_if<Kind>(&argument->values[index]);
  }
};

}  // namespace romas::language
