// The hash of contents tells contents apart: every bit and every length counts, and the bits of the hash
// depend on all of them.
#include "support/bytes/content_hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <set>

#include "support/text/text.h"

namespace romas {
namespace {

int different_bits(const ContentHash& a, const ContentHash& b) {
  return std::popcount(a.first ^ b.first) + std::popcount(a.second ^ b.second);
}

TEST(ContentHash, tellsLengthsApart) {
  std::set<std::string> known;
  for (std::size_t size = 0; size < 300; ++size) {
    EXPECT_TRUE(known.insert(content_hash(std::string(size, '\0')).hex()).second) << size;
    EXPECT_TRUE(known.insert(content_hash(std::string(size + 1, 'a')).hex()).second) << size;
  }
}

TEST(ContentHash, changesAboutHalfOfItsBitsWithEachBit) {
  std::string text = "<robot name=\"a robot that is a little longer than some blocks\"/>";
  const ContentHash before = content_hash(text);
  double sum = 0;
  for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
    const int changed = different_bits(before, content_hash(text));
    EXPECT_GT(changed, 30) << bit;
    sum += changed;
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
  }
  EXPECT_NEAR(sum / static_cast<double>(text.size() * 8), 64, 2);
  EXPECT_EQ(before, content_hash(text));
}

// Texts that differ in the order of their parts alone, and in numbers alone.
TEST(ContentHash, tellsOrdersAndNumbersApart) {
  EXPECT_NE(content_hash("0123456789abcdefFEDCBA9876543210"),
            content_hash("FEDCBA98765432100123456789abcdef"));
  EXPECT_NE(content_hash("01234567ABCDEFGH"), content_hash("ABCDEFGH01234567"));
  std::set<std::string> known;
  for (int i = 0; i < 20000; ++i)
    EXPECT_TRUE(known.insert(content_hash(concat("<mass value=\"", i, "\"/>")).hex()).second) << i;
}

TEST(ContentHash, printsAllOfItself) {
  EXPECT_EQ((ContentHash{0x0123456789abcdefULL, 1}.hex()), "0123456789abcdef0000000000000001");
}

}  // namespace
}  // namespace romas
