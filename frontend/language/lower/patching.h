// The changes that the braces of one `use` have made so far.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/language/lower/lowering.h"
#include "frontend/language/lower/removal_plan.h"

namespace romas::language {

struct Lowering::Patching {
  std::string thing;  // what is used, as it is written
  Instance& instance;
  const Mark& first;  // where its entities begin
  SourceRange text;   // what is used
  SourceRange use;    // the statement

  // By entity ("joint 'elbow'") and property: the first patch that changes the property.
  std::map<std::pair<std::string, std::string>, SourceRange> changed = {};

  // The shapes that a link had before the patches: patches count them so, whatever goes.
  struct Shapes {
    std::vector<SourceRange> changed;  // by the number of the shape: its patch; invalid: it has none
    std::vector<bool> removed;
  };
  // By the index of the link: its visuals and its collisions, of those that patches speak of.
  std::map<std::size_t, std::array<Shapes, 2>> shapes = {};
  std::array<Shapes, 2>& shapes_of(std::size_t index, const Link& link) {
    const auto [known, is_new] = shapes.try_emplace(index);
    const auto count = [](std::size_t number) {
      return Shapes{std::vector<SourceRange>(number), std::vector<bool>(number)};
    };
    if (is_new) known->second = {count(link.visuals.size()), count(link.collisions.size())};
    return known->second;
  }

  std::vector<Removal> removals = {};
  std::vector<Place> dropped = {};  // of properties that are removed: what a format has there is removed, too
};

}  // namespace romas::language
