// Protects the lexer that is made of the grammar: it finds the tokens of ANTLR's.
#include "frontend/language/grammar/lexer.h"

#include <antlr4-runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>

#include "RomasLexer.h"
#include "RomasParser.h"
#include "support/text/text.h"
#include "test/folders.h"
#include "test/frontend/language/examples.h"

namespace romas::language {
namespace {

using grammar::RomasLexer;

std::string row(std::size_t type, std::size_t line, std::size_t column, std::size_t begin, std::size_t end) {
  return concat(type, ' ', line, ':', column, ' ', begin, '-', end);
}

// The tokens of ANTLR's lexer. It is given DEL for each byte beyond ASCII, so that its positions are bytes.
std::vector<std::string> read_by_antlr(std::string text, std::size_t first) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) >= 0x80) c = '\x7F';
  antlr4::ANTLRInputStream input(text.substr(first));
  RomasLexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<std::string> rows;
  for (auto token = lexer.nextToken(); token->getType() != antlr4::Token::EOF; token = lexer.nextToken())
    rows.push_back(row(token->getType(), token->getLine(), token->getCharPositionInLine(),
                       first + token->getStartIndex(), first + token->getStopIndex() + 1));
  return rows;
}

std::vector<std::string> read_by_rules(std::string_view text, std::size_t first) {
  Lexer lexer(text, first);
  std::vector<std::string> rows;
  for (Lexeme token = lexer.next(); token.type != Lexeme::kEnd; token = lexer.next())
    rows.push_back(row(token.type, token.line, token.column, token.begin, token.end));
  return rows;
}

void expect_same(const std::string& text, std::size_t first = 0) {
  ASSERT_EQ(read_by_rules(text, first), read_by_antlr(text, first)) << "of the text: " << text;
}

TEST(Lexer, numbersItsTokensLikeTheParser) {
  EXPECT_EQ(std::size_t{RomasLexer::LBRACE}, std::size_t{grammar::RomasParser::LBRACE});
  EXPECT_EQ(std::size_t{RomasLexer::FOREIGN_CHARACTER}, std::size_t{grammar::RomasParser::FOREIGN_CHARACTER});
}

TEST(Lexer, findsTheTokensOfTheExample) {
  const std::string text(test::kPlanarArm);
  expect_same(text);
  expect_same("\xEF\xBB\xBF" + text, 3);
  EXPECT_GT(read_by_rules(text, 0).size(), 200U);
}

TEST(Lexer, findsTheTokensOfEveryProgram) {
  std::size_t programs = 0;
  for (const char* folder : {"examples", "test"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path(folder))) {
      if (entry.path().extension() != ".romas") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      expect_same(std::string(std::istreambuf_iterator<char>(file), {}));
      ++programs;
    }
  EXPECT_GT(programs, 10U);
}

// Texts that end within a token, or in which a longer token begins like a shorter one.
constexpr std::array kBordersOfTokens = {"1..2",
                                         "1.e5",
                                         "1e",
                                         "1e+",
                                         "1e+5",
                                         "1.5e-3m",
                                         "0x10",
                                         "..",
                                         "...",
                                         "a.b",
                                         "1.",
                                         "->",
                                         "-->",
                                         "<=>",
                                         "===",
                                         "!==",
                                         "!",
                                         "!=",
                                         "/",
                                         "//",
                                         "/*",
                                         "/*/",
                                         "/**/",
                                         "/***/",
                                         "/* a */ b",
                                         "// a\r\nb",
                                         "// a\rb",
                                         "r",
                                         "r\"",
                                         "r\"a\"",
                                         "r\"a",
                                         "r#",
                                         "r#\"a\"",
                                         "r#\"a\"#",
                                         "r#\"a\"##",
                                         "r##\"a\"#\"##b",
                                         "rr\"a\"",
                                         "r########\"a\"########",
                                         "r#########\"a\"#########",
                                         "robot",
                                         "robots",
                                         "true_",
                                         "_",
                                         "\"\"",
                                         "\"",
                                         "\"\\",
                                         "\"\\\n",
                                         "\"\\\"",
                                         "\"\\\"\"",
                                         "\"a\nb\"",
                                         "\"\\\\\"",
                                         "\x7F\xC3\xA4",
                                         "a\xC3\xA4z",
                                         "\"\xC3\xA4\"",
                                         "#$'",
                                         "\x01",
                                         "a\tb",
                                         "\v",
                                         "\f",
                                         "a \n\n  b",
                                         "/*\n\n*/a",
                                         "r\"\n\n\"a",
                                         "r#\"\n"};

TEST(Lexer, takesTheLongestToken) {
  for (const char* text : kBordersOfTokens) expect_same(text);
}

// Texts of pieces that begin, end or look like tokens.
TEST(Lexer, findsTheTokensOfRandomTexts) {
  constexpr std::array kPieces = {
      "r",     "#",    "\"", "\\", "/",    "*",        "\n",   "\r", " ",  ".",   "e",      "1",   "+",
      "-",     ">",    "<",  "=",  "!",    "a",        "{",    "}",  ";",  "(",   ")",      "[",   "]",
      "robot", "link", "^",  ",",  ":",    "\xC3\xA4", "\x7F", "\t", "//", "_",   "/*",     "*/",  "9",
      "E",     "if",   "$",  "?",  "12.5", "as",       "r#",   "b",  "##", "\"#", "limits", "\x01"};
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t length = 1 + random() % 24; length > 0; --length)
      text += kPieces[random() % kPieces.size()];
    expect_same(text);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace romas::language
