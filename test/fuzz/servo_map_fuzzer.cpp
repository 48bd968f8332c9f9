// Reads arbitrary bytes as a servo map, as a dump of servos' registers and as a calibration, and makes the
// tables of a robot to which the map, or a fixed map and the calibration, is applied. A robot that the checks
// accept must have every file of every format, and the same files again.
#include "backends/servo/table/formats.h"
#include "frontend/servo/device_files.h"
#include "frontend/servo/servo_calibration.h"
#include "frontend/servo/servo_dump.h"
#include "frontend/servo/servo_map.h"
#include "passes/pass/pass.h"
#include "test/fuzz/fuzzing.h"

namespace {

using namespace romas;
using fuzzing::Reading;
using fuzzing::require;

// Joints of every kind that a servo can drive, and some that none can.
constexpr const char* kRobot = R"(robot rig {
  link base { }
  link l1 { }
  link l2 { }
  link l3 { }
  link l4 { }
  link l5 { }
  joint pan : revolute base -> l1 { axis z; limit -90 deg .. 90 deg effort 2 N*m velocity 3 rad/s; }
  joint tilt : revolute l1 -> l2 { axis y; limit -1 rad .. 2 rad effort 2 N*m velocity 3 rad/s; }
  joint grip : prismatic l2 -> l3 { axis x; limit -10 mm .. 19 mm effort 10 N velocity 0.1 m/s; }
  joint wheel : continuous base -> l4 { axis y; }
  joint rest : fixed base -> l5 { }
})";

const Model& robot() {
  static const Reading reading(parse_romas, kRobot);
  require(reading.good(), "the robot itself", kRobot);
  return reading.result.models.front();
}

const ServoDeviceLibrary& devices() {
  static const ServoDeviceLibrary library = [] {
    static SourceManager sources;
    DiagnosticEngine diagnostics;
    const FrontendOptions options;
    std::vector<std::string> files_read;
    FrontendContext context{sources, diagnostics, options, files_read};
    return read_servo_devices({}, context, {});
  }();
  return library;
}

// Everything that the target writes, one file behind the other; nothing if it reports an error.
std::string tables(const Model& model, const ServoDump* present) {
  DiagnosticEngine diagnostics;
  TargetOptions options;
  for (const ServoFormatInfo& format : all_servo_formats())
    if (format.name != "diff" || present != nullptr)
      options.words[TargetOption::servo_formats].emplace_back(format.name);
  TargetInputs inputs;
  inputs.servo_devices = &devices();
  inputs.servo_registers = present;
  TargetContext context{diagnostics, options, inputs, {}};
  std::string all;
  for (const OutputFile& file : emit_servo(model, context)) all += file.path + "\n" + file.text;
  return diagnostics.has_errors() ? std::string() : all;
}

// The servos that a calibration is of.
constexpr const char* kMap = R"(
defaults: {family: feetech, device: STS3215, bus: arm}
joints:
  pan: {id: 1, zero: 2048, couple: {tilt: 0.5}}
  tilt: {id: 2, direction: reverse}
  grip: {id: 3, map: [[-10 mm, 0.92], [0, 0.35], [19 mm, -1.52]]}
  wheel: {family: dynamixel, device: XM430-W350, id: 1, bus: "", mode: extended_position}
)";

void look_up_places(const SourceManager& sources, const DiagnosticEngine& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (diagnostic.range.valid()) {
      sources.line_column(diagnostic.range.start());
      sources.text(diagnostic.range);
    }
}

// Checks the model; what is sound has tables, the same ones twice.
void check(Model& model, const ServoDump* present, DiagnosticEngine& diagnostics) {
  static const Pipeline checks = [] {
    Pipeline pipeline;
    std::string problem;
    require(parse_pipeline("check-servos", pipeline, problem), "the pipeline", problem);
    return pipeline;
  }();
  PipelineOptions options;
  options.inputs.servos = &devices();
  run_pipeline(model, checks, diagnostics, options);
  if (diagnostics.has_errors()) return;
  const std::string once = tables(model, present);
  require(tables(model, present) == once, "two runs differ", once);
}

void read_map(FileId file, const SourceManager& sources, const ServoDump* present) {
  DiagnosticEngine diagnostics;
  if (const auto map = parse_servo_map(file, sources, diagnostics)) {
    Model model = robot();
    const auto open = apply_servo_map(*map, model, diagnostics);
    settle_servo_values(open, model, devices(), diagnostics);
    report_unknown_servo_joints(*map, unknown_servo_joints(*map, {model}), {model}, diagnostics);
    check(model, present, diagnostics);
  }
  look_up_places(sources, diagnostics);
}

void read_calibration(FileId file, FileId map_file, const SourceManager& sources) {
  DiagnosticEngine diagnostics;
  if (const auto calibration = parse_servo_calibration(file, sources, diagnostics)) {
    const auto map = parse_servo_map(map_file, sources, diagnostics);
    require(map.has_value(), "the fixed map", kMap);
    std::vector<Model> models = {robot()};
    require(apply_servo_map(*map, models.front(), diagnostics).empty(), "an open value", kMap);
    apply_servo_calibration(*calibration, models, devices(), diagnostics);
    check(models.front(), nullptr, diagnostics);
  }
  look_up_places(sources, diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceManager sources;
  sources.add_text("rig.romas", kRobot);  // places in the robot are those of the first file
  const FileId file = sources.add_text("a.servos.yaml", text);
  const FileId map_file = sources.add_text("rig.servos.yaml", kMap);
  DiagnosticEngine of_dump;
  const auto dump = parse_servo_dump(file, sources, of_dump);
  look_up_places(sources, of_dump);
  read_map(file, sources, dump ? &*dump : nullptr);
  read_calibration(file, map_file, sources);
  return 0;
}
