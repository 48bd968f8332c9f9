// How the zeros of servos enter the tables of positions, so that firmware can put in other ones: the offset
// of a scale follows from zeros in whole numbers alone, and its binary places do not depend on the zeros.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/servo/table/servo_table.h"

namespace romas {

// Binary places of a zero: in tables it is a multiple of 2^-20 counts. Limits are rounded with twice that as
// tolerance (kCountTolerance), so that they are those of the zero in full unless a limit lies that close to
// it.
inline constexpr int kZeroPlaces = 20;

// Whether the tables can take another zero: a linear conversion to whole counts that no frame carries, with a
// zero below 2^22 counts.
bool takes_zeros(const ServoEntry& entry);
// The zero in units of 2^-kZeroPlaces counts.
std::int64_t zero_of(const ServoEntry& entry);

// The classes of zeros for which scales have room, in counts.
inline constexpr int kUsualZeroBits = 16, kLargestZeroBits = 22;
// The room that a scale has for a zero of this class, in counts.
double zero_room(double zero);

// joints → count: the offset is the zero and the rest, each rounded alone. `rest`: counts, of mimic joints.
void set_zero(IntegerScale& position, const ServoEntry& entry, double rest);

// counts → joint: what the zeros of the scale's servos take away, by its own factors. `rest`: Q16.16 rad or
// m.
void set_zeros(IntegerScale& joint_position, const std::vector<ServoEntry>& entries, double rest);

}  // namespace romas
