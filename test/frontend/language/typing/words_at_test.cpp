// The words that may be typed, held against the parser: each keyword that is offered at a place is accepted
// there with all that it brings, and values that a place says it takes have no wrong dimension.
#include "frontend/language/typing/words_at.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "frontend/language/typing/end_of_text.h"
#include "frontend/language/typing/place_words.h"
#include "frontend/language/values/known_words.h"
#include "support/text/text.h"
#include "test/language.h"
#include "test/lsp/language/examples.h"

namespace romas::language {
namespace {

std::string plain(const Sketch& sketch) {
  std::string out;
  for (const SketchPart& part : sketch) out += part.kind == SketchPart::Kind::body ? "{}" : part.text;
  return out;
}

// The words that the parser reads of a text with something behind it; empty: they do not fit.
bool fits(const std::string& text, const std::string& put) {
  EndOfText end = read_end(outline_of(text));
  if (end.expected.places.empty()) return false;
  for (const Lexeme& word : words_of(put).words) end.words.push_back(word);
  return !expected_after(end.words, TextStart::file).places.empty();
}

TEST(WordsAt, everyKeywordIsAcceptedWithWhatItBrings) {
  std::set<std::string> tried;
  std::size_t places = 0;
  for (const std::string& text : typing::example_texts())
    for (const Lexeme& word : words_of(text).words) {
      const WordsAt at = words_at(text, word.begin);
      const std::string before = text.substr(0, at.begin);
      for (const KeywordAt& keyword : at.keywords) {
        const std::string put = plain(keyword.sketch);
        // Once behind each sort of word.
        const std::string key = concat(
            put, " behind ", trim(before.substr(before.size() - std::min<std::size_t>(before.size(), 8))));
        if (!tried.insert(key).second) continue;
        ++places;
        EXPECT_TRUE(fits(before, put))
            << before.substr(before.size() - std::min<std::size_t>(before.size(), 60)) << "<<<" << put
            << ">>>";
      }
    }
  EXPECT_GT(places, 500U);
}

TEST(WordsAt, theTextsThemselvesAreExpected) {
  for (const std::string& text : typing::example_texts())
    for (const Lexeme& word : words_of(text).words) {
      const EndOfText end = read_end(outline_of(text.substr(0, word.begin)));
      bool found = false;
      for (const Expectation& place : end.expected.places)
        for (const std::uint16_t type : place.types) found = found || type == word.type;
      ASSERT_TRUE(found) << text.substr(0, word.end);
    }
}

// Robots with a property for each row of value_places.def: "@" stands for the value.
constexpr std::string_view kTexts[] = {
    "robot r { gravity @; link a; }",
    "robot r { link a; material grey { color @; } }",
    "robot r { link a { mass @; } }",
    "robot r { link a { mass 1 kg; com @; } }",
    "robot r { link a { mass 1 kg; inertial at @; } }",
    "robot r { link a { mass 1 kg; inertia @; } }",
    "robot r { link a { visual sphere radius 1 m at @; } }",
    "robot r { link a { visual sphere radius 1 m color @; } }",
    "robot r { link a { collision sphere radius 1 m at @; } }",
    "robot r { link a { solid sphere radius 1 m density @; } }",
    "robot r { link a { solid sphere radius 1 m mass @; } }",
    "robot r { link a { visual box @; } }",
    "robot r { link a { visual sphere radius @; } }",
    "robot r { link a { visual cylinder radius @ length 1 m; } }",
    "robot r { link a { visual capsule radius 1 m length @; } }",
    "robot r { link a { visual ellipsoid radii @; } }",
    "robot r { link a { visual mesh \"a.stl\" scale @; } }",
    "robot r { link a; link b; joint j : fixed a -> b { at @; } }",
    "robot r { link a; link b; joint j : continuous a -> b { axis @; } }",
    "robot r { link a; link b; joint j : screw a -> b { axis z; pitch @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; limit @ .. 1 rad; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; limit effort @; } }",
    "robot r { link a; link b; joint j : prismatic a -> b { axis z; limit velocity @; } }",
    "robot r { link a; link b; joint j : prismatic a -> b { axis z; limit 0 m .. @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; damping @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; friction @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; safety @ .. 1 rad k_velocity 0; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; safety k_velocity @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; calibration rising @; } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; servo feetech { offset @; } } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; servo feetech { direction @; } } }",
    "robot r { link a; link b; joint j : revolute a -> b { axis z; servo feetech { id @; } } }",
    "robot r { link a; link b; loop_joint j : ball { link1 a at @; link2 b; } }",
    "robot r { link a; spring coil { link1 a; link2 a; rest_length @; } }",
    "robot r { link a; spring coil { link1 a; link2 a; stiffness @; } }",
    "robot r { link a; spring coil { link1 a; link2 a; damping @; } }",
    "robot r { link a; wing w { parent a; chord @; } }",
    "robot r { link a; wing w { parent a; stall_angle @; } }",
    "robot r { link a; wing w { parent a; nominal_speed @; } }",
    "robot r { link a; thrust t { parent a; direction @; } }",
    "robot r { link a; thrust t { parent a; scale_factor @; } }",
    "robot r { link a; sensor eye : imu on link a { update_rate @; } }",
    "robot r { link a; sensor eye : camera on link a { camera { hfov @; } } }",
    "robot r { link a; sensor eye : camera on link a { camera { near @; } } }",
    "robot r { link a; sensor eye : ray on link a { ray { horizontal { min_angle @; } } } }",
    "robot r { link a; gazebo a { mu1 @; } }",
    "robot r { link a; transmission t { reduction @; } }",
    "robot r { link a; if @ { link b; } }",
    "robot r { link a; assert @; }",
    "block \"b\" { base @; }",
    "block \"b\" { shape \"a.stl\" at @; }",
    "block \"b\" { contact joint at @; }",
};

// The compiler takes the value that a place says it takes, and no value of another dimension.
TEST(WordsAt, placesSayWhatTheyMeasure) {
  for (const std::string_view text : kTexts) {
    const std::string whole(text);
    const std::size_t mark = whole.find('@');
    const WordsAt at = words_at(whole.substr(0, mark), static_cast<std::uint32_t>(mark));
    ASSERT_TRUE(at.value) << text;
    EXPECT_NE(at.wanted.sort, ValueSort::any) << text;
    const auto with = [&](const std::string& value) {
      std::string messages;
      for (const std::string& message :
           test::LanguageParse(concat(whole.substr(0, mark), value, whole.substr(mark + 1))).messages())
        if (message.find("dimension-mismatch") != std::string::npos ||
            message.find("type-mismatch") != std::string::npos ||
            message.find("wrong-count") != std::string::npos || message.find("syntax") != std::string::npos)
          messages += message;
      return messages;
    };
    EXPECT_EQ(with(example_of(at.wanted)), "") << text;
    if (at.wanted.units.empty() || at.wanted.units == "1") continue;
    EXPECT_NE(with(at.wanted.sort == ValueSort::number3 ? "(1, 1, 1) us" : "1 us"), "") << text;
  }
}

// The described fields have a unit of their own only where the joint's type tells it.
TEST(WordsAt, namesOfPlacesAreKnown) {
  EXPECT_EQ(known_words(NameSort::joint_type).size(), 9U);
  EXPECT_EQ(known_words(NameSort::axis).size(), 6U);
  EXPECT_EQ(known_words(NameSort::connection).size(), 3U);
  EXPECT_FALSE(known_words(NameSort::frame_kind).empty());
  EXPECT_FALSE(known_words(NameSort::gazebo_property).empty());
  EXPECT_TRUE(known_words(NameSort::link).empty());
}

}  // namespace
}  // namespace romas::language
