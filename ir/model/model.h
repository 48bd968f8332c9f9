// The typed model of one robot: what every frontend produces, every pass reads or rewrites, and every backend
// prints.
//
// A Model holds what the description says and no more: a value that the source left out is absent
// (std::optional). Defaults of the formats are applied where a value is used. Units are SI: m, kg, s, rad, N,
// N m. Every entity has a name and its range in the source. Equality (==) ignores spellings of numbers,
// source ranges and the Layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/model/control.h"
#include "ir/model/joints.h"
#include "ir/model/links.h"
#include "ir/model/loops_and_forces.h"
#include "ir/model/modular.h"
#include "ir/model/name_index.h"
#include "ir/model/place.h"
#include "ir/values/ids.h"
#include "ir/values/number.h"
#include "ir/values/spatial.h"

namespace romas {

// m/s², in the root frame, of a robot that says nothing else.
inline Vector3 default_gravity() { return {0, 0, -9.81}; }

class Model {
 public:
  Model();
  // Defined once, in model.cpp: each of these is code for every kind of entity.
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  std::string name;
  std::optional<std::string> version;  // the URDF version that the file names
  std::optional<Number3> gravity;      // m/s², in the root frame
  SourceRange range, name_range;

  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Frame> frames;
  std::vector<Material> materials;
  std::vector<Transmission> transmissions;
  std::vector<Sensor> sensors;
  std::vector<LoopJoint> loop_joints;
  std::vector<ForceElement> force_elements;
  std::vector<Gazebo> gazebos;
  std::vector<Ros2Control> ros2_controls;
  std::vector<Block> blocks;
  std::vector<Part> parts;
  std::vector<Extension> extensions;
  Layout layout;

  Link& link(LinkId id) { return links[id.index()]; }
  const Link& link(LinkId id) const { return links[id.index()]; }
  Joint& joint(JointId id) { return joints[id.index()]; }
  const Joint& joint(JointId id) const { return joints[id.index()]; }

  // The first entity with this name; an invalid id if there is none.
  LinkId find_link(std::string_view name) const;
  JointId find_joint(std::string_view name) const;
  MaterialId find_material(std::string_view name) const;
  // Returns the link or joint that one of the model's <gazebo> elements refers to. If a link and a joint have
  // the name, it is the link, unless the element has nothing but properties of joints.
  std::pair<LinkId, JointId> referred(const Gazebo& gazebo) const;
  // The gravity that the model gives, else default_gravity().
  Vector3 gravity_or_default() const;
  // Rebuilds the indices behind find_… and resolves every reference by name anew. Call after entities were
  // added, renamed, moved or removed.
  void rebuild_index();

  // A number with its spelling, which is kept where it is not the shortest form.
  Number number(double value, std::string_view spelling);
  // Keeps the spellings of another model alive in this one (after numbers were copied over).
  void adopt_spellings(const Model& other);

  // Extensions of one place, in order.
  std::vector<const Extension*> extensions_at(const Place& place) const;

  friend bool operator==(const Model& a, const Model& b);

 private:
  NameIndex link_by_name_, joint_by_name_, material_by_name_;
  mutable std::unordered_map<Place, std::vector<std::uint32_t>, PlaceHash> extensions_by_place_;
  mutable std::size_t indexed_extensions_ = 0;
  std::vector<std::shared_ptr<SpellingArena>> arenas_;  // the first is this model's own
};

}  // namespace romas
