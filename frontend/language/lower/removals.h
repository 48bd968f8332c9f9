// Entities and shapes that patches remove. All that the braces of a `use` remove goes at once, at their end,
// so that their order does not matter.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/removal_plan.h"

namespace romas::language {

class Removals {
 public:
  // `first`: where the entities of the instance begin. `use`: the statement with the braces. The references
  // must outlive this.
  Removals(LowerContext& c, Instance& instance, const LowerContext::Mark& first, SourceRange use)
      : c_(c), instance_(instance), first_(first), use_(use) {}

  // Adds an entity. Reports one that is removed already.
  void add(Removal removal);
  // Adds the place of a property that is removed: what a format has there is removed, too.
  void drop(Place place) { dropped_.push_back(place); }
  // The shapes that a link had before the patches: patches count them so, whatever goes.
  struct Shapes {
    std::vector<SourceRange> changed;  // by the number of the shape: its patch; invalid: it has none
    std::vector<bool> removed;
  };
  // The visuals and the collisions of a link, by its index.
  std::array<Shapes, 2>& shapes_of(std::size_t index, const Link& link);
  // Removes all of it, unless something that stays needs it, which is reported.
  void apply();

 private:
  void drop_shapes();
  bool report_obstacles(const RemovalPlan& plan);
  void forget(const RemovalPlan& plan);

  LowerContext& c_;
  Instance& instance_;
  const LowerContext::Mark& first_;
  SourceRange use_;
  std::vector<Removal> removals_;
  std::vector<Place> dropped_;
  std::map<std::size_t, std::array<Shapes, 2>> shapes_;
};

}  // namespace romas::language
