// Joints of a robot that is to be moved, and do not hold it against gravity.
#pragma once

#include "ir/model/model.h"
#include "ir/servo/device.h"
#include "support/findings/diagnostic.h"

namespace romas::codegen {

// Effort limits that are too low in some pose while the root is held, as code without a floating base takes
// it (RM1706). check-gravity has told of robots whose description says that they stand on their root.
void report_weak_joints(const Model& model, const Vector3& gravity, DiagnosticEngine& diagnostics);

// Servos that are too weak in some pose while the root is held (RM1878).
void report_weak_servos(const Model& model, const Vector3& gravity, const ServoDeviceLibrary& library,
                        DiagnosticEngine& diagnostics);

}  // namespace romas::codegen
