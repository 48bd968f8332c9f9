// Equal limbs of a robot, told by the variables of their joints, and a kernel with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel/kernel.h"

namespace romas {

// Limbs that are computed together, one in each lane.
struct LaneGroup {
  std::size_t limbs = 2;  // 2 to 4
  std::size_t lanes() const { return limbs == 2 ? 2 : kMostLanes; }
  // A fourth lane repeats the first of three limbs.
  std::size_t limb_of(std::size_t lane) const { return lane < limbs ? lane : 0; }
};

// A variable of a joint: which limb it is of, and which of the limb's variables it is. The limb in lane k of
// group g has the number g * kLimbNumbers + k.
constexpr int kLimbNumbers = static_cast<int>(kMostLanes);
constexpr int kNoLimb = -1;
// The k-th variable of the limb's body b has the place b * kPlacesOfBody + k.
constexpr std::uint32_t kPlacesOfBody = 8;
struct LimbVariable {
  int limb = kNoLimb;
  std::uint32_t place = 0;
};

// Equal limbs divided among lanes, four and then what is left. A single one that is left is in no lane.
struct LimbLanes {
  std::vector<LaneGroup> groups;
  std::vector<LimbVariable> positions, velocities;  // by index in q and v
};

// A kernel with the joints' variables that its inputs are about, as its text form has them:
//   joints q[6] v[6]
//   limbs q(0 1 2 | 3 4 5) v(0 1 2 | 3 4 5)
//   kernel gravity_torque(q[6]) -> (tau[6]) {
// A group of limbs is a line. A word has the variables of a body, with commas between several; `-` stands for
// one that another limb has. Without limbs and joints both lines are left out.
struct KernelText {
  LimbLanes limbs;
  Kernel kernel;
};
std::string print_kernel_text(const KernelText& text);
// Ends the name of a kernel that stands beside another as its variant with lanes.
inline constexpr std::string_view kLanesSuffix = "_lanes";

// The first fault of a text: what it is, and its place in bytes.
struct KernelTextFault {
  std::string message;
  std::size_t begin = 0, end = 0;
};
// Reads any number of kernels. Returns false and fills `fault` if the text is malformed or a kernel is not
// valid (verify_kernel). `kernels` then holds those before the fault.
bool parse_kernel_texts(std::string_view text, std::vector<KernelText>& kernels, KernelTextFault& fault);

}  // namespace romas
