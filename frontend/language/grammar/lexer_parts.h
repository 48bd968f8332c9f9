// The parts of the lexer's rules as types, beside those of the parser (grammar_parts.h): sequences, choices
// and repetitions are the same, of bytes. The rules themselves are in RomasLexerRules.h, which the build
// makes of Romas.g4 (RomasGrammarRules.cmake).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "frontend/language/grammar/grammar_parts.h"

namespace romas::language::tokens {

using rules::Any;
using rules::kFirst;
using rules::Opt;
using rules::Plus;
using rules::Seq;
using rules::Spelling;
using rules::Star;
using rules::TokenSet;

// Reads bytes, with the functions of rules::Cursor that parts call.
class ByteCursor {
 public:
  explicit ByteCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  const char* at() const { return at_; }
  // The next byte; kEnd at the end of the text.
  std::uint16_t type() const { return at_ == end_ ? kEnd : std::uint16_t{static_cast<unsigned char>(*at_)}; }
  void take() { ++at_; }
  // Takes all to the end of the first such text.
  bool take_through(std::string_view text) {
    const std::size_t found = std::string_view(at_, end_).find(text);
    if (found == std::string_view::npos) return false;
    at_ += found + text.size();
    return true;
  }
  static bool fail() { return false; }
  static constexpr bool tries_all() { return false; }

  using Mark = const char*;
  Mark mark() const { return at_; }
  void back_to(Mark mark) { at_ = mark; }

 private:
  static constexpr std::uint16_t kEnd = 256;
  const char* at_;
  const char* end_;
};

// 'text'
template <Spelling kText>
struct Chars {
  static constexpr bool nullable() { return false; }
  static constexpr TokenSet first() { return TokenSet(static_cast<unsigned char>(kText.view().front())); }
  static bool read(ByteCursor& in) {
    for (const char c : kText.view()) {
      if (in.type() != static_cast<unsigned char>(c)) return false;
      in.take();
    }
    return true;
  }
};

// One byte of a set.
template <class Set>
struct ByteOf {
  static constexpr bool nullable() { return false; }
  static bool read(ByteCursor& in) {
    if (!kFirst<Set>.contains(in.type())) return false;
    in.take();
    return true;
  }
};

// [a-z_]: bytes and ranges of bytes; a '-' at the end is meant itself.
template <Spelling kRanges>
struct Bytes : ByteOf<Bytes<kRanges>> {
  static constexpr TokenSet first() {
    constexpr std::string_view kText = kRanges.view();
    TokenSet set;
    for (std::size_t i = 0; i < kText.size(); ++i) {
      const auto low = static_cast<unsigned char>(kText[i]);
      const bool is_range = i + 2 < kText.size() && kText[i + 1] == '-';
      const auto high = is_range ? static_cast<unsigned char>(kText[i + 2]) : low;
      for (std::uint16_t byte = low; byte <= high; ++byte) set = set | TokenSet(byte);
      i += is_range ? 2 : 0;
    }
    return set;
  }
};

// ~[a-z_]: any other byte
template <class Part>
struct Not : ByteOf<Not<Part>> {
  static constexpr TokenSet first() { return ~kFirst<Part>; }
};

// .*? 'text'
template <Spelling kText>
struct Until {
  static constexpr bool nullable() { return false; }
  static constexpr TokenSet first() { return ~TokenSet(); }
  static bool read(ByteCursor& in) { return in.take_through(kText.view()); }
};

// Whether a part is always one byte.
template <class Part>
inline constexpr bool kIsByte = std::is_base_of_v<ByteOf<Part>, Part>;
template <Spelling kText>
inline constexpr bool kIsByte<Chars<kText>> = kText.view().size() == 1;

// A rule of the lexer.
template <std::uint16_t kType, class Part>
struct Token {
  static constexpr std::uint16_t kNumber = kType;
  static constexpr bool is_byte() { return kIsByte<Part>; }
  static constexpr TokenSet first() { return kFirst<Part>; }
  static bool read(ByteCursor& in) { return Part::read(in); }
};

// The longest token at the begin of a text, and where it ends.
struct Match {
  std::uint16_t type;
  const char* end;
};

template <class... Rules>
class Tokens {
 public:
  // The first one, if two match as much. The text is not empty.
  static Match longest(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t best = kByteRules[first];
    const char* end = text.data() + 1;
    for (std::uint64_t left = kOtherRules[first]; left != 0; left &= left - 1) {
      const auto rule = static_cast<std::size_t>(std::countr_zero(left));
      ByteCursor in(text);
      const bool fits = kReads[rule](in);
      if (fits && (in.at() > end || (in.at() == end && rule < best))) {
        best = rule;
        end = in.at();
      }
    }
    return {kTypes[best], end};
  }

 private:
  static_assert(sizeof...(Rules) <= 64);
  static constexpr std::array kReads = {&Rules::read...};
  static constexpr std::array kTypes = {Rules::kNumber...};
  // The first rule that is always this byte alone. The grammar has one for each: FOREIGN_CHARACTER.
  static constexpr std::array<std::uint8_t, 256> kByteRules = [] {
    std::array<std::uint8_t, 256> byte_rules{};
    byte_rules.fill(sizeof...(Rules));
    std::uint8_t rule = 0;
    const auto add = [&](bool is_byte, const TokenSet& first) {
      for (std::size_t byte = 0; byte < byte_rules.size(); ++byte)
        if (is_byte && first.contains(byte) && rule < byte_rules[byte]) byte_rules[byte] = rule;
      ++rule;
    };
    (add(Rules::is_byte(), kFirst<Rules>), ...);
    return byte_rules;
  }();
  static_assert(std::ranges::find(kByteRules, sizeof...(Rules)) == kByteRules.end());
  // The rules of other tokens that may begin with this byte, a bit for each.
  static constexpr std::array<std::uint64_t, 256> kOtherRules = [] {
    std::array<std::uint64_t, 256> other_rules{};
    std::uint64_t bit = 1;
    const auto add = [&](bool is_byte, const TokenSet& first) {
      for (std::size_t byte = 0; byte < other_rules.size(); ++byte)
        if (!is_byte && first.contains(byte)) other_rules[byte] |= bit;
      bit <<= 1U;
    };
    (add(Rules::is_byte(), kFirst<Rules>), ...);
    return other_rules;
  }();
};

}  // namespace romas::language::tokens
