#include "frontend/language/typing/calls.h"

#include <algorithm>

#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

bool may_be_called(std::uint16_t type) {
  return type == grammar::IDENT || (!keyword_of(type).empty() && type != type_of_literal("in"));
}

class Scanner {
 public:
  explicit Scanner(const Outline& outline) : outline_(outline) {}

  std::vector<CallText> scan() {
    for (std::uint32_t i = 0; i < outline_.words.size(); ++i) {
      switch (outline_.words[i].type) {
        case grammar::LPAREN: open(i); break;
        case grammar::LBRACKET:
        case grammar::RECORD_OPEN: open_.push_back({kNoCall, i + 1}); break;
        case grammar::RPAREN:
        case grammar::RBRACKET:
        case grammar::RECORD_CLOSE: close(i); break;
        case grammar::COMMA: end_argument(i, outline_.words[i].begin); break;
        case grammar::SEMICOLON:
        case grammar::LBRACE:
        case grammar::RBRACE: close_all(i, outline_.words[i].begin); break;
        default: break;
      }
    }
    close_all(static_cast<std::uint32_t>(outline_.words.size()),
              static_cast<std::uint32_t>(outline_.text.size()));
    std::ranges::stable_sort(found_, {}, &CallText::open);
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kNoCall = static_cast<std::size_t>(-1);
  struct Bracket {
    std::size_t call;
    std::uint32_t argument;  // its first word
  };

  void open(std::uint32_t paren) {
    std::uint32_t first = paren;
    while (first > 0 && may_be_called(outline_.words[first - 1].type)) {
      --first;
      if (first == 0 || outline_.words[first - 1].type != grammar::DOT) break;
      --first;
    }
    open_.push_back({kNoCall, paren + 1});
    if (first == paren || outline_.words[first].type == grammar::DOT) return;
    const std::string_view before = first == 0 ? std::string_view() : outline_.word(first - 1);
    const bool is_word = keyword_of(outline_.words[first].type) == outline_.word(first);
    // Words in front of a tuple are no calls, and definitions are none.
    if (before == "fn" || before == "module" || before == "robot" ||
        (is_word && first + 1 == paren && before != "use"))
      return;
    CallText call;
    for (std::uint32_t i = first; i < paren; ++i)
      if (outline_.words[i].type != grammar::DOT) call.path.emplace_back(outline_.word(i));
    call.begin = outline_.words[first].begin;
    call.open = outline_.words[paren].end;
    open_.back().call = found_.size();
    found_.push_back(std::move(call));
  }

  void end_argument(std::uint32_t word, std::uint32_t separator) {
    if (open_.empty() || open_.back().call == kNoCall) return;
    CallText& call = found_[open_.back().call];
    std::uint32_t first = open_.back().argument;
    open_.back().argument = word + 1;
    CallText::Argument argument{separator, separator, separator, {}, {}};
    if (first + 1 < word && outline_.words[first + 1].type == grammar::EQUALS) {
      argument.name = outline_.word(first);
      first += 2;
    }
    if (first < word) {
      argument.begin = outline_.words[first].begin;
      argument.end = outline_.words[word - 1].end;
      if (first + 1 == word) argument.text = outline_.word(first);
    }
    call.arguments.push_back(std::move(argument));
  }

  void close(std::uint32_t word) {
    if (open_.empty()) return;
    end_argument(word, outline_.words[word].begin);
    if (open_.back().call != kNoCall) found_[open_.back().call].close = outline_.words[word].begin;
    open_.pop_back();
  }

  void close_all(std::uint32_t word, std::uint32_t end) {
    while (!open_.empty()) {
      end_argument(word, end);
      if (open_.back().call != kNoCall) found_[open_.back().call].close = end;
      open_.pop_back();
    }
  }

  const Outline& outline_;
  std::vector<Bracket> open_;
  std::vector<CallText> found_;
};

}  // namespace

std::vector<CallText> calls_in(const Outline& outline) { return Scanner(outline).scan(); }

}  // namespace romas::language
