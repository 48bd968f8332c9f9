#include "frontend/xacro/expander/text_template.h"

#include <algorithm>

namespace romas::xacro {

namespace {

constexpr bool opens(char c) { return c == '{' || c == '('; }

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  TextTemplate split() {
    while (at_ < text_.size() && !result_.broken) {
      const std::size_t dollar = std::min(text_.find('$', at_), text_.size());
      if (dollar > at_) {
        add_text(at_, dollar, dollar);
      } else {
        read_dollar();
      }
    }
    return std::move(result_);
  }

 private:
  char next(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  void add_text(std::size_t meant_from, std::size_t meant_to, std::size_t end) {
    TemplatePart part;
    part.begin = static_cast<std::uint32_t>(at_);
    part.end = static_cast<std::uint32_t>(end);
    part.content = text_.substr(meant_from, meant_to - meant_from);
    result_.parts.push_back(std::move(part));
    at_ = end;
  }

  // "$${" and the like mean the bracket and one $ less.
  void read_dollar() {
    const std::size_t behind = std::min(text_.find_first_not_of('$', at_), text_.size());
    if (behind > at_ + 1 && opens(next(behind))) return add_text(at_ + 1, behind + 1, behind + 1);
    if (opens(next(at_ + 1))) return read_brackets();
    if (behind > at_ + 1) return break_off();  // xacro gives no meaning to "$$"
    const std::size_t end = std::min(text_.find_first_of("{($", at_ + 1), text_.size());
    add_text(at_, end, end);
  }

  void read_brackets() {
    const bool expression = text_[at_ + 1] == '{';
    const std::size_t closing = text_.find(expression ? '}' : ')', at_ + 2);
    if (closing == std::string_view::npos) return break_off();
    TemplatePart part;
    part.kind = expression ? TemplatePart::Kind::expression : TemplatePart::Kind::substitution;
    part.begin = static_cast<std::uint32_t>(at_);
    part.end = static_cast<std::uint32_t>(closing + 1);
    part.content = text_.substr(at_ + 2, closing - at_ - 2);
    part.nested = part.content.find('$') != std::string_view::npos;
    if (expression && !part.nested) {
      auto parsed = parse_expression(part.content);
      if (auto* error = std::get_if<EvalError>(&parsed))
        part.error = std::move(*error);
      else
        part.expression = std::get<0>(std::move(parsed));
    }
    at_ = closing + 1;
    result_.parts.push_back(std::move(part));
  }

  void break_off() { result_.broken = static_cast<std::uint32_t>(at_); }

  std::string_view text_;
  std::size_t at_ = 0;
  TextTemplate result_;
};

}  // namespace

TextTemplate take_apart(std::string_view text) { return Splitter(text).split(); }

const TextTemplate& TextTemplates::of(std::string_view text) {
  const auto [entry, fresh] = templates_.try_emplace({text.data(), text.size()});
  if (fresh) entry->second = take_apart(text);
  return entry->second;
}

const std::variant<std::shared_ptr<const Expression>, EvalError>& TextTemplates::expression(
    std::string_view text) {
  const auto [entry, fresh] = expressions_.try_emplace(std::string(text));
  if (fresh) entry->second = parse_expression(entry->first);
  return entry->second;
}

}  // namespace romas::xacro
