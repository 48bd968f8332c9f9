// Passes: functions that check or rewrite a model. passes.def lists them; pipelines are text.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/model/model.h"
#include "ir/packages/file_search.h"
#include "ir/servo/device.h"
#include "support/findings/diagnostic.h"

namespace romas {

class MeshSizes;  // ir/analysis/tree/bounds.h

// The options in parentheses behind a pass in a pipeline: lump-fixed-joints(mode=all).
using PassOptions = std::map<std::string, std::string, std::less<>>;

// The inputs of checks beside the model.
struct CheckInputs {
  // The places of the robot's files; null if files are not searched for.
  const FileSearch* files = nullptr;
  // Whether packages are searched for, too, and not only files by their paths.
  bool packages = false;
  // The known servos; null: servos are not checked.
  const ServoDeviceLibrary* servos = nullptr;
  // The texts that the ranges of the model refer to; null: there are none, and no fix for a part of a range.
  const SourceManager* sources = nullptr;
  // Sizes of meshes; null: meshes are not searched for.
  MeshSizes* meshes = nullptr;
  // How often the surface of a mesh file, by its path, goes around each of these points, which are in the
  // mesh's own frame: 1 inside, -1 inside of triangles that face inwards, 0 outside. Empty where it cannot be
  // read.
  std::function<std::vector<double>(const std::string& path, std::span<const Vector3> points)> windings;
};

struct CheckContext {
  DiagnosticEngine& diagnostics;
  CheckInputs inputs;
};

struct TransformContext {
  DiagnosticEngine& diagnostics;
  const PassOptions& options;
  // Numbers for --stats, by name ("joints lumped").
  std::map<std::string, std::size_t>& statistics;
};

// A pass may assume nothing about the model but what ir/model/verify.h promises, and must work on models with
// errors (unresolved references, cycles).
using CheckFunction = void (*)(const Model&, const CheckContext&);
// Returns true if it changed the model.
using TransformFunction = bool (*)(Model&, TransformContext&);

enum class PassKind : unsigned char { check, transform };

struct PassInfo {
  std::string_view name;  // verb-noun: "check-tree", "fold-transforms"
  std::variant<CheckFunction, TransformFunction> function;
  // "mode=none|massless|all": names and allowed values, separated by spaces; empty: none.
  std::string_view options;
  std::string_view summary;

  PassKind kind() const {
    return std::holds_alternative<CheckFunction>(function) ? PassKind::check : PassKind::transform;
  }
};
std::span<const PassInfo> all_passes();
const PassInfo* find_pass(std::string_view name);

struct PipelineStep {
  const PassInfo* pass = nullptr;
  PassOptions options;
};
using Pipeline = std::vector<PipelineStep>;

struct KernelPassInfo;  // passes/kernel/lowering/kernel_passes.h
using KernelPipeline = std::vector<const KernelPassInfo*>;

// Reads "check-tree,lump-fixed-joints(mode=all),kernel(simplify-kernel)". The passes on kernels, which run
// last, are nothing without `kernel(…)`. Returns false and says what is wrong in `error` (unknown pass, did
// you mean).
bool parse_pipeline(std::string_view text, Pipeline& pipeline, std::optional<KernelPipeline>& kernel,
                    std::string& error);
// The same for text without `kernel(…)`.
bool parse_pipeline(std::string_view text, Pipeline& pipeline, std::string& error);
std::string print_pipeline(const Pipeline& pipeline);
std::string print_pipeline(const KernelPipeline& pipeline);

// The checks that every model goes through before anything else, as pipeline text.
std::string_view check_pipeline();
// The transforms of -O0 and -O1.
std::string_view optimization_pipeline(int level);

// Settings of what is verified and printed between passes, and of which ones run.
struct PassPrinting {
  std::vector<std::string> print_before, print_after;  // names of passes
  bool print_before_all = false;
  bool print_after_all = false;
  bool print_changed = false;
  bool verify_each = false;
  bool time_passes = false;
  bool statistics = false;
  // --opt-bisect-limit: passes that may change something are numbered from 1 on as they run, and those beyond
  // the limit are left out. A limit below 0 leaves none out.
  std::optional<long long> pass_limit;

  bool prints_before(std::string_view pass) const;
  bool prints_after(std::string_view pass) const;
  bool allows(std::size_t number) const;
  // "BISECT: running pass (3) sort-tree on robot 'arm'"
  std::string limit_text(std::size_t number, std::string_view pass, std::string_view subject) const;
};

// How many passes of an input were numbered.
struct PassCount {
  std::size_t run = 0;
};

struct PassTime {
  std::string_view pass;
  double seconds = 0;
};
// The table of --time-passes.
std::string pass_times_text(std::string_view title, const std::vector<PassTime>& times);

struct PipelineOptions : PassPrinting {
  PassCount* count = nullptr;  // must be set for pass_limit
  CheckInputs inputs;
  // Prints a model as text (a backend, which passes may not include).
  std::function<std::string(const Model&)> print_model;
  // Receives everything that the options above print.
  std::function<void(std::string_view)> output;
};

// Runs the steps in order. An internal error (the verifier finds a broken model after a pass) is reported to
// `output` with the name of the pass, and ends the run with false.
bool run_pipeline(Model& model, const Pipeline& pipeline, DiagnosticEngine& diagnostics,
                  const PipelineOptions& options = {});

}  // namespace romas
