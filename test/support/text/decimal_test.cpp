// The fast functions for decimal numbers of few digits agree with the general ones, and the way without
// std::from_chars agrees with it.
#include "support/text/decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

#include "support/text/text.h"

namespace romas {
namespace {

TEST(Decimal, readsWhatFromCharsReads) {
  EXPECT_EQ(parse_plain_decimal("-0.25"), -0.25);
  EXPECT_EQ(parse_plain_decimal("+1."), 1.0);
  EXPECT_EQ(parse_plain_decimal(".5"), 0.5);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*parse_plain_decimal("-0")), std::bit_cast<std::uint64_t>(-0.0));
  for (const char* text : {"", "-", "+", ".", "-.", "+-1", "1..", "1.2.3", "1e3", "inf", "nan", " 1", "1 ",
                           "0x1", "1234567890123456"})
    EXPECT_FALSE(parse_plain_decimal(text)) << text;
}

TEST(Decimal, knowsTheShortestForm) {
  for (const char* text : {"0", "1", "-12", "0.5", "0.001", "0.00015", "10000", "150000", "1.5", "100.25"})
    EXPECT_TRUE(is_shortest_decimal(text)) << text;
  for (const char* text : {"", "-", "-0", "+1", "0.0", "0.50", "1.", ".5", "00", "01", "1e3", "0.0001",
                           "100000", "15000000", "0.10", "--1", "1.2.3", "1.5a"})
    EXPECT_FALSE(is_shortest_decimal(text)) << text;
}

// Every number of few digits, and random ones of many.
TEST(Decimal, saysWhatTheGeneralFunctionsSay) {
  std::size_t shortest = 0;
  const auto check = [&](const std::string& text) {
    double value = 0;
    std::string_view digits = text;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    ASSERT_EQ(parsed.ptr, digits.data() + digits.size()) << text;
    if (const auto plain = parse_plain_decimal(text)) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*plain), std::bit_cast<std::uint64_t>(value)) << text;
    }
    if (is_shortest_decimal(text)) {
      ++shortest;
      ASSERT_EQ(text, format_double(value));
    }
  };
  std::mt19937_64 random(1);
  for (int i = 0; i < 300'000; ++i) {
    std::string text = random() % 4 == 0 ? "-" : "";
    const std::size_t count = 1 + random() % 17;
    const std::size_t zeros = random() % 3 == 0 ? random() % count : 0;
    for (std::size_t k = 0; k < count; ++k)
      text += k < zeros ? '0' : static_cast<char>('0' + (random() % 3 == 0 ? 0 : random() % 10));
    const std::size_t sign = text[0] == '-' ? 1 : 0;
    if (random() % 5 != 0) text.insert(sign + 1 + random() % count, ".");
    check(text);
  }
  for (int i = 0; i < 100'000; ++i) {
    check(std::to_string(i));
    check("0." + std::to_string(i));
    check("0.00" + std::to_string(i));
    check(std::to_string(i / 100) + "." + std::to_string(i % 100));
  }
  EXPECT_GT(shortest, 200'000U);
}

#ifdef __cpp_lib_to_chars

// Both ways of read_decimal against the standard library's std::from_chars.
void expect_read_as_from_chars(const std::string& text) {
  const char* const first = text.data();
  const char* const last = first + text.size();
  double expected = -1;
  std::from_chars_result result = std::from_chars(first, last, expected);
  if (text.find_first_of("iInN") == (text.starts_with('-') ? 1 : 0))
    result = {first, std::errc::invalid_argument};
  if (result.ec != std::errc()) expected = -1;
  for (const auto& read : {read_decimal, detail::read_decimal_by_strtod}) {
    double value = -1;
    const std::from_chars_result found = read(first, last, value);
    ASSERT_EQ(found.ec, result.ec) << text;
    ASSERT_EQ(found.ptr - first, result.ptr - first) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected)) << text;
  }
}

// Shortest forms, and 800 digits, of random doubles, subnormals and the ends of their range; the points
// halfway between neighbours, and their neighbours in turn.
TEST(Decimal, readsDoublesAsFromCharsDoes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    std::uint64_t bits = random();
    if (i % 4 == 1) bits &= 0x800F'FFFF'FFFF'FFFFU;                                           // subnormal
    if (i % 4 == 2) bits = (bits & 0x800F'FFFF'FFFF'FFFFU) | (random() % 64 + 0x3E0) << 52U;  // near 1
    if (i % 4 == 3 && i % 16 == 3) bits = 0x7FEF'FFFF'FFFF'FFFFU - bits % 4;                  // the largest
    const double value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;
    expect_read_as_from_chars(format_double(value));
    const auto next = static_cast<long double>(std::nextafter(value, HUGE_VAL));
    const long double halfway = (static_cast<long double>(value) + next) / 2;
    std::array<char, 1200> digits{};
    const int size = std::snprintf(digits.data(), digits.size(), "%.800Le", halfway);
    std::string text(digits.data(), static_cast<std::size_t>(size));
    expect_read_as_from_chars(text);
    const std::size_t last = text.find('e') - 1;
    text[last] = '1';
    expect_read_as_from_chars(text);
    if (HasFatalFailure()) return;
  }
}

// Texts of the characters that numbers are made of: most of them are no number, or begin with one.
TEST(Decimal, refusesWhatFromCharsRefuses) {
  std::mt19937_64 random(3);
  constexpr std::string_view kCharacters = "0123456789019.-+eEx infaNI()_";
  for (int i = 0; i < 400'000; ++i) {
    std::string text;
    for (std::uint64_t size = random() % 12; size != 0; --size)
      text += kCharacters[random() % (i % 2 == 0 ? 16 : kCharacters.size())];
    expect_read_as_from_chars(text);
    if (HasFatalFailure()) return;
  }
  for (const char* text :
       {"1e400", "-1e400", "1e-400", "-1e-400", "0e999", "1e99999999999", "1e-99999999999", "0x10",
        "2.4703282292062328e-324", "2.4703282292062327e-324", "1.7976931348623159e308"})
    expect_read_as_from_chars(text);
}

#endif

}  // namespace
}  // namespace romas
