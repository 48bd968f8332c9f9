#include "lsp/reading/names.h"

#include <gtest/gtest.h>

#include "frontend/mjcf/grammar/vocabulary.h"

namespace romas::lsp {
namespace {

TEST(NameKinds, haveThoseOfMjcf) {
  using Kind = mjcf::NameKind;
  for (int kind = static_cast<int>(Kind::model); kind < static_cast<int>(Kind::objtype); ++kind)
    EXPECT_TRUE(find_name_kind(mjcf::word_of(static_cast<Kind>(kind)))) << kind;
  EXPECT_FALSE(find_name_kind("nothing"));
}

TEST(NameKinds, tellWhatAModelKnows) {
  EXPECT_FALSE(is_of_text(NameKind::link));
  EXPECT_FALSE(is_of_text(NameKind::end_effector));
  EXPECT_TRUE(is_of_text(NameKind::sensor));
  EXPECT_EQ(name_kind_name(NameKind::default_class), "default class");
}

}  // namespace
}  // namespace romas::lsp
