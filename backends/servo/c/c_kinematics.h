// Forward kinematics in whole numbers, as C: one function for each link at the end of a chain.
#pragma once

#include <string>
#include <vector>

#include "backends/servo/table/formats.h"

namespace romas {

struct CKinematics {
  std::string overview;             // lines of the header's comment
  std::string declarations;         // of the header
  std::string definitions;          // of the source, with the functions that they call; empty: there are none
  std::vector<std::string> macros;  // that the declarations define
};

CKinematics make_c_kinematics(const ServoFormatContext& context);

}  // namespace romas
