// The content of a model, entity by entity, as plain facts: the form in which two models are compared. Facts
// come from the field tables; only structure is walked by hand.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/compare/topics.h"
#include "ir/model/model.h"
#include "ir/model/seen_materials.h"

namespace romas {

// One or more numbers. Several are compared relative to the largest of them.
struct FactNumbers {
  std::vector<double> values;
  std::string unit = {};                          // as messages say it: "rad"; empty for plain numbers
  std::span<const std::string_view> labels = {};  // of the single values ("ixx"), where they have names
};
// A file, which two descriptions may name as seen from different folders.
struct FactFile {
  std::string written;
  std::string resolved;  // seen from the description's folder
};
using FactValue = std::variant<std::string, FactNumbers, RigidTransform, FactFile>;

// One thing that an entity says.
struct Fact {
  std::string_view group, name;  // "limit", "upper": its field is both, with a space between
  Topic topic{};
  FactValue value;
  SourceRange place;
  bool says_nothing = false;  // means what the absence of this fact means
  // If this fact differs, the other facts of its group cannot be compared: the kind of a shape.
  bool decides = false;
};
// "limit upper"
std::string field_of(const Fact& fact);

// An entity, or a part of one (a visual, a joint of a transmission), with its own parts.
struct FactNode {
  std::string_view word;  // "visual"
  std::string name;       // empty where it has none
  Topic topic{};          // of its being there at all
  SourceRange place;
  std::vector<Fact> facts;
  std::vector<FactNode> parts;
};

// Views into the model, which must stay unchanged and alive.
class ModelFacts {
 public:
  // `folder` is what relative names of files start from.
  ModelFacts(const Model& model, std::string folder);

  const Model& model() const { return model_; }
  // The facts of one entity; kind robot, index 0: the robot's own. All <gazebo> elements with the same
  // reference are one: ask for the first of them.
  FactNode entity(EntityKind kind, std::size_t index) const;

 private:
  FactNode robot() const;
  FactNode link(const Link& link, const Place& place) const;
  FactNode joint(const Joint& joint) const;
  FactNode gazebo(std::size_t first) const;
  FactNode visual(const Visual& visual, const Link& link) const;
  FactNode collision(const Collision& collision, const Link& link) const;
  void add_geometry(const Geometry& geometry, Topic topic, FactNode& node) const;
  void add_material(const MaterialUse& use, FactNode& node) const;
  FactFile file(const std::string& written) const;
  void add_extensions(EntityKind kind, std::size_t index, FactNode& node) const;

  const Model& model_;
  std::string folder_;
  const SeenMaterials materials_;
  // By entity: its extensions, in order.
  std::unordered_map<Place, std::vector<const Extension*>, PlaceHash> extensions_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> gazebos_;  // by reference
};

}  // namespace romas
