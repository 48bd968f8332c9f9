// Findings of one kind as one finding. A robot has the same fault at many places; people want to read it
// once, programs get every place.
//
// The kind of a finding is its rule and its message without what differs between two elements. It is told
// from the message and not said where a finding is reported: a place that reports would have to say which of
// its names are the cause, and one that says it wrongly hides a fault, which no test of that place would
// show. Here the default is safe: every name is part of the kind, unless the word in front of it says that it
// is the element that has the fault ("the axis of joint 'a'"). A message that this does not fit stays a
// finding of its own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/findings/diagnostic.h"

namespace romas {

// Fewer findings of a kind than this are shown one by one, each with its fixes: they are no flood.
inline constexpr std::size_t kLeastGrouped = 4;
// How many further places of a group are shown.
inline constexpr std::size_t kPlacesShown = 3;

// The message without the names of elements and the numbers, which differ between two elements. Two findings
// with the same rule and kind are the same fault. If the rule is an error by nature, the kind is narrower, so
// that no error hides another cause: numbers stay, and names differ only if another name stands at the place
// of the finding, which is then the cause ("joint 'a' refers to link 'b'", at a 'b' that does not exist).
// `at_place` is the source text there.
std::string finding_kind(const Diagnostic& diagnostic, std::string_view at_place);

struct FindingGroup {
  const Diagnostic* first = nullptr;
  std::vector<const Diagnostic*> further;  // of the same kind, in the order given; empty: shown alone
};

// All findings, in the order of the first ones. The result refers to `diagnostics`.
std::vector<FindingGroup> group_findings(std::span<const Diagnostic> diagnostics,
                                         const SourceManager& sources);

}  // namespace romas
