// Protects the grammar: no text has two parse trees, words of properties stay names, and the printer quotes
// what the grammar needs quoted.
#include <antlr4-runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RomasLexer.h"
#include "RomasParser.h"
#include "backends/target.h"
#include "frontend/language/grammar/record_braces.h"
#include "frontend/language/grammar/unit_places.h"
#include "ir/model/units.h"
#include "test/corpus.h"
#include "test/frontend/language/examples.h"
#include "test/language.h"
#include "test/load_robot.h"
#include "test/random_model.h"

namespace romas {
namespace {

using grammar::RomasLexer;
using grammar::RomasParser;

// Collects ambiguities and syntax errors of one text, with the prediction that finds every ambiguity.
class AmbiguityListener : public antlr4::DiagnosticErrorListener {
 public:
  AmbiguityListener() : DiagnosticErrorListener(true) {}
  void syntaxError(antlr4::Recognizer* /*recognizer*/, antlr4::Token* /*token*/, std::size_t line,
                   std::size_t column, const std::string& message, std::exception_ptr /*error*/) override {
    found.push_back(concat(line, ":", column, " ", message));
  }
  void reportAmbiguity(antlr4::Parser* parser, const antlr4::dfa::DFA& dfa, std::size_t start,
                       std::size_t stop, bool /*exact*/, const antlrcpp::BitSet& /*alternatives*/,
                       antlr4::atn::ATNConfigSet* /*configurations*/) override {
    found.push_back(concat("ambiguity in ", parser->getRuleNames()[dfa.atnStartState->ruleIndex],
                           " at tokens ", start, " to ", stop));
  }
  std::vector<std::string> found;
};

std::vector<std::string> find_ambiguities(const std::string& text) {
  std::string bytes = text;
  for (char& c : bytes)  // positions of tokens are those of bytes then
    if (static_cast<unsigned char>(c) >= 0x80) c = '\x7F';
  antlr4::ANTLRInputStream input(bytes);
  RomasLexer lexer(&input);
  lexer.removeErrorListeners();
  language::UnitPlaces units(bytes);
  language::RecordBraces braces(bytes);
  std::vector<std::unique_ptr<antlr4::Token>> tokens;
  for (auto token = lexer.nextToken(); token->getType() != antlr4::Token::EOF; token = lexer.nextToken()) {
    if (token->getChannel() == antlr4::Token::DEFAULT_CHANNEL) {
      const auto end = static_cast<std::uint32_t>(token->getStopIndex() + 1);
      const std::uint16_t type = units.read(static_cast<std::uint16_t>(token->getType()),
                                            static_cast<std::uint32_t>(token->getStartIndex()), end);
      static_cast<antlr4::CommonToken&>(*token).setType(braces.read(type, end));
    }
    tokens.push_back(std::move(token));
  }
  antlr4::ListTokenSource source(std::move(tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  AmbiguityListener listener;
  parser.removeErrorListeners();
  parser.addErrorListener(&listener);
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::LL_EXACT_AMBIG_DETECTION);
  parser.file();
  return listener.found;
}

TEST(Grammar, hasNoAmbiguityInTheExample) {
  EXPECT_THAT(find_ambiguities(std::string(test::kPlanarArm)), testing::IsEmpty());
}

TEST(Grammar, hasNoAmbiguityInPrintedModels) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_THAT(find_ambiguities(print_romas(test::RandomModel(seed, seed < 3 ? 1 : 0.6).make())),
                testing::IsEmpty());
  }
}

TEST(Grammar, hasNoAmbiguityInTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  test::for_each_corpus_robot(
      [](const Model& model) { EXPECT_THAT(find_ambiguities(print_romas(model)), testing::IsEmpty()); });
}

std::vector<std::string> keywords() {
  const RomasParser parser(nullptr);
  std::vector<std::string> result;
  for (std::size_t type = 1; type <= parser.getVocabulary().getMaxTokenType(); ++type) {
    const std::string literal = parser.getVocabulary().getLiteralName(type);
    if (literal.size() > 2 && literal[1] >= 'a' && literal[1] <= 'z')
      result.push_back(literal.substr(1, literal.size() - 2));
  }
  return result;
}

// "Words of properties are contextual": every keyword of the grammar can be the name of a link, a joint and a
// material.
TEST(Grammar, takesEveryKeywordAsAName) {
  ASSERT_GT(keywords().size(), 100U);
  for (const std::string& word : keywords()) {
    if (is_reserved_word(word)) continue;
    SCOPED_TRACE(word);
    const std::string text =
        concat("robot ", word, " { material ", word, "; link ", word, " { visual box (1, 1, 1) m material ",
               word, " named ", word, "; } link other; joint ", word, " : fixed ", word, " -> other { mimic ",
               word, " * 2; } gazebo ", word, "; sensor ", word, " : ", word, " on link ", word, "; }");
    EXPECT_THAT(test::LanguageParse(text).messages(), testing::IsEmpty());
    EXPECT_THAT(find_ambiguities(text), testing::IsEmpty());
  }
}

// Reserved words stand in quotes; the printer knows them all.
TEST(Grammar, quotesReservedWords) {
  std::vector<std::string> words = {"true", "false", "if", "pi", "g0"};
  for (const Unit& unit : all_units()) words.emplace_back(unit.name);
  for (const std::string& word : words) {
    Model model;
    model.name = word;
    EXPECT_EQ(print_romas(model), concat("robot \"", word, "\" {\n}\n"));
    EXPECT_THAT(test::LanguageParse(print_romas(model)).messages(), testing::IsEmpty());
  }
}

TEST(Grammar, leavesShortNamesFree) {
  for (const std::string word : {"l", "h", "d", "t", "x", "y", "z", "min"})
    EXPECT_FALSE(is_reserved_word(word)) << word;
  EXPECT_THAT(test::LanguageParse("robot r { link x; link min; joint t : fixed x -> min; }").messages(),
              testing::IsEmpty());
}

}  // namespace
}  // namespace romas
