// Where the source says what a model holds.
#pragma once

#include "support/source_manager.h"

namespace romas {

// A place in the source of something that a model says. It is no part of what is said: any two of them are
// equal, so that the equality of entities is `= default` and no member can be forgotten in it.
struct Provenance : SourceRange {
  constexpr Provenance() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a range of the source is what it is
  constexpr Provenance(const SourceRange& range) : SourceRange(range) {}
  constexpr Provenance(FileId in, std::uint32_t first, std::uint32_t behind_last)
      : SourceRange{in, first, behind_last} {}
  friend constexpr bool operator==(const Provenance& /*a*/, const Provenance& /*b*/) { return true; }
};

}  // namespace romas
