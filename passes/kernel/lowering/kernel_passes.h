// Passes on kernels, pipelines of them, and running them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel/kernel.h"
#include "ir/kernel/limbs.h"
#include "passes/pass/pass.h"

namespace romas {

// Either `run` or `variant` is set.
struct KernelPassInfo {
  std::string_view name;
  int level;  // of -O from which it runs
  std::string_view summary;
  Kernel (*run)(const Kernel&) = nullptr;
  // Makes a variant of a robot's function with lanes, where there is a good one.
  std::optional<Kernel> (*variant)(const Kernel&, const LimbLanes&) = nullptr;
  // Whether it may change alike parts in different ways, so that variants are also sought without it.
  bool may_hide_lanes = false;
  bool takes_lanes = false;  // it takes kernels with lanes
};
// In the order in which they run.
std::span<const KernelPassInfo> all_kernel_passes();
// By its name, which may lack the "-kernel" at its end; null if there is none.
const KernelPassInfo* find_kernel_pass(std::string_view name);

KernelPipeline kernel_pipeline_of_level(int level);

struct KernelPassOptions : PassPrinting {
  std::function<void(std::string_view)> output;  // receives everything that these print; must be set
  PassCount* count = nullptr;                    // must be set for pass_limit
};

// Runs a pipeline on one kernel after another, and shows what happens on the way.
class KernelPassRunner {
 public:
  KernelPassRunner(KernelPipeline pipeline, KernelPassOptions options)
      : pipeline_(std::move(pipeline)), options_(std::move(options)), seconds_(pipeline_.size()) {}

  struct Result {
    Kernel kernel;
    std::optional<Kernel> in_lanes;  // the variant, where one is good
  };
  enum class Search : bool {
    // The passes run once, as they stand in the pipeline.
    none,
    // Passes that hide what a variant computes together are left out, the last one first, and the function
    // that takes the fewest instructions is taken.
    hidden_lanes,
  };
  // `limbs`: null for kernels that have no variants; statistics tell of the others.
  Result run(const Kernel& kernel, const LimbLanes* limbs, Search search);

  // False after an internal error (--verify-each), which was reported to `output`.
  bool sound() const { return sound_; }
  // --time-passes: the sums over all kernels.
  void print_times() const;

 private:
  struct Attempt {
    Result result;
    std::string printed;  // by --print-after and its like
    std::string statistics;
    double instructions() const;
  };
  Attempt attempt(Kernel kernel, const LimbLanes* limbs, int hiding, bool first);
  void apply(std::size_t step, const LimbLanes* limbs, Attempt& to);
  void check(std::string_view pass, const Kernel& kernel);

  KernelPipeline pipeline_;
  KernelPassOptions options_;
  std::vector<double> seconds_;  // by pass of the pipeline
  bool sound_ = true;
};

}  // namespace romas
