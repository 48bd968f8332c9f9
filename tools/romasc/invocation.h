// What the command line asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "ir/kernel/code_model.h"
#include "support/diagnostic.h"

namespace romas::tool {

enum class DiagnosticFormat : std::uint8_t { text, json, sarif, github };
enum class ColorMode : std::uint8_t { automatic, always, never };
enum class FixMode : std::uint8_t { none, apply, dry_run };
enum class Action : std::uint8_t { compile, compare, reformat, print };

struct Dependencies {
  bool enabled = false;              // -MD
  std::string path;                  // -MF; empty: the output with ".d"
  std::vector<std::string> targets;  // -MT
  bool phony = false;                // -MP
};

struct Invocation {
  Action action = Action::compile;
  std::string print;  // with Action::print: the text

  std::vector<std::string> inputs;
  std::string input_format = "auto";
  std::vector<std::string> targets;  // empty: the summary on standard output
  bool default_target = true;        // nobody said --emit
  std::string output;                // -o; empty: standard output

  FrontendOptions frontend;
  SeverityPolicy severities;
  std::string sdf_version;
  std::string robot;  // --robot
  bool banner = false;
  bool lossless = false;
  std::string loss_report;
  bool verify_output = false;
  std::string control = "computed-torque";  // --control
  bool build = false;                       // --build: of a controller
  bool copy_meshes = false;

  CodeOptions code;  // of code targets

  std::string servo_map;                   // --servo-map; empty: none
  std::vector<std::string> servo_formats;  // --servo-format, of --emit=servo; empty: c
  std::string servo_present;               // --servo-present: a dump of servos' registers; empty: none
  std::vector<std::string> servo_devices;  // --servo-devices: device files and folders of them

  std::optional<int> optimization;    // -O
  std::optional<std::string> passes;  // --passes
  std::string lump;                   // --lump
  bool show_pipeline = false;         // --print-pipeline
  std::vector<std::string> print_after;
  bool print_after_all = false, print_changed = false, verify_each = false, time_passes = false,
       statistics = false;

  DiagnosticFormat format = DiagnosticFormat::text;
  ColorMode color = ColorMode::automatic;
  std::size_t error_limit = 20;
  std::string diagnostics_file;
  bool verify_diagnostics = false;
  std::string project_file;    // that was read; empty: none
  std::string baseline;        // --baseline; empty: none
  std::string write_baseline;  // --write-baseline; empty: no
  FixMode fix = FixMode::none;
  bool fix_unsafe = false;  // also fixes that guess
  double tolerance = 1e-9;  // --tolerance, for --compare and --verify-output

  Dependencies dependencies;
  unsigned jobs = 0;  // 0: all cores
};

// Reads the arguments (response files and environment included). On a usage error returns nothing and puts
// one sentence into `error`.
std::optional<Invocation> parse_command_line(int argc, char** argv, std::string& error);

}  // namespace romas::tool
