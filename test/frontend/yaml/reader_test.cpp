// Protects what all readers of YAML files rely on: limits, and places.
#include "frontend/yaml/reader.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas {
namespace {

TEST(YamlReader, depthAndSizeAreBounded) {
  const auto said = [](std::string text) {
    SourceManager sources;
    DiagnosticEngine diagnostics;
    const FileId file = sources.add_text("x.yaml", std::move(text));
    read_yaml(file, sources, diagnostics, Rule::servo_map);
    const auto& all = diagnostics.sorted();
    return all.empty() ? std::string() : concat(rule_info(all.front().rule).slug, " ", all.front().message);
  };
  EXPECT_EQ(said(std::string(10, '[') + std::string(10, ']')), "");
  EXPECT_EQ(said(std::string(100, '[') + std::string(100, ']')),
            "input-limit lists and tables are nested deeper than 16");
  std::string nested;
  for (int i = 0; i < 60; ++i) nested += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_EQ(said(nested), "input-limit lists and tables are nested deeper than 16");
  std::string many = "[";
  for (int i = 0; i < 100'001; ++i) many += "1,";
  EXPECT_EQ(said(many + "]"), "input-limit the file has more than 100000 values");
  EXPECT_EQ(said("# " + std::string(YamlLimits{}.bytes, 'x')),
            "input-limit the file has more than 16777216 bytes");
}

TEST(YamlReader, rangesCoverWhatIsWritten) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file =
      sources.add_text("x.yaml", "ä: 'it''s'\nb: \"q\\\"x\" # why\nc:   plain words\nd: |\n  text\n");
  const auto root = read_yaml(file, sources, diagnostics, Rule::servo_map);
  ASSERT_TRUE(root);
  const auto text = [&](std::string_view key) { return sources.text(root->find(key)->value.range); };
  EXPECT_EQ(sources.text(root->find("ä")->key.range), "ä");
  EXPECT_EQ(text("ä"), "'it''s'");
  EXPECT_EQ(root->find("ä")->value.text, "it's");
  EXPECT_EQ(text("b"), "\"q\\\"x\"");
  EXPECT_EQ(text("c"), "plain words");
  EXPECT_EQ(root->find("d")->value.text, "text\n");
}

TEST(YamlReader, absentValuesStandWhereTheirKeysDo) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("x.yaml", "a:\nb: ~\nc: null\n");
  const auto root = read_yaml(file, sources, diagnostics, Rule::servo_map);
  ASSERT_TRUE(root);
  for (const YamlEntry& entry : root->entries)
    EXPECT_EQ(entry.value.kind, YamlNode::Kind::null) << entry.key.text;
  EXPECT_EQ(sources.text(root->find("a")->value.range), "a");
  EXPECT_EQ(sources.text(root->find("b")->value.range), "~");
  EXPECT_EQ(sources.text(root->find("c")->value.range), "null");
}

}  // namespace
}  // namespace romas
