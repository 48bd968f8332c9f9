// A robot of MJCF under other names, held against what its text says after a renaming. Unlike other formats,
// MJCF has names that a Model keeps only in texts, and makes up names of links and joints from others.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ir/model/model.h"
#include "lsp/reading/names.h"

namespace romas::lsp {

// The new name of each thing that gets one.
using RenamedThings = std::map<NamedThing, std::string>;

// Describes a difference beyond the names that change, those that are made up from them, spellings and
// places. Returns nullopt if the robots are the same and each name means the same as before.
std::optional<std::string> difference_of_mjcf(const Model& was, const NameTable& names_were,
                                              const RenamedThings& renamed, const Model& is,
                                              const NameTable& names_are);

}  // namespace romas::lsp
