// Protects the rules that are made of Romas.g4 as types: they are those of the grammar, sign by sign.
#include "RomasParserRules.h"

#include <antlr4-runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "RomasParser.h"
#include "support/text/text.h"
#include "test/folders.h"

namespace romas::language::rules {
namespace {

using RuleTexts = std::map<std::string, std::string>;  // the signs of each rule, with spaces between them

// --- from C++

template <class Part>
struct Tag {};

// Writes rules as the grammar does: every rule that one of them names, too.
class Printer {
 public:
  RuleTexts texts;

  template <std::uint16_t kRule, class Part>
  std::string rule(const Production<kRule, Part>* /*type*/) {
    std::string name = grammar::RomasParser(nullptr).getRuleNames()[kRule];
    if (texts.emplace(name, "").second) texts[name] = way(Tag<Part>());
    return name;
  }

 private:
  static std::string joined(std::string_view between, const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all.append(all.empty() ? "" : between).append(text);
    return all;
  }

  // A part that may stand beside others, or before '*'.
  template <class Part>
  std::string part(Tag<Part> tag) {
    return way(tag);
  }
  template <class... Parts>
  std::string part(Tag<Any<Parts...>> tag) {
    return concat("( ", way(tag), " )");
  }
  template <class... Tokens>
  std::string part(Tag<OneOf<Tokens...>> tag) {
    return concat("( ", way(tag), " )");
  }
  template <class... Parts>
  std::string part(Tag<Seq<Parts...>> tag) {
    return concat("( ", way(tag), " )");
  }

  // A part that may stand between two '|'.
  template <class Named>
  std::string way(Tag<Named> /*tag*/) {
    return rule(static_cast<const Named*>(nullptr));
  }
  template <std::uint16_t kType>
  std::string way(Tag<Tok<kType>> /*tag*/) {
    for (const grammar::Literal& literal : grammar::kLiterals)
      if (literal.type == kType) return concat('\'', literal.text, '\'');
    return std::string(grammar::RomasParser(nullptr).getVocabulary().getSymbolicName(kType));
  }
  template <class... Parts>
  std::string way(Tag<Seq<Parts...>> /*tag*/) {
    return joined(" ", {part(Tag<Parts>())...});
  }
  template <class... Ways>
  std::string way(Tag<Any<Ways...>> /*tag*/) {
    return joined(" | ", {way(Tag<Ways>())...});
  }
  template <class... Tokens>
  std::string way(Tag<OneOf<Tokens...>> /*tag*/) {
    return joined(" | ", {way(Tag<Tokens>())...});
  }
  template <class Part>
  std::string way(Tag<Opt<Part>> /*tag*/) {
    return concat(part(Tag<Part>()), " ?");
  }
  template <class Part>
  std::string way(Tag<Star<Part>> /*tag*/) {
    return concat(part(Tag<Part>()), " *");
  }
  template <class Part>
  std::string way(Tag<Plus<Part>> /*tag*/) {
    return concat(part(Tag<Part>()), " +");
  }
};

// --- from the grammar

// The signs of a grammar without its comments.
std::vector<std::string> signs_of(std::string_view text) {
  std::vector<std::string> signs;
  const auto in_word = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text.substr(at, 2) == "//") {
      end = text.find('\n', at);
    } else if (text[at] == '\'') {
      end = text.find('\'', end) + 1;
    } else if (in_word(at)) {
      while (in_word(end)) ++end;
    }
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0 && text.substr(at, 2) != "//")
      signs.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return signs;
}

// The rules of the parser: what begins with a small letter.
RuleTexts read_grammar() {
  std::ifstream file(test::source_path("frontend/language/grammar/Romas.g4"));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  text.erase(0, text.find("\nfile :"));
  text.erase(text.find("\n// --- tokens"));
  RuleTexts rules;
  std::string name;
  for (const std::string& sign : signs_of(text)) {
    if (name.empty()) {
      name = sign;
    } else if (sign == ";") {
      name.clear();
    } else if (sign != ":" && sign != "EOF") {
      rules[name].append(rules[name].empty() ? "" : " ").append(sign);
    }
  }
  return rules;
}

TEST(GrammarRules, areThoseOfTheGrammar) {
  RuleTexts expected = read_grammar();
  EXPECT_GT(expected.size(), 100U);
  Printer printer;
  printer.rule(static_cast<const File*>(nullptr));
  for (const auto& [name, text] : expected) EXPECT_EQ(printer.texts[name], text) << "of the rule " << name;
  EXPECT_EQ(printer.texts.size(), expected.size());
}

TEST(GrammarRules, numberTheirTokensLikeTheParser) {
  EXPECT_EQ(std::size_t{grammar::UNIT}, std::size_t{grammar::RomasParser::UNIT});
  EXPECT_EQ(std::size_t{grammar::RuleWord}, std::size_t{grammar::RomasParser::RuleWord});
  const grammar::RomasParser parser(nullptr);
  for (const grammar::Literal& literal : grammar::kLiterals)
    EXPECT_EQ(parser.getVocabulary().getLiteralName(literal.type), concat('\'', literal.text, '\''));
}

}  // namespace
}  // namespace romas::language::rules
