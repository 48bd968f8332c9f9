// Runs pipelines, and shows what happens on the way.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "ir/model/verify.h"
#include "passes/pass/pass.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Clock = std::chrono::steady_clock;

// Milliseconds with three decimals, independent of the locale.
std::string milliseconds(double seconds) {
  const auto micros = static_cast<long long>(std::llround(seconds * 1e6));
  const std::string fraction = concat(micros % 1000);
  return concat(micros / 1000, ".", std::string(3 - fraction.size(), '0'), fraction);
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

bool names_pass(const std::vector<std::string>& names, std::string_view pass) {
  return std::ranges::find(names, pass) != names.end();
}

class Runner {
 public:
  Runner(Model& model, DiagnosticEngine& diagnostics, const PipelineOptions& options)
      : model_(model), diagnostics_(diagnostics), options_(options) {}
  bool run(const Pipeline& pipeline);

 private:
  bool run_step(const PipelineStep& step);
  bool apply(const PipelineStep& step);
  bool verify(std::string_view pass);
  void print_model(const PipelineStep& step, bool changed);
  void print_statistics() const;
  void output(std::string_view text) const {
    if (options_.output) options_.output(text);
  }

  Model& model_;
  DiagnosticEngine& diagnostics_;
  const PipelineOptions& options_;
  std::vector<PassTime> times_;
  std::map<std::string, std::map<std::string, std::size_t>, std::less<>> statistics_;  // by pass
};

bool Runner::run(const Pipeline& pipeline) {
  bool good = !options_.verify_each || verify("the frontend");
  for (std::size_t i = 0; good && i < pipeline.size(); ++i) good = run_step(pipeline[i]);
  if (options_.time_passes && !times_.empty()) output(pass_times_text("pass times (ms)", times_));
  if (options_.statistics) print_statistics();
  return good;
}

bool Runner::run_step(const PipelineStep& step) {
  stop_point();
  if (step.pass->kind() == PassKind::transform && options_.pass_limit) {
    const std::size_t number = ++options_.count->run;
    output(options_.limit_text(number, step.pass->name, concat("robot '", model_.name, "'")));
    if (!options_.allows(number)) return true;
  }
  if (options_.prints_before(step.pass->name) && options_.print_model)
    output(concat("// before ", step.pass->name, ":\n", options_.print_model(model_)));
  const auto start = Clock::now();
  const bool changed = apply(step);
  times_.push_back({step.pass->name, std::chrono::duration<double>(Clock::now() - start).count()});
  print_model(step, changed);
  return !options_.verify_each || verify(concat("pass '", step.pass->name, "'"));
}

// Returns true if the model is another one now.
bool Runner::apply(const PipelineStep& step) {
  if (const auto* check = std::get_if<CheckFunction>(&step.pass->function)) {
    (*check)(model_, {diagnostics_, options_.inputs});
    return false;
  }
  TransformContext context{diagnostics_, step.options, statistics_[std::string(step.pass->name)]};
  return std::get<TransformFunction>(step.pass->function)(model_, context);
}

bool Runner::verify(std::string_view pass) {
  const auto faults = verify_model(model_);
  if (faults.empty()) return true;
  std::string text = concat("internal error: ", pass, " left a broken model\n");
  for (const std::string& fault : faults) text += concat("  ", fault, "\n");
  output(text);
  return false;
}

void Runner::print_model(const PipelineStep& step, bool changed) {
  const std::string_view name = step.pass->name;
  const bool asked = options_.prints_after(name);
  if (!asked && !options_.print_changed) return;
  if (!asked && !changed) {
    output(concat("// after ", name, ": no change\n"));
  } else if (options_.print_model) {
    output(concat("// after ", name, ":\n", options_.print_model(model_)));
  }
}

void Runner::print_statistics() const {
  std::string text;
  for (const auto& [pass, counters] : statistics_)
    for (const auto& [what, count] : counters)
      text += concat(right_aligned(concat(count), 12), "  ", pass, ": ", what, "\n");
  if (!text.empty()) output(concat("statistics:\n", text));
}

}  // namespace

bool PassPrinting::prints_before(std::string_view pass) const {
  return print_before_all || names_pass(print_before, pass);
}

bool PassPrinting::prints_after(std::string_view pass) const {
  return print_after_all || names_pass(print_after, pass);
}

bool PassPrinting::allows(std::size_t number) const {
  return !pass_limit || *pass_limit < 0 || number <= static_cast<std::size_t>(*pass_limit);
}

std::string PassPrinting::limit_text(std::size_t number, std::string_view pass,
                                     std::string_view subject) const {
  return concat("BISECT: ", allows(number) ? "running" : "NOT running", " pass (", number, ") ", pass, " on ",
                subject, "\n");
}

std::string pass_times_text(std::string_view title, const std::vector<PassTime>& times) {
  std::string text = concat(title, ":\n");
  double total = 0;
  for (const PassTime& time : times) {
    text += concat(right_aligned(milliseconds(time.seconds), 12), "  ", time.pass, "\n");
    total += time.seconds;
  }
  return concat(text, right_aligned(milliseconds(total), 12), "  total\n");
}

bool run_pipeline(Model& model, const Pipeline& pipeline, DiagnosticEngine& diagnostics,
                  const PipelineOptions& options) {
  return Runner(model, diagnostics, options).run(pipeline);
}

}  // namespace romas
