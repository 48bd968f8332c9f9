// The tables of docs/formats/scene.md list exactly the fields that scenes have.
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <sstream>

#include "support/text/text.h"
#include "test/folders.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using Names = std::set<std::string>;

// The first column of each table whose head is "field of …", by that head.
std::map<std::string, Names> documented_fields() {
  std::ifstream page(test::source_path("docs/formats/scene.md"));
  std::map<std::string, Names> tables;
  std::string line;
  std::string table;
  while (std::getline(page, line)) {
    const std::string cell(trim(split(line + "||", '|').at(1)));
    if (!line.starts_with("|"))
      table.clear();
    else if (cell.starts_with("field of "))
      table = cell;
    else if (!table.empty() && cell.starts_with("`"))
      tables[table].insert(cell.substr(1, cell.size() - 2));
  }
  return tables;
}

// The fields that every object of a list has; a failure if they differ.
Names fields_of(const json& list) {
  Names names;
  for (const json& object : list) {
    Names its;
    for (const auto& [key, value] : object.items()) its.insert(key);
    if (!names.empty()) {
      EXPECT_EQ(its, names) << object;
    }
    names = its;
  }
  return names;
}

TEST(ScenePage, listsTheFieldsOfScenes) {
  studio::WorkspaceSettings settings;
  settings.inputs = {test::source_path("examples/six-axis/six-axis.assembly.xml")};
  test::Studio studio(settings);
  const json scene = test::json_of(studio.get("/api/scene"));
  ASSERT_EQ(scene["status"], "ok");
  const std::map<std::string, Names> answered = {
      {"field of the scene", fields_of(json::array({scene}))},
      {"field of a link", fields_of(scene["links"])},
      {"field of a shape", fields_of(scene["shapes"])},
      {"field of a joint", fields_of(scene["joints"])},
      {"field of a mesh", fields_of(scene["meshes"])},
      {"field of a frame", fields_of(scene["frames"])},
      {"field of the assembly", fields_of(json::array({scene["assembly"]}))},
      {"field of a part", fields_of(scene["assembly"]["parts"])},
      {"field of a contact", fields_of(scene["assembly"]["parts"][1]["contacts"])},
      {"field of places", fields_of(json::array({scene["places"]}))},
      {"field of a place", fields_of(scene["places"]["links"])},
  };
  EXPECT_EQ(documented_fields(), answered);
}

}  // namespace
}  // namespace romas
