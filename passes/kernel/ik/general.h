// Six revolute axes without a structure: the eigenvalues of a matrix give their positions
// (romas/six_revolute.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/kernel/ik/chain.h"
#include "passes/kernel/ik/structure.h"

namespace romas::ik {

// Which joints are given, the wanted axes among them, of chains of more than six, and with which axis the
// elimination begins. Chains of four and five have axes of the pose besides. The solver itself is held
// against random positions: none of them may be missed. Empty with the reason where that fails.
std::optional<Structure> find_general(const Chain& chain, const std::vector<std::size_t>& wanted,
                                      std::string& reason);

}  // namespace romas::ik
