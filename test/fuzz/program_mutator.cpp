#include "test/fuzz/program_mutator.h"

#include <algorithm>
#include <array>

namespace romas::fuzzing {

namespace {

enum class Kind { space, word, number, text, sign };

bool in_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Kind kind_of(std::string_view word) {
  if (is_space(word.front()) || word.starts_with("//") || word.starts_with("/*")) return Kind::space;
  if (is_digit(word.front())) return Kind::number;
  if (word.front() == '"' || word.find('"') != std::string_view::npos) return Kind::text;
  return in_word(word.front()) ? Kind::word : Kind::sign;
}

std::size_t end_of(std::string_view text, std::size_t at) {
  const auto find = [&](std::string_view what, std::size_t from) {
    return std::min(text.size(), std::min(text.size(), text.find(what, from)) + what.size());
  };
  const std::string_view rest = text.substr(at);
  std::size_t end = at + 1;
  if (rest.starts_with("//")) return find("\n", at);
  if (rest.starts_with("/*")) return find("*/", at + 2);
  if (rest.starts_with("r\"")) return find("\"", at + 2);
  if (rest.starts_with("r#\"")) return find("\"#", at + 3);
  if (rest.front() == '"') {
    for (; end < text.size() && text[end] != '"' && text[end] != '\n'; ++end)
      if (text[end] == '\\') ++end;
    return std::min(text.size(), end + 1);
  }
  if (is_space(rest.front())) {
    while (end < text.size() && is_space(text[end])) ++end;
    return end;
  }
  if (in_word(rest.front())) {
    const bool number = is_digit(rest.front());
    while (end < text.size() && (in_word(text[end]) || (number && text[end] == '.' && end + 1 < text.size() &&
                                                        is_digit(text[end + 1]))))
      ++end;
    return end;
  }
  for (const std::string_view sign : {"->", "..", "==", "!=", "<=", ">="})
    if (rest.starts_with(sign)) return at + 2;
  return end;
}

using Words = std::vector<std::string>;

class Mutation {
 public:
  Mutation(Words words, const std::vector<std::string_view>& other, std::mt19937& random)
      : words_(std::move(words)), other_(other), random_(random) {}

  void change() {
    if (words_.empty()) words_.emplace_back("robot");
    switch (below(9)) {
      case 0: return remove();
      case 1: return repeat();
      case 2: return std::swap(words_[any()], words_[any()]);
      case 3: return replace_by_like();
      case 4: return replace_by_other();
      case 5: return splice();
      case 6: return nest();
      case 7: return insert();
      default: return chain();
    }
  }
  std::string text(std::size_t longest) const {
    std::string out;
    for (const std::string& word : words_) {
      if (out.size() + word.size() > longest) break;
      out.append(word);
    }
    return out;
  }

 private:
  static constexpr std::array<std::string_view, 58> kWords = {"if",
                                                              "else",
                                                              "then",
                                                              "for",
                                                              "in",
                                                              "let",
                                                              "fn",
                                                              "module",
                                                              "use",
                                                              "param",
                                                              "assert",
                                                              "expose",
                                                              "import",
                                                              "robot",
                                                              "link",
                                                              "not",
                                                              "and",
                                                              "or",
                                                              "{",
                                                              "}",
                                                              "(",
                                                              ")",
                                                              "[",
                                                              "]",
                                                              ";",
                                                              ",",
                                                              ".",
                                                              "..",
                                                              "->",
                                                              "=",
                                                              "^",
                                                              "-",
                                                              "*",
                                                              "+",
                                                              "1e9",
                                                              "deg",
                                                              "kg*m",
                                                              "\"{}\"",
                                                              "\"{1}\"",
                                                              "\"{/**/}\"",
                                                              "\"{\t}\"",
                                                              "as",
                                                              "named",
                                                              "assembly",
                                                              "remove",
                                                              "replace",
                                                              "subtree",
                                                              "private",
                                                              "type",
                                                              "load(\"a.yaml\")",
                                                              "test",
                                                              "~",
                                                              "within",
                                                              "with",
                                                              "insert",
                                                              "statements",
                                                              "let x_ = 1 in",
                                                              "m"};
  struct Brackets {
    std::string_view open, close;
  };
  static constexpr std::array<Brackets, 11> kBrackets = {Brackets{"(", ")"},
                                                         {"[", "]"},
                                                         {"{", "}"},
                                                         {"if true then ", " else 0"},
                                                         {"if ", " then 1 else 0"},
                                                         {"-", ""},
                                                         {"not ", ""},
                                                         {"abs(", ")"},
                                                         {"[for_ for for_ in ", "]"},
                                                         {"let x_ = 1 in ", ""},
                                                         {"2^(", ")"}};
  static constexpr std::array<std::string_view, 6> kLinks = {
      "[0]", ".x", "(1)", "+1", " else if true { } ", "\"{1}\""};

  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  std::size_t any() { return below(words_.size()); }
  std::size_t span(std::size_t from, std::size_t end) {
    return 1 + below(std::min<std::size_t>(end - from, below(4) == 0 ? 40 : 4));
  }
  // Mostly few, sometimes beyond what limits allow.
  std::size_t depth() { return below(8) == 0 ? 200 + below(500) : 1 + below(20); }

  void remove() {
    const std::size_t at = any();
    const auto first = words_.begin() + static_cast<std::ptrdiff_t>(at);
    words_.erase(first, first + static_cast<std::ptrdiff_t>(span(at, words_.size())));
  }
  void put(std::size_t at, const Words& more) {
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  }
  void repeat() {
    const std::size_t at = any();
    const auto first = words_.begin() + static_cast<std::ptrdiff_t>(at);
    const Words copy(first, first + static_cast<std::ptrdiff_t>(span(at, words_.size())));
    put(any(), copy);
  }
  void replace_by_like() {
    const std::size_t at = any();
    if (words_[at].empty()) return;
    std::vector<std::string> like;
    for (const std::string& word : words_)
      if (!word.empty() && kind_of(word) == kind_of(words_[at])) like.push_back(word);
    words_[at] = like[below(like.size())];
  }
  void replace_by_other() {
    words_[any()] = below(2) == 0 ? std::string(kWords[below(kWords.size())]) : words_[any()];
  }
  void insert() { put(any(), {" ", std::string(kWords[below(kWords.size())]), " "}); }
  void splice() {
    if (other_.empty()) return insert();
    const std::size_t from = below(other_.size());
    Words taken;
    for (std::size_t i = from; i < from + span(from, other_.size()); ++i)
      taken.emplace_back(other_[std::min(i, other_.size() - 1)]);
    put(any(), taken);
  }
  void nest() {
    const Brackets& brackets = kBrackets[below(kBrackets.size())];
    std::string open, close;
    for (std::size_t i = depth(); i > 0; --i) {
      open.append(brackets.open);
      close.append(brackets.close);
    }
    const std::size_t at = any();
    words_[at] = open + words_[at] + close;
  }
  void chain() {
    const std::string_view link = kLinks[below(kLinks.size())];
    std::string& word = words_[any()];
    for (std::size_t i = depth(); i > 0; --i) word.append(link);
  }

  Words words_;
  const std::vector<std::string_view>& other_;
  std::mt19937& random_;
};

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of(text, at);
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string mutate_program(std::string_view text, std::string_view other, std::mt19937& random,
                           std::size_t longest) {
  const std::vector<std::string_view> words = words_of(text);
  const std::vector<std::string_view> more = words_of(other);
  Mutation mutation(Words(words.begin(), words.end()), more, random);
  for (std::uint32_t changes = 1 + random() % 4; changes > 0; --changes) mutation.change();
  return mutation.text(longest);
}

}  // namespace romas::fuzzing
