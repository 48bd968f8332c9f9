// The command line as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/request/request.h"
#include "driver/several/compare.h"
#include "driver/several/destinations.h"
#include "support/findings/diagnostic.h"

namespace romas::tool {

// The formats in the order of the words of --format.
enum class DiagnosticFormat : std::uint8_t { text, concise, json, sarif, github, gitlab, junit, rdjson };
// Others are for programs.
inline bool is_for_people(DiagnosticFormat format) {
  return format == DiagnosticFormat::text || format == DiagnosticFormat::concise;
}
// Formats in which all findings of a run are one document.
inline bool is_document(DiagnosticFormat format) {
  return !is_for_people(format) && format != DiagnosticFormat::github;
}
enum class ColorMode : std::uint8_t { automatic, always, never };
enum class FixMode : std::uint8_t { none, apply, dry_run };
enum class Action : std::uint8_t { compile, compare, reformat, test, init, print, view };

// --cache
struct CacheRequest {
  std::string folder;  // empty: there is none, or nothing of this run may come from one
  std::uint64_t size = 0;
  std::string options;  // the program and all that changes what is found, as far as one input does not
};

struct Invocation {
  Action action = Action::compile;
  std::string print;  // with Action::print: the text

  std::vector<driver::Input> inputs;
  const SourceManager::Texts* texts = nullptr;  // that replace files; null: none
  bool of_folder = false;                    // some of them were found in a folder: there may be any number
  std::vector<std::string> parameter_files;  // YAML files in these folders
  bool parts_found = false;                  // xacro files among them may be parts of others
  std::vector<std::string> unreadable;       // problems of folders that give none
  driver::CompileRequest request;
  driver::CompareRequest comparison;  // with Action::compare
  bool default_target = true;         // --emit was not given: the target is a summary
  bool check = false;                 // --check: with Action::reformat, no file is written
  std::string test_output;            // --test-output; empty: none
  std::string output;                 // -o; empty: standard output
  bool force = false;                 // --force: an output may replace an input
  std::string loss_report;            // --loss-report; empty: none
  driver::DependencyRequest dependencies;
  bool list_outputs = false;   // --list-outputs: instead of writing them
  bool build = false;          // --build: of a controller
  bool show_pipeline = false;  // --print-pipeline
  unsigned jobs = 0;           // 0: all cores
  CacheRequest cache;

  DiagnosticFormat format = DiagnosticFormat::text;
  ColorMode color = ColorMode::automatic;
  std::size_t error_limit = 20;
  bool expand = false;      // --expand: no groups of findings
  bool statistics = false;  // --statistics: numbers in the place of findings
  std::string diagnostics_file;
  bool verify_diagnostics = false;
  std::string baseline;        // --baseline; empty: none
  std::string write_baseline;  // --write-baseline; empty: no
  FixMode fix = FixMode::none;
  bool fix_unsafe = false;  // also fixes that guess
};

// Reads the arguments (response files and environment included). On a usage error returns nothing and puts
// one sentence into `error`.
std::optional<Invocation> parse_command_line(int argc, char** argv, std::string& error);

}  // namespace romas::tool
