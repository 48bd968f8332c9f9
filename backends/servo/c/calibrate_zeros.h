// The parts of the programs of --servo-format=calibrate that write the file of a unit's zeros.
#pragma once

#include <string>
#include <vector>

#include "backends/servo/table/formats.h"

namespace romas {

// `read`: the servos that the programs read, in their order. `joints`: indices in Model::joints of the joints
// that a pose names, in the programs' order.
std::string python_zeros(const ServoFormatContext& context, const std::vector<const ServoEntry*>& read,
                         const std::vector<std::size_t>& joints);
std::string c_zeros(const ServoFormatContext& context, const std::vector<const ServoEntry*>& read,
                    const std::vector<std::size_t>& joints);

}  // namespace romas
