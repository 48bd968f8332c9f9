#include "backends/servo/table/unit_zeros.h"

#include "backends/servo/table/image_bytes.h"
#include "backends/servo/table/zero_scales.h"
#include "ir/analysis/tree/mimic.h"
#include "support/bytes/hash.h"
#include "support/text/text.h"

namespace romas {

std::uint64_t unit_key(const ServoFormatContext& context) {
  Hash hash;
  hash.add(context.model.name);
  for (const ServoEntry& entry : context.table.entries) {
    const PlannedServo& plan = entry.plan;
    const ServoConversion& conversion = plan.conversion;
    hash.add(concat("\n", entry.identifier, " ", plan.bus, " ", plan.id, " ", plan.family->name, " ",
                    plan.device->name, " ", conversion.reversed_by_servo ? 1 : 0, " ", conversion.first, " ",
                    conversion.last, " ", plan.lower, " ", plan.upper, " ", conversion.wraps ? 1 : 0));
    for (const ServoConversion::Term& term : conversion.terms) {
      const MimicRelation mimic = resolve_mimic(context.model, JointId(term.joint));
      hash.add(concat(" ", context.model.joint(mimic.leader).name, " ", term.counts, " ", mimic.multiplier,
                      " ", mimic.offset));
    }
    for (const auto* settings : {&plan.persistent, &plan.running})
      for (const ServoSetting& setting : *settings)
        if (setting.target->name == "homing_offset") hash.add(concat(" homing ", setting.value));
  }
  return hash.value();
}

std::vector<UnitRow> unit_rows(const ServoFormatContext& context) {
  std::vector<UnitRow> rows;
  for (const ServoEntry& entry : context.table.entries) {
    UnitRow& row = rows.emplace_back();
    if (!takes_zeros(entry)) continue;
    row.zero = zero_of(entry);
    if (entry.plan.second) continue;
    const Servo& servo = *context.model.joints[entry.plan.joint].servo;
    row.reads = servo.whole(ServoProperty::zero).value_or(row.reads);
  }
  return rows;
}

std::string unit_file(const ServoFormatContext& context) {
  ImageBytes bytes;
  bytes.text("RMSC");
  bytes.u16(kUnitVersion);
  bytes.u16(context.table.entries.size());
  bytes.u64(unit_key(context));
  for (const UnitRow& row : unit_rows(context)) {
    bytes.i32(row.reads);
    bytes.u64(static_cast<std::uint64_t>(row.zero));
  }
  bytes.u32(bytes.crc());
  return bytes.take();
}

}  // namespace romas
