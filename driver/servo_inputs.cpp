#include "driver/servo_inputs.h"

#include <algorithm>
#include <string>

#include "frontend/servo/device_files.h"
#include "frontend/servo/servo_dump.h"
#include "frontend/servo/servo_map.h"

namespace romas::driver {

namespace {

// A file that cannot be read has a status of its own. Mistakes in a file count through their findings.
CompileStatus status_of_reading(const DiagnosticEngine& diagnostics) {
  return diagnostics.reported(Rule::unreadable_file) > 0 ? CompileStatus::unreadable : CompileStatus::ok;
}

std::vector<std::string> families_of(const std::vector<Model>& models) {
  std::vector<std::string> families;
  for (const Model& model : models)
    for (const Joint& joint : model.joints)
      if (joint.servo && !joint.servo->family.empty() &&
          std::find(families.begin(), families.end(), joint.servo->family) == families.end())
        families.push_back(joint.servo->family);
  return families;
}

}  // namespace

AppliedServoMap apply_servo_maps(std::vector<Model>& models, const ServoRequest& request,
                                 const FrontendOptions& frontend, Stage& stage) {
  if (request.map.empty()) return {};
  FrontendContext context{stage.sources, stage.diagnostics, frontend, stage.files_read};
  const auto map = read_servo_map(request.map, context);
  if (!map) return {{}, status_of_reading(stage.diagnostics)};
  for (Model& model : models) apply_servo_map(*map, model, stage.diagnostics);
  AppliedServoMap applied{unknown_servo_joints(*map, models), CompileStatus::ok};
  if (!request.map_is_shared && !models.empty())
    report_unknown_servo_joints(*map, applied.unknown_joints, models, stage.diagnostics);
  return applied;
}

ServoFacts read_servo_facts(const std::vector<Model>& models, const ServoRequest& request,
                            const FrontendOptions& frontend, Stage& stage) {
  ServoFacts facts;
  FrontendContext context{stage.sources, stage.diagnostics, frontend, stage.files_read};
  if (const std::vector<std::string> families = families_of(models); !families.empty())
    facts.devices = read_servo_devices(request.devices, context, families);
  if (request.registers.empty()) return facts;
  facts.registers = read_servo_dump(request.registers, context);
  if (!facts.registers) facts.status = status_of_reading(stage.diagnostics);
  return facts;
}

}  // namespace romas::driver
