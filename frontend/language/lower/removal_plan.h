// Plans the removal of entities from a robot: others that go with them, and obstacles.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ir/model/entity.h"

namespace romas::language {

struct Removal {
  EntityKind kind = EntityKind::link;
  std::string name;           // in the robot
  bool with_subtree = false;  // of a link: all that hangs on it goes, too
  SourceRange range;          // of the name in the statement
};

struct RemovalPlan {
  static constexpr std::size_t kStays = static_cast<std::size_t>(-1);
  // By kind and index: the number of the removal with which an entity goes, or kStays.
  std::array<std::vector<std::size_t>, kEntityKindCount> with;

  // An entity that stays and needs one that goes.
  struct Obstacle {
    std::size_t removal = 0;
    EntityKind kind = EntityKind::joint;  // of the one that stays
    std::size_t index = 0;
    bool hangs = false;  // it is a joint that hangs a link on the removed one
    SourceRange place;   // of the reference
    std::string gone;    // the name that it refers to
  };
  std::vector<Obstacle> obstacles;  // one for each removal and entity that stays

  bool goes(EntityKind kind, std::size_t index) const {
    return with[static_cast<std::size_t>(kind)][index] != kStays;
  }
};

// A link takes with it the <gazebo> elements about it and the joint that it hangs on; a root takes with it
// the joint that hangs on it, if there is only one. A joint takes with it the <gazebo> elements about it.
// Everything else that refers to a removed entity is an obstacle, and so is a link that would hang on
// nothing. Entities before `first` (counts by kind) are not removed. Every removal names an entity that is
// there. References need not be resolved. Takes time linear in the model and, for each removal, in the
// entities of its kind.
RemovalPlan plan_removals(const Model& model, const std::array<std::size_t, kEntityKindCount>& first,
                          std::span<const Removal> removals);

}  // namespace romas::language
