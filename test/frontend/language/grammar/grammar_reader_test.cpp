// Protects reading by recursive descent: it accepts the texts that ANTLR's parser accepts, and builds the
// same trees.
#include "frontend/language/grammar/grammar_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "backends/target.h"
#include "support/text/text.h"
#include "test/folders.h"
#include "test/frontend/language/examples.h"
#include "test/frontend/language/same_trees.h"
#include "test/fuzz/program_mutator.h"
#include "test/language.h"
#include "test/load_robot.h"
#include "test/random_model.h"

namespace romas {
namespace {

// Compares both for every statement of a text; gives the number of those without errors.
std::size_t whole_statements(const std::string& text) {
  const test::TreeComparison result = test::compare_trees(text);
  EXPECT_EQ(result.difference, "");
  return result.whole;
}

// The programs of the project, the right ones and the wrong.
std::vector<std::string> programs() {
  std::vector<std::string> texts;
  for (const char* folder : {"examples", "test"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path(folder))) {
      if (entry.path().extension() != ".romas" || !entry.is_regular_file()) continue;
      std::ifstream file(entry.path());
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(GrammarReader, makesTheTreesOfAntlr) {
  EXPECT_GT(whole_statements(std::string(test::kPlanarArm)), 5U);
  std::size_t whole = 0;
  for (const std::string& text : programs()) whole += whole_statements(text);
  EXPECT_GT(whole, 300U);
}

TEST(GrammarReader, makesTheTreesOfAntlrOfPrintedModels) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_GT(whole_statements(print_romas(test::RandomModel(seed, seed < 5 ? 1 : 0.6).make())), 5U);
  }
}

TEST(GrammarReader, makesTheTreesOfAntlrOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  test::for_each_corpus_robot([](const Model& model) { whole_statements(print_romas(model)); });
}

TEST(GrammarReader, makesTheTreesOfAntlrWhereWordsBeginBoth) {
  const std::string text =
      "robot r { joint j : revolute a -> b { limit lower 0 rad upper 1 rad; limit lower .. upper; limit "
      "lower(3 rad) upper 4 rad; }\n"
      "joint k : fixed a -> b { servo s { couple 1; couple j gear 2; couple \"x\" gear (1, 2); } mimic j * 2 "
      "m * 3 + 1 m*kg; }\n"
      "let a = [1, 2, 3,]; let b = f(a = 1, a, b == 2,); let c = 1 m*kg/s*x*2 m; let d = [x for (x, y) in z "
      "if x]; let e = [1,]; }\n";
  EXPECT_GT(whole_statements(text), 5U);
}

TEST(GrammarReader, refusesWhatAntlrRefuses) {
  std::mt19937 random(1);
  std::vector<std::string> texts = programs();
  texts.push_back(concat(
      test::kPlanarArm,
      "let a = [1, 2 m, -x^2 for x in y if not z];\nfn f(a : [length], b = (1, 2)) -> int = a[0].x;\n"));
  std::erase_if(texts, [](const std::string& text) { return text.size() > 3'000; });
  ASSERT_GT(texts.size(), 20U);
  std::size_t statements = 0;
  std::size_t whole = 0;
  for (std::size_t i = 0; i < 4'000; ++i) {
    const std::string& text = texts[i % texts.size()];
    const std::string& other = texts[random() % texts.size()];
    const auto result = test::compare_trees(fuzzing::mutate_program(text, other, random, 5'000));
    ASSERT_EQ(result.difference, "");
    statements += result.statements;
    whole += result.whole;
  }
  EXPECT_GT(whole, 5'000U);
  EXPECT_GT(statements, 2 * whole);  // about half are no values
}

}  // namespace
}  // namespace romas
