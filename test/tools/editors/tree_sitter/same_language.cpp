// Protects the grammar for editors: Tree-sitter takes the texts that ANTLR takes with the compiler's grammar,
// and no others. If it mends a text, a node ERROR or a missing node counts as a refusal.
#include <antlr4-runtime.h>
#include <gtest/gtest.h>
#include <tree_sitter/api.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

#include "RomasLexer.h"
#include "RomasParser.h"
#include "backends/target.h"
#include "frontend/language/grammar/record_braces.h"
#include "frontend/language/grammar/unit_places.h"
#include "ir/model/units.h"
#include "support/text/text.h"
#include "test/folders.h"
#include "test/frontend/language/examples.h"
#include "test/fuzz/program_mutator.h"
#include "test/random_model.h"

extern "C" const TSLanguage* tree_sitter_romas();

namespace romas {
namespace {

using grammar::RomasLexer;
using grammar::RomasParser;

// The first complaint; empty: the grammar of the compiler takes the text.
std::string antlr_refuses(const std::string& text) {
  struct Listener : antlr4::BaseErrorListener {
    void syntaxError(antlr4::Recognizer* /*recognizer*/, antlr4::Token* /*token*/, std::size_t line,
                     std::size_t column, const std::string& message, std::exception_ptr /*error*/) override {
      if (said.empty()) said = concat(line, ":", column, " ", message);
    }
    std::string said;
  } listener;
  std::string bytes = text;
  for (char& c : bytes)  // positions of tokens are those of bytes then
    if (static_cast<unsigned char>(c) >= 0x80) c = '\x7F';
  antlr4::ANTLRInputStream input(bytes);
  RomasLexer lexer(&input);
  lexer.removeErrorListeners();
  lexer.addErrorListener(&listener);
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
  if (tokens.empty()) return listener.said;  // an empty file is one; ANTLR's source wants a token
  antlr4::ListTokenSource source(std::move(tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.addErrorListener(&listener);
  parser.file();
  return listener.said;
}

// The place of the first node that says so; empty: Tree-sitter takes the text.
std::string tree_sitter_refuses(const std::string& text) {
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), ts_parser_delete);
  if (!ts_parser_set_language(parser.get(), tree_sitter_romas())) return "the library takes another ABI";
  const std::unique_ptr<TSTree, decltype(&ts_tree_delete)> tree(
      ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())),
      ts_tree_delete);
  const TSNode root = ts_tree_root_node(tree.get());
  if (!ts_node_has_error(root)) return {};
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  std::string place = "somewhere";
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_missing(node) || std::string_view(ts_node_type(node)) == "ERROR") {
      const TSPoint at = ts_node_start_point(node);
      place = concat(at.row + 1, ":", at.column);
      break;
    }
    more = ts_node_has_error(node) ? ts_tree_cursor_goto_first_child(&cursor)
                                   : ts_tree_cursor_goto_next_sibling(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  return concat("an error at ", place);
}

// Both take a text or both refuse it; returns whether they take it.
bool expect_same(const std::string& text) {
  const std::string compiler = antlr_refuses(text), editor = tree_sitter_refuses(text);
  EXPECT_EQ(compiler.empty(), editor.empty()) << "ANTLR: " << compiler << "\nTree-sitter: " << editor << "\n"
                                              << text;
  return compiler.empty();
}

// The programs of the examples and the tests.
const std::vector<std::string>& programs() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> found{std::string(test::kPlanarArm)};
    for (const char* folder : {"examples", "test"})
      for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path(folder))) {
        if (entry.path().extension() != ".romas") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        found.push_back(text.str());
      }
    std::sort(found.begin(), found.end());
    return found;
  }();
  return texts;
}

TEST(TreeSitterGrammar, takesTheProgramsThatTheCompilerTakes) {
  ASSERT_GT(programs().size(), 40U);
  int taken = 0;
  for (const std::string& text : programs()) taken += expect_same(text) ? 1 : 0;
  EXPECT_GT(taken, 40);
}

TEST(TreeSitterGrammar, takesPrintedModels) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_TRUE(expect_same(print_romas(test::RandomModel(seed, 0.6).make())));
  }
}

bool is_full() { return std::getenv("ROMAS_TEST_FULL") != nullptr; }

// Short enough that many changes of it are tried.
const std::vector<std::string>& short_programs() {
  static const std::vector<std::string> texts = [] {
    constexpr std::size_t kLongest = 3000;  // bytes
    std::vector<std::string> found = programs();
    std::erase_if(found, [](const std::string& text) {
      return text.size() > kLongest || !antlr_refuses(text).empty();
    });
    return found;
  }();
  return texts;
}

TEST(TreeSitterGrammar, takesAndRefusesChangedPrograms) {
  const int changes = is_full() ? 30'000 : 2000;
  constexpr std::size_t kLongest = 6000;  // bytes
  std::mt19937 random(77);
  int taken = 0;
  ASSERT_GT(short_programs().size(), 10U);
  for (int i = 0; i < changes && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const auto& text = short_programs()[random() % short_programs().size()];
    const auto& other = short_programs()[random() % short_programs().size()];
    const std::string changed = fuzzing::mutate_program(text, other, random, kLongest);
    if (find_invalid_utf8(changed)) continue;  // no text of the language
    taken += expect_same(changed) ? 1 : 0;
  }
  EXPECT_GT(taken, changes / 30);  // changes that break everything try little
}

// Keywords of the grammar, names of units, and a name.
std::vector<std::string> words() {
  std::vector<std::string> all = {"arm", "r\"raw\"", "\"text\"", "3"};
  const RomasParser parser(nullptr);
  for (std::size_t type = 1; type <= parser.getVocabulary().getMaxTokenType(); ++type) {
    const std::string literal = parser.getVocabulary().getLiteralName(type);
    if (literal.size() > 2 && literal[1] >= 'a' && literal[1] <= 'z')
      all.push_back(literal.substr(1, literal.size() - 2));
  }
  for (const Unit& unit : all_units()) all.emplace_back(unit.name);
  return all;
}

// A keyword at one place is a name at another.
TEST(TreeSitterGrammar, tellsKeywordsFromNames) {
  constexpr std::string_view kStatements[] = {
      "import \"a.romas\" as parts; param side : real = 1; let (a, b) : (real, [length]) = f(x);",
      "fn f(x: length = 1 m, y) -> mass = x; module wheel(side: real,) { expose rim = side; }",
      "robot r { use parts.wheel(side, radius = 2) as w named \"n\"; for i in list { link a; } }",
      "robot r { if a > b { link c; } else if not d { } else { link e; } assert a, \"b\"; version \"1\"; }",
      "robot r { material grey { color (1, 1, 1, 1); texture \"a.png\"; } gravity (0, 0, 1) m/s^2; }",
      "robot r { link a { mass 1 kg; com a; inertial at b; inertia c, d; implicit; let e = f; } }",
      "robot r { link a { visual box a at b material c color d texture \"e\" named f; } }",
      "robot r { link a { collision cylinder radius a length b; solid mesh \"c\" scale d density e; } }",
      "robot r { link a { visual ellipsoid radii a material { }; collision capsule length a radius b; } }",
      "robot r { joint a : revolute b.c -> d { at e; axis f; limit q .. h effort i velocity j; } }",
      "robot r { joint a : foreign \"b\" c -> d { limit lower a; limit effort (1) upper -2 jerk [3]; } }",
      "robot r { joint : fixed a -> b { mimic c * d + e; safety f .. q k_position h; dialect i; } }",
      "robot r { joint a : b c -> d { servo e(\"f\") { couple q gear h; i j; } calibration rising k; } }",
      "robot r { frame a on b { at c; kind d; } gazebo a { b c as attribute; } gazebo { d e; } }",
      "robot r { loop_joint a : b { link1 c at d as element; link2 e; } spring a { stiffness b; nested; } }",
      "robot r { wing a { parent b; profile \"c\"; chord d; } thrust a { direction b; limits c .. d; } }",
      "robot r { sensor a : b on link c on joint d { id \"e\"; camera { width f; } ray { vertical { samples "
      "q; } } } }",
      "robot r { transmission a : b { joint c { role d; offset e; } actuator f { interface q; } type as "
      "attribute; } }",
      "robot r { ros2_control a : b { plugin \"c\"; parameter d \"e\"; joint f { command q { parameter h "
      "\"i\"; } } } }",
      "block \"a\" { tag \"b\"; base c; shape \"d\" at e; contact joint at f rot_axis -q zero_axis h; }",
      "robot r { part 1 = block(\"a\", \"b\", \"c\") on part -1 contact[2] by contact[3] free match x -> -y "
      "offset a as link b; }",
      "assembly a from b, c { base d = block(\"e\"); part f = block(\"q\") on h.contact[i] by contact[j] k "
      "match x -> y offset 1 m; }",
      "robot r { extension element a of link b.c[1] { raw r\"d\" } extension attribute a of robot.b { raw "
      "\"c\"; } }",
      "let a = if b then c else d + [e for f in q if h][i].j^2 * align(x -> -y, z -> x) / k(l = t, n) m^2 + "
      "(o, p) kg;",
  };
  const std::vector<std::string> all = words();
  for (const std::string_view statement : kStatements) {
    EXPECT_TRUE(expect_same(std::string(statement))) << statement;
    const auto parts = fuzzing::words_of(statement);
    for (std::size_t place = 0; place < parts.size(); ++place) {
      if (std::isalpha(static_cast<unsigned char>(parts[place].front())) == 0) continue;
      const std::size_t step = is_full() ? 1 : 5;
      for (std::size_t number = place % step; number < all.size(); number += step) {
        std::string text;
        for (std::size_t i = 0; i < parts.size(); ++i)
          text += i == place ? all[number] : std::string(parts[i]);
        expect_same(text);
      }
    }
  }
}

}  // namespace
}  // namespace romas
