// Losses of one kind as one finding. A translation loses the same thing at many places; people want to read
// it once, programs get every place.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace romas {

// How many further places of a kind of loss are shown as notes.
inline constexpr std::size_t kNotedLosses = 3;

// The message without what differs between two places: names in quotes and numbers.
std::string kind_of_loss(std::string_view message);

// The findings with all losses (RM1901, RM1902, and RM1045: those of readers) of one kind as one, which
// stands for the first and counts the others. Notes show the next places. Nothing if no two losses are of one
// kind.
std::optional<std::vector<Diagnostic>> group_losses(std::span<const Diagnostic> diagnostics);

}  // namespace romas
