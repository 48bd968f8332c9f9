// Parser combinators for the rules of the grammar. Tokens, sequences, alternatives and repetitions are types,
// each with a function that reads it from the words of a statement. The rules themselves are in
// RomasParserRules.h, which the build makes of Romas.g4 (RomasGrammarRules.cmake).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/language/grammar/parse_tree.h"
#include "frontend/language/words/keywords.h"

namespace romas::language::rules {

// A set of token types, or of bytes.
class TokenSet {
 public:
  constexpr TokenSet() = default;
  constexpr explicit TokenSet(std::uint16_t type) {
    bits_[type / kBits] = std::uint64_t{1} << (type % kBits);
  }

  constexpr bool contains(std::size_t type) const {
    return type / kBits < bits_.size() && ((bits_[type / kBits] >> (type % kBits)) & 1U) != 0;
  }
  constexpr TokenSet operator|(const TokenSet& other) const {
    TokenSet all = *this;
    for (std::size_t i = 0; i < bits_.size(); ++i) all.bits_[i] |= other.bits_[i];
    return all;
  }
  constexpr TokenSet operator~() const {
    TokenSet others;
    for (std::size_t i = 0; i < bits_.size(); ++i) others.bits_[i] = ~bits_[i];
    return others;
  }

 private:
  static constexpr std::size_t kBits = 64;
  std::array<std::uint64_t, 4> bits_{};
};

// The state of reading: the words, the present position, and the tree that is built.
class Cursor {
 public:
  Cursor(const std::vector<Lexeme>& words, ParseTree& tree)
      : words_(words.data()), end_(static_cast<std::uint32_t>(words.size())), tree_(tree) {}

  // kEnd after the last word.
  std::uint16_t type() const { return at_ < end_ ? words_[at_].type : Lexeme::kEnd; }
  void take() { tree_.add_word(at_++); }
  // Records a word that does not fit. Always returns false.
  bool fail() {
    reached_ = std::max(reached_, at_);
    return false;
  }
  bool fail(const TokenSet& /*wanted*/) { return fail(); }
  // True where every part is tried, whatever the next word is.
  static constexpr bool tries_all() { return false; }

  std::uint32_t open(std::uint16_t rule) { return tree_.open(rule, at_); }
  void close(std::uint32_t node) { tree_.close(node, at_); }

  // Backtracking: the start of an attempt, and the return to it.
  struct Mark {
    std::uint32_t at;
    std::size_t size;
  };
  Mark mark() const { return {at_, tree_.size()}; }
  void back_to(const Mark& mark) {
    at_ = mark.at;
    tree_.cut(mark.size);
  }

  bool at_end() const { return at_ == end_; }
  // The furthest word that was examined.
  std::uint32_t reached() const { return std::max(reached_, at_); }

 private:
  const Lexeme* words_;
  std::uint32_t end_;
  std::uint32_t at_ = 0;
  std::uint32_t reached_ = 0;
  ParseTree& tree_;
};

// Every part of a rule has
//   first()     the tokens that it may begin with
//   nullable()  whether it matches no words at all
//   read()      reads it; returns false if the words do not fit; the cursor is unspecified then. The cursor is
//               a Cursor, or what has the same functions (expected_words.cpp)
// These compute the first two once for each part.
template <class Part>
inline constexpr bool kNullable = Part::nullable();
template <class Part>
inline constexpr TokenSet kFirst = Part::first();

// A token by its type: NUMBER, IDENT, …
template <std::uint16_t kType>
struct Tok {
  static constexpr bool nullable() { return false; }
  static constexpr TokenSet first() { return TokenSet(kType); }
  template <class In>
  static bool read(In& in) {
    if (in.type() != kType) return in.fail(kFirst<Tok>);
    in.take();
    return true;
  }
};

// A string as an argument of a template.
template <std::size_t kSize>
struct Spelling {
  // NOLINTNEXTLINE(google-explicit-constructor): Lit<"link"> is written without it
  constexpr Spelling(const char (&text)[kSize]) { std::copy_n(text, kSize, characters); }
  constexpr std::string_view view() const { return {characters, kSize - 1}; }
  char characters[kSize]{};
};

// A token as the grammar writes it: 'link'
template <Spelling kText>
using Lit = Tok<type_of_literal(kText.view())>;

// Reads a part, or restores the state before it.
template <class Part, class In>
bool attempt(In& in) {
  if (!kNullable<Part> && !kFirst<Part>.contains(in.type()) && !in.tries_all()) return false;
  const typename In::Mark mark = in.mark();
  if (Part::read(in)) return true;
  in.back_to(mark);
  return false;
}

// Properties of a sequence of parts. Parts after one that is never empty are not evaluated: the rule being
// computed may be among them.
template <class Part, class... Others>
constexpr bool all_nullable() {
  if constexpr (kNullable<Part> && sizeof...(Others) > 0)
    return all_nullable<Others...>();
  else
    return kNullable<Part>;
}
template <class Part, class... Others>
constexpr TokenSet first_of_all() {
  if constexpr (kNullable<Part> && sizeof...(Others) > 0)
    return kFirst<Part> | first_of_all<Others...>();
  else
    return kFirst<Part>;
}

// A sequence: a b
template <class... Parts>
struct Seq {
  static constexpr bool nullable() { return all_nullable<Parts...>(); }
  static constexpr TokenSet first() { return first_of_all<Parts...>(); }
  template <class In>
  static bool read(In& in) {
    return (Parts::read(in) && ...);
  }
};

// Ordered choice, the first alternative that fits: a | b
template <class... Ways>
struct Any {
  static constexpr bool nullable() { return (kNullable<Ways> || ...); }
  static constexpr TokenSet first() { return (kFirst<Ways> | ...); }
  template <class In>
  static bool read(In& in) {
    return (attempt<Ways>(in) || ...) || in.fail();
  }
};

// One of several tokens: a choice without backtracking.
template <class... Tokens>
struct OneOf {
  static constexpr bool nullable() { return false; }
  static constexpr TokenSet first() { return (kFirst<Tokens> | ...); }
  template <class In>
  static bool read(In& in) {
    if (!kFirst<OneOf>.contains(in.type())) return in.fail(kFirst<OneOf>);
    in.take();
    return true;
  }
};

// part?
template <class Part>
struct Opt {
  static constexpr bool nullable() { return true; }
  static constexpr TokenSet first() { return kFirst<Part>; }
  template <class In>
  static bool read(In& in) {
    static_assert(!kNullable<Part>);
    attempt<Part>(in);
    return true;
  }
};

// part*
template <class Part>
struct Star {
  static constexpr bool nullable() { return true; }
  static constexpr TokenSet first() { return kFirst<Part>; }
  template <class In>
  static bool read(In& in) {
    static_assert(!kNullable<Part>);
    while (attempt<Part>(in)) {
    }
    return true;
  }
};

// part+
template <class Part>
struct Plus : Seq<Part, Star<Part>> {};

// A rule of the grammar, which makes a node of the tree. Rules recurse where brackets and conditions are
// nested.
template <std::uint16_t kRule, class Part>
struct Production {
  static constexpr std::uint16_t kNumber = kRule;
  using All = Part;
  static constexpr bool nullable() { return kNullable<Part>; }
  static constexpr TokenSet first() { return kFirst<Part>; }
  template <class In>
  [[gnu::noinline]] static bool read(In& in) {
    const std::uint32_t node = in.open(kRule);
    if (!Part::read(in)) return false;
    in.close(node);
    return true;
  }
};

}  // namespace romas::language::rules
