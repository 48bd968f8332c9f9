// Protects what editors ask of the Tree-sitter grammar: every query suits it, every word of the language has
// a colour, and no node has two.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tree_sitter/api.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "support/text/text.h"
#include "test/folders.h"

extern "C" const TSLanguage* tree_sitter_romas();

namespace romas {
namespace {

std::filesystem::path query_folder() { return test::source_path("tools/editors/tree-sitter/queries"); }

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

using Query = std::unique_ptr<TSQuery, decltype(&ts_query_delete)>;
Query query_of(const std::string& name) {
  const std::string text = read(query_folder() / name);
  std::uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  TSQuery* query = ts_query_new(tree_sitter_romas(), text.data(), static_cast<std::uint32_t>(text.size()),
                                &offset, &error);
  EXPECT_EQ(error, TSQueryErrorNone) << name << ": " << text.substr(offset, 40);
  return {query, ts_query_delete};
}

struct Capture {
  std::string text, name;
  std::uint32_t begin, end;
};
// In the order of the text.
std::vector<Capture> captures(const std::string& query_name, const std::string& text) {
  const Query query = query_of(query_name);
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_romas());
  const std::unique_ptr<TSTree, decltype(&ts_tree_delete)> tree(
      ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())),
      ts_tree_delete);
  const std::unique_ptr<TSQueryCursor, decltype(&ts_query_cursor_delete)> cursor(ts_query_cursor_new(),
                                                                                 ts_query_cursor_delete);
  ts_query_cursor_exec(cursor.get(), query.get(), ts_tree_root_node(tree.get()));
  std::vector<Capture> found;
  TSQueryMatch match;
  for (std::uint32_t index = 0; ts_query_cursor_next_capture(cursor.get(), &match, &index);) {
    const TSQueryCapture& capture = match.captures[index];
    std::uint32_t length = 0;
    const char* const name = ts_query_capture_name_for_id(query.get(), capture.index, &length);
    const std::uint32_t begin = ts_node_start_byte(capture.node), end = ts_node_end_byte(capture.node);
    found.push_back({text.substr(begin, end - begin), {name, length}, begin, end});
  }
  return found;
}

std::vector<std::string> colours(const std::string& text) {
  std::vector<std::string> all;
  for (const Capture& capture : captures("highlights.scm", text))
    if (capture.name.find("punctuation") == std::string::npos)
      all.push_back(concat(capture.text, ": ", capture.name));
  return all;
}

TEST(TreeSitterQueries, suitTheGrammar) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(query_folder())) {
    EXPECT_NE(query_of(entry.path().filename().string()), nullptr);
    ++count;
  }
  EXPECT_EQ(count, 4);
}

TEST(TreeSitterQueries, colourEachWordOfTheLanguage) {
  const std::string highlights = read(query_folder() / "highlights.scm");
  const TSLanguage* const language = tree_sitter_romas();
  for (TSSymbol symbol = 1; symbol < ts_language_symbol_count(language); ++symbol) {
    if (ts_language_symbol_type(language, symbol) != TSSymbolTypeAnonymous) continue;
    const std::string word = ts_language_symbol_name(language, symbol);
    if (word == "\U0010FFFF" || word == "end") continue;  // what no text has
    EXPECT_NE(highlights.find(concat("\"", word, "\"")), std::string::npos) << word;
  }
}

TEST(TreeSitterQueries, tellKeywordsFromNames) {
  EXPECT_THAT(colours("let mass = f(at = 2 m) // c"),
              testing::ElementsAre("let: keyword", "mass: variable", "=: operator", "f: function",
                                   "at: variable.parameter", "=: operator", "2: number", "m: type.builtin",
                                   "// c: comment"));
  EXPECT_THAT(colours("robot arm { link mass { mass 1 kg; } joint \"j\" : fixed link -> mass; }"),
              testing::ElementsAre("robot: keyword", "arm: type", "link: keyword", "mass: type",
                                   "mass: property", "1: number", "kg: type.builtin", "joint: keyword",
                                   "\"j\": type", "\"j\": string", "fixed: type.builtin", "->: operator"));
  EXPECT_THAT(
      colours("fn f(x: length) -> real = if not x > 1 then align(x -> y, y -> z) else true;"),
      testing::ElementsAre("fn: keyword", "f: function", "x: variable.parameter", "length: type.builtin",
                           "->: operator", "real: type.builtin", "=: operator", "if: keyword.control",
                           "not: keyword.operator", ">: operator", "1: number", "then: keyword.control",
                           "align: function", "->: operator", "->: operator", "else: keyword.control",
                           "true: constant.builtin"));
}

TEST(TreeSitterQueries, colourNoNodeTwice) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path("examples"))) {
    if (entry.path().extension() != ".romas") continue;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> seen;
    for (const Capture& capture : captures("highlights.scm", read(entry.path()))) {
      const auto [known, is_new] = seen.try_emplace({capture.begin, capture.end}, capture.name);
      // A name in quotes is a name, and a string inside it.
      EXPECT_TRUE(is_new || capture.name == "string")
          << entry.path() << ": " << capture.text << " is " << known->second << " and " << capture.name;
    }
    EXPECT_FALSE(seen.empty()) << entry.path();
  }
}

TEST(TreeSitterQueries, foldBodies) {
  std::vector<std::string> folds;
  for (const Capture& fold : captures("folds.scm", "robot r { link a {\n} } /* c\n */"))
    folds.push_back(fold.text);
  EXPECT_THAT(folds, testing::ElementsAre("robot r { link a {\n} }", "{\n}", "/* c\n */"));
}

}  // namespace
}  // namespace romas
