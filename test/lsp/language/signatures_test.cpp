// Signatures and hints in the Romas language: texts with a cursor mark '|'.
#include "lsp/language/signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text/text.h"
#include "test/lsp/language/examples.h"
#include "test/lsp/language/some_facts.h"

namespace romas::typing {
namespace {

using testing::ElementsAre;

std::string signature(const std::string& marked) {
  const Cursor cursor = cursor_in(marked);
  const TextFacts facts = some_facts();
  const Names names(cursor.text, facts);
  const auto call = call_at(names, cursor.offset);
  if (!call) return "none";
  const Signature& shown = call->signatures[call->signature];
  return concat(shown.label, " @ ", call->parameter ? shown.parameters[*call->parameter].name : "-");
}

TEST(RomasSignatures, ofTheCallAround) {
  const std::string file(kLeg);
  EXPECT_EQ(signature(file + "let a = tube(1 m, |"), "tube(outer: length, long: length) -> mass @ long");
  EXPECT_EQ(signature(file + "let a = tube(long = | 1 m);"),
            "tube(outer: length, long: length) -> mass @ long");
  EXPECT_EQ(signature(file + "robot r { use leg(|"), "leg(side: real, thigh: length = 25 cm) @ side");
  EXPECT_EQ(signature("import \"leg.romas\" as p; robot r { use p.leg(1, |);"),
            "leg(side: real, thigh: length = 25 cm) @ thigh");
  EXPECT_EQ(signature("let a = atan2(1 m, max(1, 2|));"), "max(a, b, …) @ b");
  EXPECT_EQ(signature("let a = max(1, 2, 3, |"), "max(a, b, …) @ …");
  EXPECT_EQ(signature("let a = range(1, 2, |"), "range(a, b, step) @ step");
  EXPECT_EQ(signature("let a = xyz([1, 2|], 3)"), "xyz(x, y, z) @ x");
  EXPECT_EQ(signature("import \"sized.romas\" as a(weight = |"), "a(long: length, weight) @ weight");
  EXPECT_EQ(signature("import \"sized.romas\" as a; robot r { use a(|"), "sized(tool: mass) @ tool");
  EXPECT_EQ(signature("import \"gantry.urdf.xacro\" as rail(|"), "rail(travel, camera) @ travel");
  EXPECT_EQ(signature("fn f(a|) = 1;"), "none");
  EXPECT_EQ(signature("robot r(a|) {"), "none");
  EXPECT_EQ(signature("robot r { link b { com (1, |"), "none");
  EXPECT_EQ(signature("let a = nothing(|"), "none");
}

TEST(RomasSignatures, haveTheCommentAboveWhatIsCalled) {
  const std::string text = "/// How much a tube weighs.\nfn tube(a: length) = a;\nlet b = tube(1 m);";
  const TextFacts facts = some_facts();
  const Names names(text, facts);
  const auto call = call_at(names, static_cast<std::uint32_t>(text.find("1 m")));
  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->signatures.front().documentation, "How much a tube weighs.");
}

TEST(RomasHints, nameParametersThatTheValuesDoNotName) {
  const std::string text = std::string(kLeg) +
                           "let outer = 1 m;\nlet a = tube(outer, 2 m) + tube(long = 1 m, outer = 2 m);\n"
                           "let b = clamp(1, 0, 2) + sin(1 rad);\nrobot r { use leg(1); }\n";
  const TextFacts facts = some_facts();
  const Names names(text, facts);
  std::vector<std::string> found;
  for (const ParameterHint& hint : parameter_hints(names))
    found.push_back(concat(hint.name, ":", text.substr(hint.offset, 3)));
  EXPECT_THAT(found, ElementsAre("long:2 m", "low:0, ", "high:2) ", "side:1);"));
}

}  // namespace
}  // namespace romas::typing
