// The tables for editors say something of everything that the schema knows, and nothing twice.
#include "frontend/mjcf/grammar/vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "frontend/mjcf/file/references.h"
#include "support/text/text.h"

namespace romas::mjcf {
namespace {

struct Place {
  std::string_view parent;
  const Word& word;
};

std::vector<Place> places() {
  std::vector<Place> all = {{"", kMujoco},         {"mujoco", kCompiler},
                            {"mujoco", kOption},   {"default", kDefault},
                            {"asset", kMesh},      {"asset", kTexture},
                            {"asset", kMaterial},  {"asset", kModelAsset},
                            {"worldbody", kBody},  {"body", kFrame},
                            {"body", kReplicate},  {"body", kAttach},
                            {"body", kInertial},   {"body", kJoint},
                            {"body", kFreeJoint},  {"body", kGeom},
                            {"body", kSite},       {"body", kCamera},
                            {"contact", kExclude}, {"equality", kConnect},
                            {"equality", kWeld},   {"equality", kJointEquality},
                            {"keyframe", kKey},    {"custom", kTextRow}};
  for (const Word& actuator : kActuators) all.push_back({"actuator", actuator});
  return all;
}

TEST(MjcfVocabulary, knowsEveryAttributeOfTheSchema) {
  for (const Place& place : places())
    for (const AttributeRow& row : place.word.row.attributes) {
      const AttributeInfo* info = find_attribute(place.parent, place.word.name, row.name);
      ASSERT_NE(info, nullptr) << place.word.name << ' ' << row.name;
      EXPECT_FALSE(info->meaning.empty());
      EXPECT_EQ(find_row(place.parent, place.word.name, row.name), &row)
          << place.word.name << ' ' << row.name;
      // Words have one home.
      EXPECT_TRUE(row.words.empty() || info->words.empty() || info->words == row.words)
          << place.word.name << ' ' << row.name;
      const auto offered = attributes_of(place.parent, place.word.name);
      EXPECT_NE(std::ranges::find(offered, row.name), offered.end());
    }
}

TEST(MjcfVocabulary, knowsWhatSectionsReferTo) {
  const std::set<std::string_view> kinds = {"joint", "body", "site", "shape", "tendon", "actuator"};
  for (const Reference& reference : references()) {
    if (!kinds.contains(reference.kind)) continue;
    const std::string_view kind = reference.kind == "shape" ? "geom" : reference.kind;
    bool found = false;
    for (const ElementInfo& element : elements())
      for (const std::string_view parent : split(element.parents, ' '))
        for (const std::string_view name : split(element.names, ' '))
          if (const AttributeInfo* info = find_attribute(parent, name, reference.attribute))
            if (!info->defines && info->names_kind == kind_of_type(kind)) found = true;
    EXPECT_TRUE(found) << reference.attribute;
  }
}

TEST(MjcfVocabulary, tellsElementsOfTheSameNameApart) {
  EXPECT_EQ(find_attribute("body", "joint", "name")->names_kind, NameKind::joint);
  EXPECT_EQ(find_attribute("equality", "joint", "name")->names_kind, NameKind::equality);
  EXPECT_EQ(find_attribute("fixed", "joint", "joint")->names_kind, NameKind::joint);
  EXPECT_FALSE(find_attribute("fixed", "joint", "joint")->defines);
  EXPECT_EQ(find_attribute("spatial", "site", "site")->names_kind, NameKind::site);
  EXPECT_TRUE(find_attribute("mujoco", "default", "class")->defines);
  EXPECT_FALSE(find_attribute("body", "geom", "class")->defines);
  EXPECT_EQ(find_attribute("body", "geom", "nonsense"), nullptr);
}

TEST(MjcfVocabulary, offersInClassesNoNames) {
  const auto offered = attributes_of("default", "joint");
  EXPECT_EQ(std::ranges::find(offered, "name"), offered.end());
  EXPECT_NE(std::ranges::find(offered, "damping"), offered.end());
  const auto actuator = attributes_of("default", "position");
  EXPECT_NE(std::ranges::find(actuator, "kp"), actuator.end());
}

TEST(MjcfVocabulary, hasEachElementOnceInItsParent) {
  std::set<std::string> seen;
  for (const ElementInfo& element : elements())
    for (const std::string_view parent : split(element.parents, ' '))
      for (const std::string_view name : split(element.names, ' '))
        EXPECT_TRUE(seen.insert(concat(parent, "/", name)).second) << parent << '/' << name;
}

}  // namespace
}  // namespace romas::mjcf
