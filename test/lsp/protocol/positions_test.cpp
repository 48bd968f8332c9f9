#include "lsp/protocol/positions.h"

#include <gtest/gtest.h>

#include <random>

namespace romas::lsp {
namespace {

TEST(Positions, countTheUnitsOfTheEncoding) {
  const std::string text = "aä😀b\r\nzwei\rdrei\n";
  const TextPositions utf16(text, PositionEncoding::utf16), utf8(text, PositionEncoding::utf8);
  const std::size_t b = text.find('b');
  EXPECT_EQ(utf16.position(b), (Position{0, 4}));
  EXPECT_EQ(utf8.position(b), (Position{0, 7}));
  EXPECT_EQ(utf16.position(text.find("zwei")), (Position{1, 0}));
  EXPECT_EQ(utf16.position(text.find("drei")), (Position{2, 0}));
  EXPECT_EQ(utf16.position(text.size()), (Position{3, 0}));
}

TEST(Positions, behindAnEndAreTheEnd) {
  const std::string text = "ab\ncd";
  const TextPositions positions(text, PositionEncoding::utf16);
  EXPECT_EQ(positions.offset({0, 99}), 2U);
  EXPECT_EQ(positions.offset({9, 0}), 5U);
  EXPECT_EQ(positions.position(99), (Position{1, 2}));
}

TEST(Positions, withinACharacterAreItsBegin) {
  const std::string text = "😀x";
  EXPECT_EQ(TextPositions(text, PositionEncoding::utf16).offset({0, 1}), 0U);
  EXPECT_EQ(TextPositions(text, PositionEncoding::utf16).position(2), (Position{0, 0}));
}

TEST(Positions, betweenTwoCodeUnitsDivideACharacter) {
  const TextPositions positions("a😀x\nä", PositionEncoding::utf16);
  for (std::uint32_t at = 0; at < 9; ++at)
    EXPECT_EQ(positions.divided({0, at}), at == 2 ? std::optional<std::size_t>(1) : std::nullopt) << at;
  EXPECT_EQ(positions.divided({1, 1}), std::nullopt);
  EXPECT_EQ(TextPositions("a😀x", PositionEncoding::utf8).divided({0, 2}), std::nullopt);
}

TEST(Positions, ofAnyBytesLeadBack) {
  std::mt19937 random(16);
  const std::string bytes = "a\r\n\xC3\xA4\xF0\x9F\x98\x80\xFF\xC3";
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) text += bytes[random() % bytes.size()];
    for (const auto encoding : {PositionEncoding::utf8, PositionEncoding::utf16}) {
      const TextPositions positions(text, encoding);
      for (std::size_t offset = 0; offset <= text.size(); ++offset) {
        const Position place = positions.position(offset);
        const std::size_t back = positions.offset(place);
        EXPECT_LE(back, offset);
        EXPECT_EQ(positions.position(back), place);
      }
    }
  }
}

TEST(Uris, arePathsAndBack) {
  EXPECT_EQ(path_of_uri("file:///a%20b/%C3%A4.urdf"), "/a b/ä.urdf");
  EXPECT_EQ(path_of_uri("file://localhost/a"), "/a");
  EXPECT_EQ(path_of_uri("file://elsewhere/a"), "");
  EXPECT_EQ(path_of_uri("untitled:one"), "");
  EXPECT_EQ(path_of_uri("file:///a%00b"), "");
  EXPECT_EQ(path_of_uri("file:///100%"), "/100%");
  for (const std::string path : {"/a b/ä.urdf", "/100%/#?.xacro"})
    EXPECT_EQ(path_of_uri(uri_of_path(path)), path);
}

}  // namespace
}  // namespace romas::lsp
