// Are two models the same robot, and what differs? For romasc --compare, and for checking an output against
// the model that it was written from.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/compare/facts.h"
#include "ir/compare/topics.h"
#include "ir/model/model.h"

namespace romas {

// The source of a compared model.
struct ComparedSource {
  std::string format;  // the name of its frontend; empty: a model in memory, which can say everything
  std::string folder;  // what relative names of files start from
};

struct CompareOptions {
  // Tolerance of lengths relative to the robot's size, of rotation matrices and directions relative to 1, of
  // several numbers together relative to the largest, of any other number relative to its size.
  double tolerance = 1e-9;
  std::vector<Aspect> aspects;  // empty: all
  // Links and joints with other names are matched by their places in the tree, and reported as renamed.
  bool match_structure = false;
  // One form for texts of XML elements that mean the same. Without it, texts are compared as they are.
  std::function<std::string(const std::string&)> canonical_xml;
  ComparedSource a = {}, b = {};
};

struct ModelDifference {
  enum class Change : unsigned char { changed, added, removed, renamed };
  Topic topic{};
  Change change = Change::changed;
  EntityKind entity = EntityKind::robot;
  std::string name;   // of the entity: in the first model, where that has it
  std::string field;  // within the entity: "limit upper", "collision 2 geometry size"; empty: all of it
  // The values as texts, rounded to what differs. One that is absent is empty.
  std::string old_text, new_text;
  std::vector<double> old_values, new_values;  // all of the numbers, where the field holds numbers
  std::string unit;                            // "rad"; empty for plain numbers and texts
  std::string effect;                          // what follows: "moves 5 links"
  SourceRange a, b;  // where the two models say what differs; invalid where one says nothing
};

std::string_view to_string(ModelDifference::Change change);
// "limit upper 2.1 rad → 2.2 rad", "collision 2 removed"
std::string change_text(const ModelDifference& difference);
// The same with the entity in front: "joint 'elbow': limit upper 2.1 rad → 2.2 rad".
std::string message_of(const ModelDifference& difference);

// Something that is in one model and was not compared, because the format of the other cannot say it.
struct NotCompared {
  Topic topic{};
  std::size_t count = 0;  // of entities and fields
  std::string format;     // the one that cannot say it
};

struct ModelComparison {
  std::vector<ModelDifference> differences;  // those of an entity stand together
  std::vector<NotCompared> not_compared;
  // Consequences of several differences together: "mass of the whole robot 12 kg → 13 kg".
  std::vector<std::string> effects;
};

// Compares every entity and every field. Entities are matched by kind and name, parts of entities (shapes,
// joints of a transmission) by name, else by what they say, else by their order. Order and spelling never
// count, nor does a value that says what its absence means. Bodies are compared in the frames of their links.
// A frame that the other model writes as an empty link behind a fixed joint is the same. Takes time linear in
// the models.
ModelComparison compare_models(const Model& a, const Model& b, const CompareOptions& options = {});

}  // namespace romas
