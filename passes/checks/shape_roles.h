// Shapes that one element of a description makes a visual and a collision of a link.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "ir/model/links.h"

namespace romas {

// The visuals of a link by their places. The link must live as long.
class SeenShapes {
 public:
  explicit SeenShapes(const Link& link) {
    for (const Visual& visual : link.visuals) visuals_.push_back(&visual);
    std::ranges::sort(visuals_, {}, place_of_visual);
  }

  // Whether the same element makes a visual of the link, as a geom of MJCF does: what is said of the visual
  // is not said once more of the collision.
  bool contains(const Collision& collision) const {
    if (!collision.range.valid()) return false;
    const auto place = place_of(collision.range);
    for (auto at = std::ranges::lower_bound(visuals_, place, {}, place_of_visual);
         at != visuals_.end() && place_of_visual(*at) == place; ++at)
      if ((*at)->geometry.shape == collision.geometry.shape) return true;
    return false;
  }

 private:
  static std::tuple<FileId, std::uint32_t, std::uint32_t> place_of(const SourceRange& range) {
    return {range.file, range.begin, range.end};
  }
  static std::tuple<FileId, std::uint32_t, std::uint32_t> place_of_visual(const Visual* visual) {
    return place_of(visual->range);
  }

  std::vector<const Visual*> visuals_;
};

}  // namespace romas
