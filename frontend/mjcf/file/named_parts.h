// The parts to which the sections behind the bodies refer by name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/values/ids.h"
#include "ir/values/transform_expr.h"
#include "support/sources/source_manager.h"

namespace romas::mjcf {

struct NamedParts {
  // A body or site: where it is in a link.
  struct Placed {
    LinkId link;
    TransformExpr X_LF;
    SourceRange range;
    // Of a body that is not where its link is: the frame, and site in MJCF, that stays there.
    std::string frame = {};
  };
  using Places = std::map<std::string, Placed, std::less<>>;

  Places bodies, sites;  // "world" is the ground, where it is a link
  std::map<std::string, JointId, std::less<>> joints;
  std::set<std::string, std::less<>> geoms, cameras, tendons, actuators;
  std::set<std::string, std::less<>> dropped_geoms;  // those of them that no model has
  bool are_made = false;  // some by MuJoCo, from a <composite> or <flexcomp>: names may be there all the same

  static const Placed* find(const Places& places, std::string_view name) {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &found->second;
  }
  JointId joint(std::string_view name) const {
    const auto found = joints.find(name);
    return found == joints.end() ? JointId() : found->second;
  }
  template <class Map>
  static std::vector<std::string> names(const Map& map) {
    std::vector<std::string> result;
    for (const auto& [name, part] : map) result.push_back(name);
    return result;
  }
};

}  // namespace romas::mjcf
