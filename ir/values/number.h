// A number of a robot description: its value in SI units and, until arithmetic touches it, the digits it was
// read with.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

// Owns the spellings that the numbers of a model refer to. Addresses are stable; spellings are never freed
// one by one.
class SpellingArena {
 public:
  // A NUL-terminated copy that lives as long as the arena.
  const char* keep(std::string_view spelling);

 private:
  std::vector<std::unique_ptr<char[]>> chunks_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
};

// 16 bytes, trivially copyable. The spelling is kept only where it differs from the shortest form of the
// value ("0.50", "1e-3"), and lives in the SpellingArena of the Model. Equality compares values and ignores
// spellings.
class Number {
 public:
  constexpr Number() = default;
  constexpr Number(double value)
      : value_(value) {}  // NOLINT(google-explicit-constructor): a double is a number
  constexpr Number(double value, const char* spelling) : value_(value), spelling_(spelling) {}

  constexpr double value() const { return value_; }
  // The digits to print: as read, or the shortest form.
  std::string text() const;
  void append_text(std::string& out) const;

  friend constexpr bool operator==(const Number& a, const Number& b) { return a.value_ == b.value_; }

 private:
  double value_ = 0;
  const char* spelling_ = nullptr;
};

using Number3 = std::array<Number, 3>;
using Number4 = std::array<Number, 4>;

}  // namespace romas
