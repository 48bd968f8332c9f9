// Places in the source of what a model holds.
#pragma once

#include "support/sources/source_manager.h"

namespace romas {

// The place in the source of a value of the model. Any two places compare equal, because they carry no
// meaning: the equality of entities can be `= default`, and no member can be forgotten in it.
struct Provenance : SourceRange {
  constexpr Provenance() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a range of the source is what it is
  constexpr Provenance(const SourceRange& range) : SourceRange(range) {}
  constexpr Provenance(FileId in, std::uint32_t first, std::uint32_t behind_last)
      : SourceRange{in, first, behind_last} {}
  friend constexpr bool operator==(const Provenance& /*a*/, const Provenance& /*b*/) { return true; }
};

}  // namespace romas
