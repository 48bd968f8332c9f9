#include "backends/servo/table/entry_units.h"

#include "ir/servo/frame.h"

namespace romas {

double unit_of(const ServoDevice& device, ServoQuantity quantity,
               std::initializer_list<KnownRegister> registers) {
  for (const KnownRegister name : registers)
    if (const ServoRegister* r = device.find(name); r != nullptr && r->quantity == quantity && r->unit > 0)
      return r->unit;
  return 0;
}

double velocity_middle(const ServoEntry& entry) {
  return has_frame(*entry.plan.device) ? frame_scale(*entry.plan.device, FrameField::velocity).middle : 0;
}

double velocity_unit(const ServoEntry& entry) {
  if (entry.fractional) return kFullTurn / entry.plan.conversion.counts_per_turn;
  if (has_frame(*entry.plan.device)) return frame_scale(*entry.plan.device, FrameField::velocity).unit;
  return unit_of(*entry.plan.device, ServoQuantity::velocity,
                 {KnownRegister::goal_velocity, KnownRegister::present_velocity});
}

}  // namespace romas
