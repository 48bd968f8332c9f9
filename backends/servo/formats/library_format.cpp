// --servo-format=library: a folder with the C files of `c`, `supervisor`, `firmware`, `trajectory` and `unit`
// that the Arduino IDE, PlatformIO, Zephyr and CMake take as it is. docs/servo-package.md describes it.
#include <algorithm>

#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/firmware_plan.h"
#include "backends/servo/c/templates.h"
#include "support/text/escape.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kLibraryVersion = "1.0.0";

class LibraryPrinter {
 public:
  explicit LibraryPrinter(ServoFormatContext& context)
      : context_(context), name_(context.table.name), macro_(upper_case(name_)) {}

  std::vector<OutputFile> run() {
    for (const ServoFormatFunction print : {print_servo_c, print_servo_supervisor, print_servo_firmware,
                                            print_servo_trajectory, print_servo_unit})
      for (OutputFile& file : print(context_)) take(std::move(file));
    if (sources_.empty()) return {};
    const TemplateValues values = template_values();
    add("library.properties", fill_servo_template("library_properties.in", values));
    add("keywords.txt", keywords());
    add("library.json", library_json());
    add("CMakeLists.txt", fill_servo_template("library_cmake.in", values));
    add(name_ + "Config.cmake", fill_servo_template("library_config.in", values));
    add("zephyr/module.yml", fill_servo_template("library_zephyr_module.in", values));
    add("zephyr/CMakeLists.txt", fill_servo_template("library_zephyr_cmake.in", values));
    add("zephyr/Kconfig", fill_servo_template("library_zephyr_kconfig.in", values));
    if (!has_driver_) return std::move(files_);
    const std::string sketch = name_ + "_sway";
    add(concat("examples/", sketch, "/", sketch, ".ino"), fill_servo_template("library_sketch.in", values));
    add("examples/platformio/platformio.ini", fill_servo_template("library_platformio.in", values));
    add("examples/platformio/src/main.cpp", fill_servo_template("library_platformio_main.in", values));
    return std::move(files_);
  }

 private:
  void add(std::string_view path, std::string text) {
    files_.push_back({concat(name_, "/", path), std::move(text)});
  }

  // A file of another format: sources go into the folder that all of these systems compile.
  void take(OutputFile file) {
    const std::string_view path = file.path;
    if (path.ends_with(".c")) sources_.push_back(file.path);
    if (path.ends_with(".h")) headers_.push_back(file.path);
    has_driver_ = has_driver_ || path.ends_with("_driver.h");
    add(path.ends_with(".c") || path.ends_with(".h") ? concat("src/", path) : file.path,
        std::move(file.text));
  }

  TemplateValues template_values() const {
    const auto in_folder = [](std::string_view before, std::string_view after) {
      return [before, after](const std::string& file) { return concat(before, file, after); };
    };
    // The board of the example has a second serial line.
    return {{"BANNER", one_line(context_.banner)},
            {"ROBOT", one_line(context_.model.name)},
            {"ROBOT_COMMENT", c_comment(context_.model.name)},
            {"NAME", name_},
            {"MACRO", macro_},
            {"INDEX", std::string(measure_c_tables(context_.table).index.name)},
            {"VERSION", std::string(kLibraryVersion)},
            {"INCLUDES", join(headers_, ",", [](const std::string& file) { return file; })},
            {"SOURCES", join(sources_, "", in_folder("  src/", "\n"))},
            {"HEADERS", join(headers_, "", in_folder("  src/", "\n"))},
            {"ZEPHYR_SOURCES", join(sources_, "", in_folder("    ../src/", "\n"))},
            {"BAUD", concat(slowest_line())},
            {"WATCHDOG_MS", concat(default_watchdog_ms(context_.table))},
            {"BUS_COUNT", concat(context_.table.buses.size())}};
  }

  std::int64_t slowest_line() const {
    std::int64_t slowest = 0;
    for (const ServoEntry& entry : context_.table.entries)
      if (slowest == 0 || line_speed(entry.plan) < slowest) slowest = line_speed(entry.plan);
    return slowest;
  }

  // Of the Arduino IDE: types, functions and constants, with a tab before what they are.
  std::string keywords() const {
    std::string text = concat("# ", one_line(context_.banner), "\n");
    const auto rows = [&](std::string_view what, std::initializer_list<std::string_view> words) {
      for (const std::string_view word : words) text += concat(name_, "_", word, "\t", what, "\n");
    };
    if (has_driver_) rows("KEYWORD1", {"driver_t", "line_t"});
    rows("KEYWORD1",
         {"servo_t", "write_t", "register_t", "quintic_t", "trapezoid_t", "supervisor_t", "fault_t"});
    if (has_driver_) rows("KEYWORD2", {"start", "write_goals", "read_states", "halt", "recover", "stop"});
    rows("KEYWORD2",
         {"supervisor_reset", "supervise_states", "supervise_goals", "supervisor_stop", "fault_line"});
    rows("KEYWORD2",
         {"get_servo",      "get_write",      "get_register",      "encode",       "decode",
          "write_bytes",    "count",          "limited",           "goal",         "joint",
          "velocity_count", "joint_velocity", "current_count",     "effort_count", "quintic",
          "quintic_at",     "trapezoid",      "trapezoid_stretch", "trapezoid_at", "velocity_limit",
          "load_unit",      "forget_unit"});
    for (const std::string_view word : {"SERVO_COUNT", "JOINT_COUNT"})
      text += concat(macro_, "_", word, "\tLITERAL1\n");
    return text;
  }

  // https://docs.platformio.org/en/latest/manifests/library-json/
  std::string library_json() const {
    JsonWriter json;
    json.begin_object();
    json.field("name", name_);
    json.field("version", kLibraryVersion);
    json.field("description", concat("Servos of robot '", one_line(context_.model.name), "'"));
    json.field("keywords", "servo, robot");
    json.field("frameworks", "*");
    json.field("platforms", "*");
    json.end_object();
    return json.take();
  }

  ServoFormatContext& context_;
  const std::string name_, macro_;
  std::vector<OutputFile> files_;
  std::vector<std::string> sources_, headers_;
  bool has_driver_ = false;
};

}  // namespace

std::vector<OutputFile> print_servo_library(ServoFormatContext& context) {
  return LibraryPrinter(context).run();
}

}  // namespace romas
