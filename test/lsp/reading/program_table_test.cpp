#include "lsp/reading/program_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace romas::lsp {
namespace {

using testing::ElementsAre;

class ProgramTables : public testing::Test {
 protected:
  ProgramTables() : file_(sources_.add_text("a.xacro", "name ${a + b} name")) {
    sources_.expansions().record_names();
  }
  SourceRange range(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  ProgramNames& names() { return *sources_.expansions().names(); }

  SourceManager sources_;
  FileId file_;
};

TEST_F(ProgramTables, findNamesByPlaceAndDefinition) {
  const auto kind = ProgramName::Kind::property;
  names().add({kind, "name", range(14, 18), range(0, 4)});
  names().add({kind, "name", range(0, 4), range(0, 4)});
  names().add({kind, "name", range(14, 18), range(0, 4)});  // in a second instance
  names().add({kind, "a", range(7, 8), {}});                // defined in no text
  const ProgramTable table(sources_);
  EXPECT_EQ(table.all().size(), 2U);
  EXPECT_TRUE(table.of(range(0, 4)).front()->is_definition());
  EXPECT_EQ(table.at(file_, 16).size(), 1U);
  EXPECT_EQ(table.at(file_, 18).size(), 1U);
  EXPECT_EQ(table.at(file_, 13).size(), 0U);
  EXPECT_EQ(table.at(file_ + 1, 16).size(), 0U);
}

TEST_F(ProgramTables, giveTheInnermostValue) {
  const SourceStep& step = sources_.expansions().add_step({});
  const FileId instance = sources_.expansions().instance(file_, step);
  names().add_value({{instance, 5, 13}, {}, "3"});
  names().add_value({{instance, 7, 8}, range(0, 4), "1"});
  names().add_value({{file_, 5, 13}, {}, std::string(1000, 'x')});
  const ProgramTable table(sources_);
  const auto texts = [](const auto& values) {
    std::vector<std::string> all;
    all.reserve(values.size());
    for (const ProgramValue* value : values) all.push_back(value->text);
    return all;
  };
  EXPECT_THAT(texts(table.values_at(file_, 7)), ElementsAre("1"));
  EXPECT_THAT(texts(table.values_at(file_, 12)), ElementsAre("3", std::string(200, 'x')));
  EXPECT_EQ(table.values_at(file_, 2).size(), 0U);
  EXPECT_EQ(table.values_in(range(5, 13)).size(), 3U);
  EXPECT_EQ(table.values_in(range(6, 13)).size(), 1U);
}

TEST(ProgramTable, isEmptyWhereNothingWasRecorded) {
  SourceManager sources;
  const FileId file = sources.add_text("a", "b");
  const ProgramTable table(sources);
  EXPECT_TRUE(table.at(file, 0).empty());
  EXPECT_TRUE(table.in_order().empty());
}

}  // namespace
}  // namespace romas::lsp
