// The parser of calibrations.
#include <array>
#include <cmath>

#include "frontend/servo/servo_calibration.h"
#include "support/text/text.h"

namespace romas {

namespace {

class CalibrationParser : QuantityValues {
 public:
  CalibrationParser(const SourceManager& sources, DiagnosticEngine& diagnostics)
      : QuantityValues(sources, diagnostics, Rule::servo_map) {}

  ServoCalibration run(const YamlNode& root) {
    ServoCalibration calibration;
    constexpr std::string_view kWhat = "a calibration";
    if (!expect(root, YamlNode::Kind::mapping, kWhat, "a table with 'robot', 'pose' and 'servos'"))
      return calibration;
    check_keys(root, kWhat, std::array{kRobot, kUnit, kPose, kServos});
    for (const std::string_view key : {kRobot, kPose, kServos})
      if (root.find(key) == nullptr) report(root.range, concat("this calibration has no '", key, "'"));
    for (const YamlEntry& entry : root.entries) {
      const std::string name = concat("'", entry.key.text, "'");
      if (entry.key.text == kRobot) {
        calibration.robot = text(entry.value, name);
      } else if (entry.key.text == kUnit) {
        calibration.unit = text(entry.value, name).value;
      } else if (entry.key.text == kPose) {
        if (expect(entry.value, YamlNode::Kind::mapping, name, "a table of joints and their positions"))
          for (const YamlEntry& joint : entry.value.entries) position(joint, calibration);
      } else if (entry.key.text == kServos) {
        calibration.servos_range = entry.key.range;
        if (expect(entry.value, YamlNode::Kind::mapping, name,
                   "a table of joints and what their servos read"))
          for (const YamlEntry& joint : entry.value.entries) servo(joint, calibration);
      }
    }
    return calibration;
  }

 private:
  static constexpr std::string_view kRobot = "robot", kUnit = "unit", kPose = "pose", kServos = "servos";
  static constexpr std::string_view kBus = "bus", kId = "id", kReads = "reads", kReversed = "reversed",
                                    kHoming = "homing_offset";
  static constexpr double kLargestCount = 4294967296.0;  // 2^32: no register of a position has more bits

  template <class T>
  using Said = ServoCalibration::Said<T>;

  Said<std::string> text(const YamlNode& node, std::string_view what) {
    const bool good = expect(node, YamlNode::Kind::scalar, what, "a text");
    return {good ? node.text : std::string(), node.range};
  }

  Said<std::int64_t> whole(const YamlNode& node, std::string_view what) {
    if (!expect(node, YamlNode::Kind::scalar, what, "a whole number")) return {0, node.range};
    const auto number = node.quoted ? std::nullopt : parse_double(node.text);
    if (number && *number == std::round(*number) && std::abs(*number) <= kLargestCount)
      return {static_cast<std::int64_t>(*number), node.range};
    report(node.range, concat(what, " takes a whole number, not ", shown(node)));
    return {0, node.range};
  }

  Said<bool> flag(const YamlNode& node, std::string_view what) {
    if (!expect(node, YamlNode::Kind::scalar, what, "true or false")) return {false, node.range};
    if (node.quoted || (node.text != "true" && node.text != "false"))
      report(node.range, concat(what, " takes true or false, not ", shown(node)));
    return {node.text == "true", node.range};
  }

  void position(const YamlEntry& entry, ServoCalibration& calibration) {
    const auto at = quantity(entry.value, concat("the position of joint '", entry.key.text, "'"), "rad m");
    if (at) calibration.pose.push_back({entry.key.text, *at, entry.key.range, entry.value.range});
  }

  void servo(const YamlEntry& written, ServoCalibration& calibration) {
    constexpr std::string_view kWhat = "the calibration of a servo";
    ServoCalibration::Entry result;
    result.joint = written.key.text;
    result.joint_range = written.key.range;
    const YamlNode& table = written.value;
    if (!expect(table, YamlNode::Kind::mapping, kWhat, "a table, as {id: 11, reads: 2048}")) return;
    check_keys(table, kWhat, std::array{kBus, kId, kReads, kReversed, kHoming});
    for (const std::string_view key : {kId, kReads})
      if (table.find(key) == nullptr)
        report(table.range, concat("the servo of joint '", result.joint, "' has no '", key, "'"));
    for (const YamlEntry& entry : table.entries) {
      const std::string name = concat("'", entry.key.text, "'");
      if (entry.key.text == kBus) result.bus = text(entry.value, name);
      if (entry.key.text == kId) result.id = whole(entry.value, name);
      if (entry.key.text == kReads) result.reads = whole(entry.value, name);
      if (entry.key.text == kReversed) result.reversed = flag(entry.value, name);
      if (entry.key.text == kHoming) result.homing_offset = whole(entry.value, name);
    }
    calibration.servos.push_back(std::move(result));
  }
};

}  // namespace

std::optional<ServoCalibration> parse_servo_calibration(FileId file, const SourceManager& sources,
                                                        DiagnosticEngine& diagnostics) {
  const std::size_t errors = diagnostics.reported(Rule::servo_map);
  const auto good = [&] { return diagnostics.reported(Rule::servo_map) == errors; };
  auto root = read_yaml(file, sources, diagnostics, Rule::servo_map);
  if (!root || !good()) return std::nullopt;             // malformed, or a servo that stands twice
  if (!root->range.valid()) root->range = {file, 0, 0};  // an empty file
  ServoCalibration calibration = CalibrationParser(sources, diagnostics).run(*root);
  return good() ? std::optional(std::move(calibration)) : std::nullopt;
}

std::optional<ServoCalibration> read_servo_calibration(const std::string& path, FrontendContext& context) {
  const FileId file = open_yaml_file(path, "servo calibration", context);
  if (file == 0) return std::nullopt;
  return parse_servo_calibration(file, context.sources, context.diagnostics);
}

}  // namespace romas
