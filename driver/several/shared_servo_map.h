// A servo map for several inputs: faults of the map itself are reported once, not once an input.
#pragma once

#include <optional>
#include <vector>

#include "driver/request/request.h"
#include "driver/stages/result.h"

namespace romas::driver {

// The findings of a map that cannot be read or is malformed; nothing if it is sound. `texts` replace the
// files of their names; null: none.
std::optional<CompileResult> check_shared_servo_map(const CompileRequest& request,
                                                    const SourceManager::Texts* texts = nullptr);

// Returns the finding for entries whose joint none of the inputs has, from the results of all of them.
// Returns nullopt if there are no such entries, or if an input could not be read: its joints are unknown.
std::optional<CompileResult> check_joints_of_shared_servo_map(const CompileRequest& request,
                                                              const std::vector<CompileResult>& results);

}  // namespace romas::driver
