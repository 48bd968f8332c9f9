#include "frontend/xacro/expressions/syntax/expression.h"

#include "frontend/xacro/expressions/syntax/parser.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "support/text/text.h"

namespace romas::xacro {

Expression::Expression(std::string text) : text_(std::move(text)) {}
Expression::~Expression() = default;
void Expression::set_root(std::unique_ptr<const Node> root) { root_ = std::move(root); }

std::variant<std::shared_ptr<const Expression>, EvalError> parse_expression(std::string_view text) {
  // Names in the tree refer to the text of the expression, so that it must stand before it is parsed.
  auto expression = std::make_shared<Expression>(std::string(text));
  try {
    constexpr std::size_t kLongest = 65'536;
    if (text.size() > kLongest) fail_limit(concat("the expression is longer than ", kLongest, " bytes"));
    if (const auto invalid = find_invalid_utf8(text))
      fail_at(static_cast<std::uint32_t>(*invalid), static_cast<std::uint32_t>(*invalid + 1),
              "this byte is not UTF-8");
    expression->set_root(std::make_unique<const Node>(Parser(expression->text()).expression()));
  } catch (Failure& failure) {
    if (!failure.placed) failure.error.end = static_cast<std::uint32_t>(text.size());
    return std::move(failure.error);
  }
  return std::shared_ptr<const Expression>(std::move(expression));
}

}  // namespace romas::xacro
