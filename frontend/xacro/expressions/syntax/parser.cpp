#include "frontend/xacro/expressions/syntax/parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "frontend/xacro/expressions/values/failure.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::uint32_t kMostDepth = 1000;   // levels of the tree
constexpr std::uint32_t kMostNesting = 200;  // of brackets, signs and choices, as in Python

// How strongly the operators of arithmetic bind, from the weakest. Comparisons and logic bind less.
constexpr int kUnary = 11;
constexpr int kPower = 12;

struct BinaryOperator {
  std::string_view sign;
  Operator op;
  int binding;
};
constexpr std::array kBinary = {
    BinaryOperator{"|", Operator::bit_or, 5},       BinaryOperator{"^", Operator::bit_xor, 6},
    BinaryOperator{"&", Operator::bit_and, 7},      BinaryOperator{"<<", Operator::shift_left, 8},
    BinaryOperator{">>", Operator::shift_right, 8}, BinaryOperator{"+", Operator::add, 9},
    BinaryOperator{"-", Operator::subtract, 9},     BinaryOperator{"*", Operator::multiply, 10},
    BinaryOperator{"/", Operator::divide, 10},      BinaryOperator{"//", Operator::floor_divide, 10},
    BinaryOperator{"%", Operator::modulo, 10},      BinaryOperator{"@", Operator::matrix, 10},
    BinaryOperator{"**", Operator::power, kPower},
};
struct Comparison {
  std::string_view sign;
  Operator op;
};
constexpr std::array kComparisons = {
    Comparison{"<", Operator::less},    Comparison{"<=", Operator::less_equal},
    Comparison{">", Operator::greater}, Comparison{">=", Operator::greater_equal},
    Comparison{"==", Operator::equal},  Comparison{"!=", Operator::unequal},
    Comparison{"in", Operator::in},
};

[[noreturn]] void fail_too_deep(std::uint32_t begin, std::uint32_t end, std::uint32_t most) {
  Failure failure;
  failure.error.kind = EvalError::Kind::limit;
  failure.error.message =
      concat("the expression is nested deeper than ", most, "; name a part of it as a property");
  failure.error.begin = begin;
  failure.error.end = end;
  failure.placed = true;
  throw Failure(std::move(failure));
}

}  // namespace

std::string_view sign_of(Operator op) {
  switch (op) {
    case Operator::not_in: return "not in";
    case Operator::is: return "is";
    case Operator::is_not: return "is not";
    case Operator::plus: return "+";
    case Operator::minus: return "-";
    case Operator::invert: return "~";
    case Operator::negate: return "not";
    default: break;
  }
  for (const BinaryOperator& row : kBinary)
    if (row.op == op) return row.sign;
  for (const Comparison& row : kComparisons)
    if (row.op == op) return row.sign;
  return "?";
}

// --- tokens ------------------------------------------------------------------------------------------------

bool Parser::take(std::string_view text) {
  if (!sees(text)) return false;
  ++next_;
  return true;
}

void Parser::expect(std::string_view text, std::uint32_t open) {
  if (take(text)) return;
  if (now().kind == TokenKind::end)
    fail_at(open, open + 1, concat("'", text_.substr(open, 1), "' is not closed; '", text, "' is missing"));
  unexpected(concat("'", text, "'"));
}

void Parser::refuse_unsupported() const {
  struct Unsupported {
    std::string_view token, message;
  };
  constexpr std::array kUnsupported = {
      Unsupported{"lambda", "lambda is not supported in a xacro expression; write a comprehension"},
      Unsupported{"await", "await is not supported in a xacro expression"},
      Unsupported{"async", "async is not supported in a xacro expression"},
      Unsupported{"yield", "yield is not supported in a xacro expression"},
      Unsupported{":=", "':=' is not supported in a xacro expression; a property gives a value a name"},
      Unsupported{"=", "'=' does not compare; write '=='"},
      Unsupported{"&&", "'&&' is not an operator; write 'and'"},
      Unsupported{"||", "'||' is not an operator; write 'or'"},
      Unsupported{"<>", "'<>' is not an operator; write '!='"},
      Unsupported{";", "an expression is one value; ';' does not belong in it"},
  };
  if (now().kind != TokenKind::sign && now().kind != TokenKind::name) return;
  for (const Unsupported& row : kUnsupported)
    if (now().text == row.token) fail_at(now().begin, now().end, std::string(row.message));
}

void Parser::unexpected(std::string_view wanted) const {
  refuse_unsupported();
  if (now().kind == TokenKind::end)
    fail_at(now().begin, now().end, concat("the expression ends where ", wanted, " is expected"));
  const std::string shown = one_line(now().text, 40);
  fail_at(now().begin, now().end,
          concat(wanted, " is expected, not ", now().kind == TokenKind::text ? shown : in_quotes(shown)));
}

Node Parser::finish(Node node) const {
  for (const Node& child : node.children) node.depth = std::max(node.depth, child.depth + 1);
  if (node.depth > kMostDepth) fail_too_deep(node.begin, node.end, kMostDepth);
  return node;
}

Node Parser::make_node(NodeKind kind, std::uint32_t begin, std::vector<Node> children) const {
  Node node;
  node.kind = kind;
  node.begin = begin;
  node.end = end_before();
  node.children = std::move(children);
  return finish(std::move(node));
}

// --- operators ---------------------------------------------------------------------------------------------

Node Parser::expression() {
  if (now().kind == TokenKind::end)
    fail_at(0, static_cast<std::uint32_t>(text_.size()), "the expression is empty");
  Node root = test_list(test());
  if (now().kind != TokenKind::end) {
    refuse_unsupported();
    fail_at(now().begin, now().end,
            concat("the expression ends before ", in_quotes(one_line(now().text, 40)),
                   "; an operator is missing between them"));
  }
  resolve_variables(root);
  return root;
}

Node Parser::test_list(Node first) {
  if (!sees(",")) return first;
  const std::uint32_t begin = first.begin;
  std::vector<Node> items = nodes(std::move(first));
  const auto ends = [&] { return now().kind == TokenKind::end || sees(")") || sees("]") || sees("="); };
  while (take(",") && !ends()) items.push_back(test());
  return make_node(NodeKind::tuple, begin, std::move(items));
}

// Counts the brackets and choices that are open.
class Parser::Nested {
 public:
  explicit Nested(Parser& parser) : parser_(parser) {
    check_stack();
    if (++parser_.nesting_ <= kMostNesting) return;
    const LexToken& token = parser_.now();
    --parser_.nesting_;
    fail_too_deep(token.begin, token.end, kMostNesting);
  }
  ~Nested() { --parser_.nesting_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Parser& parser_;
};

Node Parser::test() {
  const Nested nested(*this);
  Node value = either();
  if (!take("if")) return value;
  const std::uint32_t begin = value.begin;
  Node condition = either();
  if (!take("else")) unexpected("'else' of the choice 'a if condition else b'");
  Node other = test();
  return make_node(NodeKind::conditional, begin,
                   nodes(std::move(value), std::move(condition), std::move(other)));
}

Node Parser::either() {
  Node first = both();
  if (!sees("or")) return first;
  const std::uint32_t begin = first.begin;
  std::vector<Node> operands = nodes(std::move(first));
  while (take("or")) operands.push_back(both());
  return make_node(NodeKind::either, begin, std::move(operands));
}

Node Parser::both() {
  Node first = inverted();
  if (!sees("and")) return first;
  const std::uint32_t begin = first.begin;
  std::vector<Node> operands = nodes(std::move(first));
  while (take("and")) operands.push_back(inverted());
  return make_node(NodeKind::both, begin, std::move(operands));
}

Node Parser::inverted() {
  if (!sees("not")) return comparison();
  const Nested nested(*this);
  const std::uint32_t begin = now().begin;
  ++next_;
  Node node = make_node(NodeKind::unary, begin, nodes(inverted()));
  node.op = Operator::negate;
  return node;
}

std::optional<Operator> Parser::take_comparison() {
  const bool negated =
      sees("not") && tokens_[next_ + 1].kind == TokenKind::name && tokens_[next_ + 1].text == "in";
  if (negated) {
    next_ += 2;
    return Operator::not_in;
  }
  if (take("is")) return take("not") ? Operator::is_not : Operator::is;
  if (now().kind != TokenKind::sign && now().kind != TokenKind::name) return std::nullopt;
  for (const Comparison& row : kComparisons) {
    if (row.sign != now().text) continue;
    ++next_;
    return row.op;
  }
  return std::nullopt;
}

Node Parser::comparison() {
  Node first = arithmetic(0);
  const std::uint32_t begin = first.begin;
  std::vector<Operator> ops;
  std::vector<Node> operands;
  while (const auto op = take_comparison()) {
    // NOLINTNEXTLINE(bugprone-use-after-move): of the first turn alone
    if (operands.empty()) operands = nodes(std::move(first));
    ops.push_back(*op);
    operands.push_back(arithmetic(0));
  }
  if (ops.empty()) return first;
  Node node = make_node(NodeKind::compare, begin, std::move(operands));
  node.op = ops.front();
  node.ops.assign(ops.begin() + 1, ops.end());
  return node;
}

Node Parser::arithmetic(int binding) {
  Node left = prefixed();
  for (;;) {
    if (now().kind != TokenKind::sign) return left;
    const auto* row =
        std::find_if(kBinary.begin(), kBinary.end(), [&](const auto& r) { return r.sign == now().text; });
    if (row == kBinary.end() || row->binding < binding) return left;
    ++next_;
    Node right = row->binding == kPower ? exponent() : arithmetic(row->binding + 1);
    const std::uint32_t begin = left.begin;
    left = make_node(NodeKind::binary, begin, nodes(std::move(left), std::move(right)));
    left.op = row->op;
  }
}

// It may have a sign, and further powers bind to it first.
Node Parser::exponent() {
  const Nested nested(*this);
  return arithmetic(kUnary);
}

Node Parser::prefixed() {
  constexpr std::array kSigns = {Operator::plus, Operator::minus, Operator::invert};
  for (const Operator op : kSigns) {
    if (now().kind != TokenKind::sign || now().text != sign_of(op)) continue;
    const Nested nested(*this);
    const std::uint32_t begin = now().begin;
    ++next_;
    Node node = make_node(NodeKind::unary, begin, nodes(arithmetic(kUnary)));
    node.op = op;
    return node;
  }
  return postfixed();
}

}  // namespace romas::xacro
