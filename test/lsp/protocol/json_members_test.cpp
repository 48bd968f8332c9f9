#include "lsp/protocol/json_members.h"

#include <gtest/gtest.h>

#include "lsp/protocol/feature_types.h"

namespace romas::lsp {
namespace {

template <class Value>
std::string problem_of(const std::string& text) {
  Value value;
  try {
    read_json(Json::parse(text), value, "params");
  } catch (const InvalidParams& problem) {
    return problem.message;
  }
  return {};
}

TEST(JsonMembers, writeWhatTheyRead) {
  const Json given =
      Json::parse(R"({"textDocument": {"uri": "file:///a"}, "position": {"line": 1, "character": 2},
                                     "newName": "b"})");
  RenameParams read;
  read_json(given, read, "params");
  EXPECT_EQ(read.position, (Position{1, 2}));
  EXPECT_EQ(write_json(read), given);
}

TEST(JsonMembers, nameWhatIsMissing) {
  EXPECT_EQ(problem_of<Range>(R"({"start": {"line": 0, "character": 0}})"), "params: 'end' is missing");
  EXPECT_EQ(problem_of<Position>(R"({"line": "0", "character": 0})"),
            "params.line: a whole number is missing");
  EXPECT_EQ(problem_of<Position>(R"({"line": -1, "character": 0})"),
            "params.line: -1 is not a whole number of the protocol");
  EXPECT_EQ(problem_of<DidChangeTextDocumentParams>(
                R"({"textDocument": {"uri": "a", "version": 1}, "contentChanges": [{"text": ""}, {}]})"),
            "params.contentChanges[1]: 'text' is missing");
}

TEST(JsonMembers, ignoreWhatIsUnknownAndLeaveOutWhatIsAbsent) {
  EXPECT_EQ(problem_of<Position>(R"({"line": 1.0, "character": 0, "later": []})"), "");
  Diagnostic diagnostic;
  diagnostic.message = "m";
  const Json json = write_json(diagnostic);
  EXPECT_EQ(json.size(), 2U) << json.dump();
  TextDocumentContentChangeEvent change;
  read_json(Json::parse(R"({"range": null, "text": "x"})"), change, "params");
  EXPECT_FALSE(change.range.has_value());
}

}  // namespace
}  // namespace romas::lsp
