#include <array>
#include <charconv>

#include "frontend/language/grammar/expression_builder.h"
#include "frontend/language/words/keywords.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas::language {

void ExpressionBuilder::operand(Node tree, Node::Iterator at, Expr& out) {
  if (!(*at).is_word()) {
    if ((*at).rule() == grammar::RuleRecord)
      record(*at, out);
    else
      named(*at, out);
    select_all(tree, out);
    return;
  }
  const Lexeme& word = (*at).word();
  switch (word.type) {
    case grammar::NUMBER:
      number(word, out);
      add_suffix(tree.child(grammar::RuleSuffix), out);
      break;
    case grammar::STRING:
      out.set_range(range(word));
      text_operand(out);
      break;
    case grammar::LPAREN: parenthesised(tree, word, out); break;
    case grammar::LBRACKET: list(tree, word, out); break;
    case type_of_literal("align"):
      align(tree, out);
      out.set_range({context_.file, word.begin, out.range.end});
      break;
    default:
      out.kind = Expr::Kind::boolean;
      out.boolean = word.type == type_of_literal("true");
      out.set_range(range(word));
  }
}

void ExpressionBuilder::text_operand(Expr& out) {
  out.kind = Expr::Kind::text;
  TemplatePtr pieces;
  std::string own = string_literal(out.range, pieces);
  const std::string_view written = text(out.range);
  if (pieces) out.edit_more().pieces = std::move(pieces);
  if (written.size() == own.size() + 2 && written.substr(1, own.size()) == own) {
    out.word = written.substr(1, own.size());
  } else if (!own.empty()) {
    out.edit_more().text = std::move(own);
  }
}

void ExpressionBuilder::parenthesised(Node tree, const Lexeme& open, Expr& out) {
  std::uint32_t end = open.end;
  out.operands.reserve(tree.count(grammar::RuleExpression));
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExpression)
      out.add_made([&](Expr& operand) { expression(part, operand); });
    if (part.is_word() && part.type() == grammar::RPAREN) end = part.word().end;
  }
  out.kind = out.operands.size() == 1 ? Expr::Kind::group : Expr::Kind::tuple;
  out.set_range({context_.file, open.begin, end});
  if (tree.child(grammar::RuleSelector)) {
    select_all(tree, out);
  } else {
    add_suffix(tree.child(grammar::RuleSuffix), out);
  }
}

// [a, b, c] or [f(x) for x in xs if g(x)]
void ExpressionBuilder::list(Node tree, const Lexeme& open, Expr& out) {
  out.kind = Expr::Kind::list;
  std::uint32_t end = open.end;
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleList) elements(part, out);
    if (part.is_word() && part.type() == grammar::RBRACKET) end = part.word().end;
  }
  out.set_range({context_.file, open.begin, end});
  select_all(tree, out);
}

void ExpressionBuilder::elements(Node tree, Expr& out) {
  out.operands.reserve(tree.count(grammar::RuleExpression));
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExpression)
      out.add_made([&](Expr& operand) { expression(part, operand); });
    if (part.rule() == grammar::RulePattern) {
      out.kind = Expr::Kind::each;
      out.edit_more().pattern = std::make_shared<const Pattern>(pattern(part));
    }
  }
}

// {a: 1, b: 2}
void ExpressionBuilder::record(Node tree, Expr& out) {
  out.kind = Expr::Kind::record;
  out.set_range(range(tree));
  const std::size_t count = tree.count(grammar::RuleRecordMember);
  out.operands.reserve(count);
  if (count > 0) out.edit_more().names.reserve(count);
  for (const Node member : tree) {
    if (member.rule() != grammar::RuleRecordMember) continue;
    const auto name = member.child(grammar::RuleName);
    out.edit_more().names.push_back(name ? member_name(*name) : Binding{});
    out.add_made([&](Expr& operand) {
      if (const auto value = member.child(grammar::RuleExpression)) expression(*value, operand);
    });
  }
}

void ExpressionBuilder::named(Node word, Expr& out) const {
  out.kind = Expr::Kind::name;
  out.set_range(range(word));
  out.word = text(out.range);
}

// --- selectors

void ExpressionBuilder::select_all(Node tree, Expr& head) {
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExponent) {
      raise(part, head);
      return;
    }
    if (part.rule() != grammar::RuleSelector) continue;
    select(part, head);
    bound(head);
    if (head.kind == Expr::Kind::missing) return;
  }
}

void ExpressionBuilder::select(Node selector, Expr& head) {
  const auto name = selector.child(grammar::RuleName);
  const auto value = selector.child(grammar::RuleExpression);
  if (name || value) {
    if (name) {
      member(*name, head);
    } else {
      index(selector, *value, head);
    }
    if (const auto exponent = selector.child(grammar::RuleExponent)) raise(*exponent, head);
    return;
  }
  const std::uint32_t begin = head.range.begin;
  head.wrap_in(Expr::Kind::call);
  head.set_range({context_.file, begin, range(selector).end});
  const auto written = selector.child(grammar::RuleArguments);
  if (!written) return;
  head.set_range({context_.file, begin, range(*written).end});
  arguments(*written, head);
  add_suffix(selector.child(grammar::RuleSuffix), head);
}

void ExpressionBuilder::index(Node selector, Node value, Expr& head) {
  const std::uint32_t begin = head.range.begin;
  std::uint32_t end = range(selector).end;
  for (const Node part : selector)
    if (part.is_word() && part.type() == grammar::RBRACKET) end = part.word().end;
  head.wrap_in(Expr::Kind::index);
  head.set_range({context_.file, begin, end});
  head.add_made([&](Expr& operand) { expression(value, operand); });
}

void ExpressionBuilder::member(Node name, Expr& head) {
  const SourceRange where = range(name);
  const std::uint32_t begin = head.range.begin;
  head.wrap_in(Expr::Kind::member);
  head.set_range({context_.file, begin, where.end});
  head.word = text(where);
  if (!head.word.starts_with('"')) return;
  Expr::Extra& more = head.edit_more();
  more.text_range = where;
  more.text = string_literal(where, more.pieces);
  head.word = {};
}

void ExpressionBuilder::arguments(Node tree, Expr& call) {
  call.operands.reserve(call.operands.size() + tree.count(grammar::RuleArgument));
  for (const Node argument : tree) {
    if (argument.rule() != grammar::RuleArgument) continue;
    if (const auto name = argument.child(grammar::RuleName)) {
      std::vector<Binding>& names = call.edit_more().names;
      names.resize(call.operands.size() - 1);
      names.push_back(binding(*name));
    }
    call.add_made([&](Expr& operand) {
      if (const auto value = argument.child(grammar::RuleExpression)) expression(*value, operand);
    });
  }
  if (!call.more().names.empty()) call.extra->names.resize(call.operands.size() - 1);
}

void ExpressionBuilder::instantiation(Node tree, Expr& out) {
  bool first = true;
  for (const Node part : tree) {
    if (part.rule() != grammar::RuleName) continue;
    if (std::exchange(first, false)) {
      named(part, out);
      continue;
    }
    member(part, out);
    bound(out);
    if (out.kind == Expr::Kind::missing) return;
  }
  const auto written = tree.child(grammar::RuleArguments);
  if (first || !written) return;
  out.wrap_in(Expr::Kind::call);
  out.set_range(range(tree));
  arguments(*written, out);
}

// --- numbers, axes, units and exponents

namespace {

// The value of a whole number of which a double loses the last digits; empty where it holds them all.
std::string nearest_whole(std::string_view digits, double value) {
  constexpr double kExact = 9'007'199'254'740'992;  // 2^53, which is also the nearest to 2^53 + 1
  if (value < kExact || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  std::array<char, 320> buffer{};  // the largest double has 309 digits
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
  digits.remove_prefix(digits.find_first_not_of('0'));
  const std::string_view held(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  return held == digits ? std::string() : std::string(held);
}

constexpr long long kLargestExponent = 9;  // of units, and of what is multiplied out

}  // namespace

void ExpressionBuilder::number(const Lexeme& word, Expr& out) {
  out.kind = Expr::Kind::number;
  out.set_range(range(word));
  const auto plain = without_look_alikes(text(out.range));  // reported already
  const auto value = parse_double(plain ? std::string_view(plain->text) : text(out.range));
  if (value) {
    out.number = *value;
    if (const std::string nearest = nearest_whole(text(out.range), *value); !nearest.empty())
      context_.diagnostics->report(Rule::bad_number, out.range,
                                   concat("a double cannot hold ", text(out.range), ", the nearest is ",
                                          nearest, "; write it as a text if every digit matters"));
  } else {
    context_.diagnostics->report(Rule::bad_number, out.range,
                                 concat("'", text(out.range), "' is too large for a number"));
  }
}

void ExpressionBuilder::align(Node tree, Expr& out) {
  out.kind = Expr::Kind::align;
  out.set_range(range(tree));
  for (const Node match : tree) {
    if (match.rule() != grammar::RuleAxisMatch) continue;
    for (const Node axis : match) {
      if (axis.rule() != grammar::RuleSignedAxis) continue;
      out.add_made([&](Expr& name) {
        AxisName written = this->axis(axis);
        name.kind = Expr::Kind::name;
        name.set_range(written.range);
        name.edit_more().text = std::move(written.text);
      });
    }
  }
}

void ExpressionBuilder::add_suffix(std::optional<Node> suffix, Expr& operand) {
  if (!suffix) return;
  if (const auto exponent = suffix->child(grammar::RuleExponent)) {
    raise(*exponent, operand);
    return;
  }
  if (const auto written = suffix->child(grammar::RuleUnit)) operand.edit_more().unit = unit(*written);
  operand.range.end = range(*suffix).end;
}

std::optional<int> ExpressionBuilder::exponent_value(Node tree) {
  if (text(range(tree)) == "\u00b2") return 2;  // reported by the reader of tokens
  if (text(range(tree)) == "\u00b3") return 3;
  const Integer value = integer(tree);
  if (value.value <= kLargestExponent && value.value >= -kLargestExponent)
    return static_cast<int>(value.value);
  context_.diagnostics->report(
      Rule::bad_number, value.range,
      concat("an exponent must lie between -", kLargestExponent, " and ", kLargestExponent));
  return std::nullopt;
}

void ExpressionBuilder::raise(Node exponent, Expr& operand) {
  const std::uint32_t begin = operand.range.begin;
  operand.wrap_in(Expr::Kind::power);
  operand.set_range({context_.file, begin, range(exponent).end});
  if (const auto small = small_exponent(exponent)) {
    operand.exponent = *small;
    return;
  }
  operand.add_made([&](Expr& value) {
    std::optional<std::uint32_t> sign;
    for (const Node part : exponent) {
      if (part.rule() == grammar::RuleExpression) expression(part, value);
      if (part.rule() == grammar::RuleWord) named(part, value);
      if (!part.is_word()) continue;
      if (part.type() == grammar::NUMBER) number(part.word(), value);
      if (part.type() == grammar::MINUS) sign = part.word().begin;
    }
    if (!sign) return;
    const std::uint32_t end = value.range.end;
    value.wrap_in(Expr::Kind::negate);
    value.set_range({context_.file, *sign, end});
  });
  bound(operand);
}

// Returns the value of an exponent that is written as a whole number from -9 to 9, and nothing for others.
std::optional<std::int8_t> ExpressionBuilder::small_exponent(Node exponent) const {
  std::string digits;
  for (const Node part : exponent) {
    if (!part.is_word()) return std::nullopt;
    if (part.type() != grammar::CARET) digits.append(text(range(part.word())));
  }
  if (digits == "\u00b2") return std::int8_t{2};  // reported by the reader of tokens
  if (digits == "\u00b3") return std::int8_t{3};
  const auto value = parse_integer(digits);
  if (!value || *value > kLargestExponent || *value < -kLargestExponent) return std::nullopt;
  return static_cast<std::int8_t>(*value);
}

std::vector<UnitFactor> ExpressionBuilder::unit(Node tree) {
  std::vector<UnitFactor> factors;
  int sign = 1;
  for (const Node factor : tree) {
    if (factor.is_word()) {
      sign = factor.type() == grammar::SLASH ? -1 : 1;
      continue;
    }
    const auto written = factor.child(grammar::RuleInteger);
    const int exponent = written ? exponent_value(*written).value_or(1) : 1;
    const std::string_view name = text(range(factor.first_word()));
    factors.push_back({name == "\u00b0" ? "deg" : name, sign * exponent});
  }
  return factors;
}

}  // namespace romas::language
