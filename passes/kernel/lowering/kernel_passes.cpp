#include "passes/kernel/lowering/kernel_passes.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "passes/kernel/algebra/reassociate.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/lanes/lanes.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array kKernelPasses = {
    KernelPassInfo{"simplify-kernel", 1,
                   "takes common factors out of sums, folds, merges equal values, drops dead ones",
                   simplified},
    KernelPassInfo{.name = "reassociate-kernel",
                   .level = 2,
                   .summary = "puts sums and products together in an order that shares parts",
                   .run = reassociated,
                   .may_hide_lanes = true},
    KernelPassInfo{.name = "balance-kernel",
                   .level = 2,
                   .summary = "puts sums and products together in an order in which little waits",
                   .run = balanced,
                   .may_hide_lanes = true},
    KernelPassInfo{
        .name = "pack-limbs",
        .level = 2,
        .summary = "computes equal limbs side by side, beside the plain kernel, for vector registers",
        .variant = with_limbs_in_lanes},
    KernelPassInfo{
        .name = "pack-columns",
        .level = 2,
        .summary =
            "computes rows and columns of matrices side by side, where that saves more than equal limbs",
        .variant = with_columns_in_lanes},
    KernelPassInfo{"fuse-operations", 1, "multiplications used by one sum alone become part of it",
                   with_fused_operations},
    KernelPassInfo{.name = "schedule-kernel",
                   .level = 2,
                   .summary = "orders operations so that few values wait in registers",
                   .run = scheduled,
                   .takes_lanes = true},
};

bool is_clearly_shorter(const Kernel& kernel, const Kernel& other) {
  constexpr double kClearly = 0.95;
  return count_instructions(kernel) < kClearly * count_instructions(other);
}

std::string counts_text(const Kernel& kernel) {
  const OpCounts counts = count_operations(kernel);
  return concat(counts.total(), " (", counts.multiplications(), " mul + ", counts.additions(), " add)");
}

}  // namespace

std::span<const KernelPassInfo> all_kernel_passes() { return kKernelPasses; }

const KernelPassInfo* find_kernel_pass(std::string_view name) {
  const auto* found = std::ranges::find_if(kKernelPasses, [&](const KernelPassInfo& info) {
    return info.name == name || (info.name.ends_with("-kernel") && info.name == concat(name, "-kernel"));
  });
  return found == kKernelPasses.end() ? nullptr : found;
}

KernelPipeline kernel_pipeline_of_level(int level) {
  KernelPipeline pipeline;
  for (const KernelPassInfo& pass : kKernelPasses)
    if (pass.level <= level) pipeline.push_back(&pass);
  return pipeline;
}

double KernelPassRunner::Attempt::instructions() const {
  return count_instructions(result.in_lanes ? *result.in_lanes : result.kernel);
}

KernelPassRunner::Result KernelPassRunner::run(const Kernel& kernel, const LimbLanes* limbs, Search search) {
  // The other variants of very long functions would take seconds.
  constexpr std::size_t kMostNodes = 100'000;
  check("lowering", kernel);
  auto hiding = static_cast<int>(
      std::ranges::count_if(pipeline_, [](const KernelPassInfo* pass) { return pass->may_hide_lanes; }));
  Attempt best = attempt(kernel, limbs, hiding, true);
  while (search == Search::hidden_lanes && limbs != nullptr && hiding > 0 &&
         kernel.nodes.size() <= kMostNodes) {
    Attempt other = attempt(kernel, limbs, --hiding, false);
    if (other.result.in_lanes && other.instructions() < best.instructions()) best = std::move(other);
  }
  if (!best.printed.empty()) options_.output(best.printed);
  if (options_.statistics && limbs != nullptr) options_.output(best.statistics + "\n");
  return std::move(best.result);
}

// `hiding`: how many passes run that may hide lanes. `first`: the first attempt at this kernel, of which
// --opt-bisect-limit tells.
KernelPassRunner::Attempt KernelPassRunner::attempt(Kernel kernel, const LimbLanes* limbs, int hiding,
                                                    bool first) {
  Attempt made{{std::move(kernel), {}}, {}, {}};
  const std::string subject = concat("kernel '", made.result.kernel.name, "'");
  made.statistics = concat(made.result.kernel.name, ": lowered ", counts_text(made.result.kernel));
  std::size_t number = options_.count == nullptr ? 0 : options_.count->run;
  if (!first) number -= pipeline_.size();
  for (std::size_t step = 0; step < pipeline_.size(); ++step) {
    const bool allowed = options_.allows(++number);
    if (first && options_.pass_limit)
      options_.output(options_.limit_text(number, pipeline_[step]->name, subject));
    if (allowed && (!pipeline_[step]->may_hide_lanes || --hiding >= 0)) apply(step, limbs, made);
  }
  if (options_.count != nullptr) options_.count->run = number;
  return made;
}

void KernelPassRunner::apply(std::size_t step, const LimbLanes* limbs, Attempt& to) {
  using Clock = std::chrono::steady_clock;
  stop_point();
  const KernelPassInfo& pass = *pipeline_[step];
  Result& result = to.result;
  const auto start = Clock::now();
  std::optional<Kernel> made;
  if (pass.run != nullptr)
    made = pass.run(result.kernel);
  else if (limbs != nullptr)
    made = pass.variant(result.kernel, *limbs);
  if (pass.variant != nullptr && made && result.in_lanes && !is_clearly_shorter(*made, *result.in_lanes))
    made.reset();
  seconds_[step] += std::chrono::duration<double>(Clock::now() - start).count();
  const auto text_of = [&](const Kernel& kernel) {
    return print_kernel_text({limbs == nullptr ? LimbLanes() : *limbs, kernel});
  };
  if (options_.prints_before(pass.name))
    to.printed += concat("// before ", pass.name, ":\n", text_of(result.kernel));
  const bool asked = options_.prints_after(pass.name);
  const auto tell = [&](bool changed, const Kernel& kernel) {
    if (asked || (options_.print_changed && changed))
      to.printed += concat("// after ", pass.name, ":\n", text_of(kernel));
    else if (options_.print_changed)
      to.printed += concat("// after ", pass.name, ": no change of kernel '", kernel.name, "'\n");
  };
  if (!made) {
    if (options_.print_changed) tell(false, result.kernel);
    return;
  }
  check(pass.name, *made);
  to.statistics += concat(", ", pass.name, " ", counts_text(*made));
  tell(pass.variant != nullptr || !options_.print_changed ||
           print_kernel(*made) != print_kernel(result.kernel),
       *made);
  if (pass.variant != nullptr)
    result.in_lanes = std::move(made);
  else
    result.kernel = std::move(*made);
}

void KernelPassRunner::check(std::string_view pass, const Kernel& kernel) {
  if (!options_.verify_each || !sound_) return;
  const std::string fault = verify_kernel(kernel);
  if (fault.empty()) return;
  options_.output(
      concat("internal error: ", pass, " left a broken kernel '", kernel.name, "'\n  ", fault, "\n"));
  sound_ = false;
}

void KernelPassRunner::print_times() const {
  if (!options_.time_passes || pipeline_.empty()) return;
  std::vector<PassTime> times;
  for (std::size_t step = 0; step < pipeline_.size(); ++step)
    times.push_back({pipeline_[step]->name, seconds_[step]});
  options_.output(pass_times_text("kernel pass times (ms)", times));
}

}  // namespace romas
