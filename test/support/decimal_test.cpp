// The fast functions for decimal numbers of few digits agree with the general ones.
#include "support/decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>

#include "support/text.h"

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

}  // namespace
}  // namespace romas
