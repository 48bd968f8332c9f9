// The syntax tree of the Romas language: what was written, with places, before names, units and types are looked at.
//
// Statements are uniform: a keyword names the values that follow it. `limit 0 rad .. 1 rad effort 5 N*m;` is the statement
// "limit" with the arguments limit: [0 rad, 1 rad] and effort: [5 N*m]. Which keywords and values may stand where is the business
// of the grammar (Romas.g4); what they mean is the business of the lowering.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/source_manager.h"

namespace romas::language {

struct UnitFactor {
  std::string_view name;
  int exponent = 1;
};

// A value as written. Chains of sums and products are flat, so that the depth is that of the brackets.
struct Expr {
  enum class Kind : unsigned char {
    number,
    text,
    boolean,
    tuple,    // two or more operands
    group,    // one operand in parentheses
    negate,   // one operand
    sum,      // operands, `operators` between them: '+' or '-'
    product,  // '*' or '/'
    power,    // operand ^ exponent
    name,     // `text`
    call,     // `text` ( operands )
    align,    // four axes: child -> parent, child -> parent
  };
  Kind kind = Kind::number;
  bool boolean = false;
  int exponent = 1;
  double number = 0;
  SourceRange range;
  std::string text;
  std::string operators;
  std::vector<Expr> operands;
  std::vector<UnitFactor> unit;  // behind a number or a closing parenthesis
  SourceRange inner;             // without the unit
};

struct Name {
  std::string text;
  SourceRange range;
  bool quoted = false;
};
// A joint type: a word, or `foreign` and a text.
struct TypeName {
  std::string text;
  SourceRange range;
  bool foreign = false;
};
struct Text {
  std::string text;
  SourceRange range;
};
struct AxisName {
  std::string text;  // "x", "-y", or a wrong word
  SourceRange range;
};
struct Integer {
  long long value = 0;
  SourceRange range;
};
using Item = std::variant<Expr, Name, TypeName, Text, AxisName, Integer>;

struct Argument {
  std::string_view label;  // the keyword; ':', '.', '*', '+' and '-' label what follows them, too
  SourceRange range;       // of the label
  std::vector<Item> values;
};

struct Statement {
  std::vector<Argument> arguments;  // the first is the statement's own keyword (empty label: it begins with a name)
  std::vector<Statement> body;
  bool has_body = false;
  bool broken = false;      // a syntax error was reported in it (not in its body): what it says is not all there
  bool incomplete = false;  // a statement of its body is missing because of a syntax error
  SourceRange range;

  std::string_view word() const { return arguments.empty() ? std::string_view() : arguments.front().label; }
  SourceRange word_range() const { return arguments.empty() ? range : arguments.front().range; }
  const Argument* find(std::string_view label) const {
    for (const Argument& argument : arguments)
      if (argument.label == label) return &argument;
    return nullptr;
  }
  // The value with this index behind a keyword, if it is there and of this kind.
  template <class Kind>
  const Kind* get(std::string_view label, std::size_t index = 0) const {
    const Argument* argument = find(label);
    return argument == nullptr || index >= argument->values.size() ? nullptr : std::get_if<Kind>(&argument->values[index]);
  }
};

}  // namespace romas::language
