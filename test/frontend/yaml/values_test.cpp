// Protects the wording that servo maps and dumps share.
#include "frontend/yaml/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas {
namespace {

TEST(YamlValues, saysWhatIsTakenAndWhatIsThere) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("x.yaml", "a: [1, 2]\nb: 12 kg\nc: " + std::string(41, 'x') + "\n");
  const auto root = read_yaml(file, sources, diagnostics, Rule::servo_map);
  ASSERT_TRUE(root);
  YamlValues values(sources, diagnostics, Rule::servo_map);
  EXPECT_TRUE(values.expect(root->find("a")->value, YamlNode::Kind::sequence, "'a'", "a list"));
  EXPECT_FALSE(values.expect(root->find("a")->value, YamlNode::Kind::scalar, "'a'", "a number"));
  values.check_keys(*root, "a box", std::array<std::string_view, 3>{"a", "bb", "c"});
  std::vector<std::string> said;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) said.push_back(diagnostic.message);
  EXPECT_THAT(said, ::testing::ElementsAre("'a' takes a number, not a list",
                                           "a box has no key 'b'; did you mean 'bb'?"));
  EXPECT_EQ(values.shown(root->find("b")->value), "'12 kg'");
  EXPECT_EQ(values.shown(root->find("c")->value), "this");
}

}  // namespace
}  // namespace romas
