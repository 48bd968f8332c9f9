#include "frontend/language/grammar/word_classes.h"

#include <gtest/gtest.h>

#include <string>

namespace romas::language {
namespace {

std::string classes(std::string_view text) {
  constexpr std::string_view kNames[] = {"keyword", "name", "unit", "number", "text", "comment"};
  std::string all;
  for (const ClassifiedWord& word : classify_words(text)) {
    if (!all.empty()) all += " ";
    all += std::string(text.substr(word.begin, word.end - word.begin)) + ":" +
           std::string(kNames[static_cast<std::size_t>(word.kind)]);
  }
  return all;
}

TEST(WordClasses, areThoseOfTheGrammar) {
  EXPECT_EQ(classes("link arm { mass 2 kg; } // end"),
            "link:keyword arm:name mass:keyword 2:number kg:unit // end:comment");
  EXPECT_EQ(classes("3 N*m^2 / rad; m = 2 * x"),
            "3:number N:unit m:unit 2:number rad:unit m:name 2:number x:name");
  EXPECT_EQ(classes("box (1, 2, x) mm at m"),
            "box:keyword 1:number 2:number x:name mm:unit at:keyword m:name");
  EXPECT_EQ(classes("let text = \"a {b}\" /* c\nd */ r#\"x\"#"),
            "let:keyword text:name \"a {b}\":text /* c\nd */:comment r#\"x\"#:text");
}

TEST(WordClasses, ofWhatIsBeingTyped) {
  EXPECT_EQ(classes("\"open"), "\"open:text");
  EXPECT_EQ(classes("\xEF\xBB\xBFlink ü"), "link:keyword");
  EXPECT_EQ(classes(""), "");
}

}  // namespace
}  // namespace romas::language
