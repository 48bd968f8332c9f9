#include "driver/project/python_code.h"

#include <array>

#include "support/text/text.h"

namespace romas::driver {

namespace {

// Words whose line ends with ':' and opens a block.
constexpr std::array<std::string_view, 13> kBlocks = {"def",     "class", "if",   "elif", "else",
                                                      "for",     "while", "with", "try",  "except",
                                                      "finally", "async", "match"};

bool opens_block(std::string_view line) {
  const std::string_view word =
      line.substr(0, std::ranges::find_if_not(line, PythonCode::is_of_name) - line.begin());
  return std::ranges::find(kBlocks, word) != kBlocks.end();
}

// The format behind a value in braces ("{x:.2f}", "{x!r}") is left out.
std::string_view without_format(std::string_view value) {
  int depth = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && (c == ':' || (c == '!' && !value.substr(at).starts_with("!="))))
      return value.substr(0, at);
  }
  return value;
}

}  // namespace

PythonCode::PythonCode(std::string_view text) : text_(text), plain_(text.size(), true) {
  mark();
  divide();
}

std::uint32_t PythonCode::line_of(std::size_t at) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(lines_, at) - lines_.begin());
}

std::size_t PythonCode::end_of_block(std::size_t i) const {
  const std::size_t indent = statements_[i].indent;
  for (++i; i < statements_.size() && statements_[i].indent > indent;) ++i;
  return i;
}

std::size_t PythonCode::end_of(std::size_t at, bool ends_with_line) const {
  for (int depth = 0; at < text_.size(); ++at) {
    if (!plain_[at]) continue;
    const char c = text_[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth < 0) return at;
    if (ends_with_line && depth == 0 && c == '\n' && (at == 0 || text_[at - 1] != '\\')) return at;
  }
  return text_.size();
}

std::vector<std::string_view> PythonCode::divided(std::size_t begin, std::size_t end) const {
  std::vector<std::string_view> parts;
  while (begin < end) {
    const std::size_t stop = std::min(find(text_.substr(begin, end - begin), ','), end - begin);
    parts.push_back(trim(text_.substr(begin, stop)));
    begin += stop + 1;
  }
  return parts;
}

std::size_t PythonCode::find(std::string_view part, char c) const {
  const auto begin = static_cast<std::size_t>(part.data() - text_.data());
  int depth = 0;
  for (std::size_t at = begin; at < begin + part.size(); ++at) {
    if (!plain_[at]) continue;
    const char here = text_[at];
    if (depth == 0 && here == c) return at - begin;
    if (here == '(' || here == '[' || here == '{') ++depth;
    if (here == ')' || here == ']' || here == '}') --depth;
  }
  return std::string_view::npos;
}

void PythonCode::mark() {
  lines_.push_back(0);
  for (std::size_t at = 0; at < text_.size(); ++at)
    if (text_[at] == '\n') lines_.push_back(at + 1);
  for (std::size_t at = 0; at < text_.size();) {
    const char c = text_[at];
    std::size_t end = at;
    if (c == '#')
      end = std::min(text_.find('\n', at), text_.size());
    else if (c == '"' || c == '\'')
      end = end_of_text(at);
    std::fill(plain_.begin() + static_cast<std::ptrdiff_t>(at),
              plain_.begin() + static_cast<std::ptrdiff_t>(end), false);
    at = std::max(end, at + 1);
  }
}

std::size_t PythonCode::end_of_text(std::size_t at) const {
  const std::string three(3, text_[at]);
  const bool is_long = text_.substr(at).starts_with(three);
  const std::string_view quote = is_long ? std::string_view(three) : text_.substr(at, 1);
  for (at += quote.size(); at < text_.size(); ++at) {
    if (text_[at] == '\\')
      ++at;
    else if (text_.substr(at).starts_with(quote))
      return at + quote.size();
    else if (!is_long && text_[at] == '\n')
      return at;
  }
  return text_.size();
}

void PythonCode::divide() {
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t begin = std::min(text_.find_first_not_of(" \t", at), text_.size());
    // A closing bracket without an opening one belongs to the line before it.
    std::size_t end = end_of(begin, true);
    while (end < text_.size() && text_[end] != '\n') end = end_of(end + 1, true);
    if (begin < end && (plain_[begin] || text_[begin] != '#')) add_line(begin, end, begin - at);
    at = end + 1;
  }
}

void PythonCode::add_line(std::size_t begin, std::size_t end, std::size_t indent) {
  const std::string_view line = text_.substr(begin, end - begin);
  if (trim(line).empty()) return;
  std::size_t head = line.size();
  if (opens_block(line)) {
    if (const std::size_t colon = find(line, ':'); colon != std::string_view::npos) head = colon + 1;
    statements_.push_back({begin, begin + head, indent});
    if (head < line.size()) ++indent;
    begin += head;
  }
  while (begin < end) {
    const std::string_view rest = text_.substr(begin, end - begin);
    const std::size_t stop = std::min(find(rest, ';'), rest.size());
    const std::size_t blank = std::min(rest.find_first_not_of(" \t"), stop);
    if (blank < stop && rest[blank] != '#') statements_.push_back({begin + blank, begin + stop, indent});
    begin += stop + 1;
  }
}

std::string without_f_texts(std::string_view code) {
  std::string out;
  for (std::size_t at = 0; at < code.size();) {
    const bool begins = (code[at] == 'f' || code[at] == 'F') && at + 1 < code.size() &&
                        (code[at + 1] == '"' || code[at + 1] == '\'') &&
                        (at == 0 || !PythonCode::is_of_name(code[at - 1]));
    if (!begins) {
      out += code[at++];
      continue;
    }
    const char quote = code[at + 1];
    const std::size_t end = std::min(code.find(quote, at + 2), code.size());
    const std::string_view inner = code.substr(at + 2, end - at - 2);
    out += concat("(", std::string(1, quote));
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const char c = inner[i];
      if ((c == '{' || c == '}') && i + 1 < inner.size() && inner[i + 1] == c) {
        out += c;
        ++i;
      } else if (c == '{') {
        const std::size_t close = std::min(inner.find('}', i), inner.size());
        out += concat(std::string(1, quote), " + str(", without_format(inner.substr(i + 1, close - i - 1)),
                      ") + ", std::string(1, quote));
        i = close;
      } else {
        out += c;
      }
    }
    out += concat(std::string(1, quote), ")");
    at = std::min(end + 1, code.size());
  }
  return out;
}

}  // namespace romas::driver
