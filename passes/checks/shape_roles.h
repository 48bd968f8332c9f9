// Shapes that one element of a description makes a visual and a collision of a link.
#pragma once

#include <algorithm>

#include "ir/model/links.h"

namespace romas {

// Whether the same element makes a visual of the link, as a geom of MJCF does: what is said of the visual is
// not said once more of the collision.
inline bool is_also_seen(const Link& link, const Collision& collision) {
  return collision.range.valid() && std::ranges::any_of(link.visuals, [&](const Visual& visual) {
           return SourceRange(visual.range) == SourceRange(collision.range) &&
                  visual.geometry.shape == collision.geometry.shape;
         });
}

}  // namespace romas
