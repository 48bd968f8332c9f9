// Names that are identifiers are kept; other names are changed so that they differ from those.
#include "backends/code/enumerators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/kernel/code_model.h"
#include "support/names/c_names.h"

namespace romas::codegen {
namespace {

using testing::ElementsAre;

TEST(Enumerators, exactNamesAreNeverNumbered) {
  EXPECT_THAT(enumerators({"a-b", "a_b", "a_b_2"}), ElementsAre("a_b_3", "a_b", "a_b_2"));
  EXPECT_THAT(enumerators({"a_b_2", "a.b", "a_b", "a b"}), ElementsAre("a_b_2", "a_b_3", "a_b", "a_b_4"));
}

TEST(Enumerators, orderDoesNotMatterForExactNames) {
  EXPECT_THAT(enumerators({"x", "y-1", "y_1"}), ElementsAre("x", "y_1_2", "y_1"));
  EXPECT_THAT(enumerators({"y_1", "y-1", "x"}), ElementsAre("y_1", "y_1_2", "x"));
}

TEST(Enumerators, underscoresAtTheEndsStay) {
  EXPECT_THAT(enumerators({"tool_", "tool", "_tool"}), ElementsAre("tool_", "tool", "_tool"));
  EXPECT_THAT(enumerators({"_Tool", "a__b", "__c"}), ElementsAre("Tool", "a_b", "c"));  // reserved
}

TEST(Enumerators, keywordsAndTheirReplacements) {
  EXPECT_THAT(enumerators({"new", "new_", "3d"}), ElementsAre("new_2", "new_", "n3d"));
}

TEST(Enumerators, macrosOfTheStandardHeaders) {
  EXPECT_THAT(enumerators({"I", "EOF", "linux", "EE", "EIO", "restrict", "gamma"}),
              ElementsAre("I_", "EOF_", "linux_", "EE", "EIO_", "restrict_", "gamma"));
  EXPECT_EQ(make_namespace("gamma"), "gamma_");
  EXPECT_EQ(make_namespace("detail"), "detail_");
  EXPECT_EQ(make_namespace("panda"), "panda");
}

TEST(Enumerators, longNamesAreCutAndStayApart) {
  const std::string name(10000, 'a');
  const auto made = enumerators({name, name + "b", "-" + name, name});
  for (const std::string& identifier : made) EXPECT_LE(identifier.size(), 110U);
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), 4U);
  EXPECT_TRUE(made[0].starts_with("aaaa"));
  EXPECT_EQ(make_identifier(std::string(100, 'a')), std::string(100, 'a'));
}

TEST(Enumerators, equalNamesAndEmptyOnes) {
  EXPECT_THAT(enumerators({"a", "a", "", "?"}), ElementsAre("a", "a_2", "unnamed", "unnamed_2"));
}

}  // namespace
}  // namespace romas::codegen
