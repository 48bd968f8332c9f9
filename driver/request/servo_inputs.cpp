#include "driver/request/servo_inputs.h"

#include <algorithm>
#include <string>

#include "frontend/servo/device_files.h"
#include "frontend/servo/servo_calibration.h"
#include "frontend/servo/servo_dump.h"
#include "frontend/servo/servo_map.h"
#include "ir/servo/property_checks.h"
#include "support/text/text.h"

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

std::string no_device(std::string_view name, const ServoDeviceLibrary& library) {
  const std::string_view near = nearest_name(name, library.devices, &ServoDevice::name);
  return concat("no device file describes a servo '", name, "'", or_describe(near));
}

// The family of a device that a map names without one.
void infer_families(std::vector<Model>& models, const ServoRequest& request, const FrontendOptions& frontend,
                    Stage& stage) {
  const auto is_open = [](const Joint& joint) {
    return joint.servo && joint.servo->family.empty() && !joint.servo->device.empty();
  };
  const bool any = std::any_of(models.begin(), models.end(), [&](const Model& model) {
    return std::any_of(model.joints.begin(), model.joints.end(), is_open);
  });
  if (!any) return;
  DiagnosticEngine unheard;  // device files are read again, and heard, where the devices are used
  FrontendContext context{stage.sources, unheard, frontend, stage.files_read};
  const ServoDeviceLibrary library = read_servo_devices(request.devices, context);
  for (Model& model : models)
    for (Joint& joint : model.joints) {
      if (!is_open(joint)) continue;
      std::vector<std::string_view> families;
      for (const ServoFamily& family : library.families)
        if (library.find(family.name, joint.servo->device) != nullptr) families.push_back(family.name);
      if (families.size() == 1)
        joint.servo->family = families.front();
      else
        stage.diagnostics.report(Rule::unknown_servo, joint.servo->range,
                                 families.empty()
                                     ? no_device(joint.servo->device, library)
                                     : concat("device '", joint.servo->device, "' is in the families ",
                                              join(families, " and "), "; give its 'family'"));
    }
}

// Reads the devices of the families that the models name, without reports. Device files are read again, with
// reports, where the devices are used.
ServoDeviceLibrary read_unheard(const std::vector<Model>& models, const ServoRequest& request,
                                const FrontendOptions& frontend, Stage& stage) {
  DiagnosticEngine unheard;
  FrontendContext context{stage.sources, unheard, frontend, stage.files_read};
  return read_servo_devices(request.devices, context, families_of(models));
}

// Values of the map whose numbers the devices decide.
void settle(const std::vector<std::vector<OpenServoValue>>& open, std::vector<Model>& models,
            const ServoRequest& request, const FrontendOptions& frontend, Stage& stage) {
  if (std::all_of(open.begin(), open.end(), [](const auto& values) { return values.empty(); })) return;
  const ServoDeviceLibrary library = read_unheard(models, request, frontend, stage);
  for (std::size_t i = 0; i < models.size(); ++i)
    settle_servo_values(open[i], models[i], library, stage.diagnostics);
}

}  // namespace

AppliedServoMap apply_servo_maps(std::vector<Model>& models, const ServoRequest& request,
                                 const FrontendOptions& frontend, Stage& stage) {
  if (request.map.empty()) return {};
  FrontendContext context{stage.sources, stage.diagnostics, frontend, stage.files_read};
  const auto map = read_servo_map(request.map, context);
  if (!map) return {{}, status_of_reading(stage.diagnostics)};
  std::vector<std::vector<OpenServoValue>> open;
  open.reserve(models.size());
  for (Model& model : models) open.push_back(apply_servo_map(*map, model, stage.diagnostics));
  infer_families(models, request, frontend, stage);
  settle(open, models, request, frontend, stage);
  AppliedServoMap applied{unknown_servo_joints(*map, models), CompileStatus::ok};
  if (!request.map_is_shared && !models.empty())
    report_unknown_servo_joints(*map, applied.unknown_joints, models, stage.diagnostics);
  return applied;
}

CompileStatus apply_calibration(std::vector<Model>& models, const ServoRequest& request,
                                const FrontendOptions& frontend, Stage& stage) {
  if (request.calibration.empty()) return CompileStatus::ok;
  FrontendContext context{stage.sources, stage.diagnostics, frontend, stage.files_read};
  const auto calibration = read_servo_calibration(request.calibration, context);
  if (!calibration) return status_of_reading(stage.diagnostics);
  apply_servo_calibration(*calibration, models, read_unheard(models, request, frontend, stage),
                          stage.diagnostics);
  return CompileStatus::ok;
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
