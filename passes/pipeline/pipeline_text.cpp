// Pipelines as text: "check-tree,lump-fixed-joints(mode=all)".
#include "passes/kernel/lowering/kernel_passes.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"

namespace romas {

namespace {

// An option in a pass's row: its name and the values it takes.
struct OptionSpec {
  std::string_view name;
  std::vector<std::string_view> values;
};

std::vector<OptionSpec> option_specs(const PassInfo& pass) {
  std::vector<OptionSpec> specs;
  for (const Token& token : split_words(pass.options)) {
    const std::size_t equals = token.text.find('=');
    specs.push_back({token.text.substr(0, equals), split(token.text.substr(equals + 1), '|')});
  }
  return specs;
}

bool parse_option(std::string_view text, PipelineStep& step, std::string& error) {
  const std::size_t equals = text.find('=');
  const std::string_view name = trim(text.substr(0, equals));
  const auto specs = option_specs(*step.pass);
  const auto* spec = static_cast<const OptionSpec*>(nullptr);
  for (const OptionSpec& candidate : specs)
    if (candidate.name == name) spec = &candidate;
  if (spec == nullptr) {
    error = specs.empty() ? concat("pass '", step.pass->name, "' takes no options")
                          : concat("pass '", step.pass->name, "' has no option '", name, "'",
                                   did_you_mean(name, specs, &OptionSpec::name));
    return false;
  }
  if (equals == std::string_view::npos) {
    error = concat("option '", name, "' of pass '", step.pass->name,
                   "' needs a value: ", join(spec->values, ", ", in_quotes));
    return false;
  }
  const std::string_view value = trim(text.substr(equals + 1));
  if (std::find(spec->values.begin(), spec->values.end(), value) == spec->values.end()) {
    error = concat("option '", name, "' of pass '", step.pass->name, "' cannot be '", value, "', only ",
                   join(spec->values, ", ", in_quotes));
    return false;
  }
  if (!step.options.emplace(name, value).second) {
    error = concat("option '", name, "' of pass '", step.pass->name, "' is given twice");
    return false;
  }
  return true;
}

bool parse_step(std::string_view text, PipelineStep& step, std::string& error) {
  const std::size_t open = text.find('(');
  const std::string_view name = trim(text.substr(0, open));
  if (name.empty()) {
    error = "a pass name is empty";
    return false;
  }
  step.pass = find_pass(name);
  if (step.pass == nullptr) {
    const KernelPassInfo* kernel = find_kernel_pass(name);
    error = kernel != nullptr
                ? concat("pass '", name, "' works on kernels; write 'kernel(", kernel->name, ")'")
                : concat("unknown pass '", name, "'", did_you_mean(name, all_passes(), &PassInfo::name));
    return false;
  }
  if (open == std::string_view::npos) return true;
  if (!text.ends_with(')')) {
    error = concat("pass '", name, "': the parenthesis is not closed");
    return false;
  }
  const std::string_view options = text.substr(open + 1, text.size() - open - 2);
  for (const std::string_view option : split(options, ','))
    if (!trim(option).empty() && !parse_option(option, step, error)) return false;
  return true;
}

constexpr std::string_view kKernelStep = "kernel(";

// kernel(simplify-kernel,pack-limbs)
bool parse_kernel_step(std::string_view text, KernelPipeline& pipeline, std::string& error) {
  if (!text.starts_with(kKernelStep) || !text.ends_with(')')) {
    error = "expected 'kernel(PASS,…)': passes on kernels are written in parentheses";
    return false;
  }
  const std::string_view inner = text.substr(kKernelStep.size(), text.size() - kKernelStep.size() - 1);
  if (trim(inner).empty()) return true;
  for (const std::string_view part : split(inner, ',')) {
    const std::string_view name = trim(part);
    const KernelPassInfo* pass = find_kernel_pass(name);
    if (pass == nullptr) {
      // Each has a short name too, without "-kernel".
      std::string_view near = nearest_name(name, all_kernel_passes(), &KernelPassInfo::name);
      if (near.empty())
        near = nearest_name(name, all_kernel_passes(), [](const KernelPassInfo& known) {
          constexpr std::string_view kEnd = "-kernel";
          return known.name.ends_with(kEnd) ? known.name.substr(0, known.name.size() - kEnd.size())
                                            : known.name;
        });
      error = concat("unknown pass on kernels '", name, "'",
                     near.empty() ? "; --print-passes lists them" : did_you_mean(near));
      return false;
    }
    pipeline.push_back(pass);
  }
  return true;
}

// The end of the step that begins at `from`: the next comma outside of parentheses.
std::size_t step_end(std::string_view text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth <= 0) return i;
  }
  return text.size();
}

}  // namespace

bool parse_pipeline(std::string_view text, Pipeline& pipeline, std::optional<KernelPipeline>& kernel,
                    std::string& error) {
  Pipeline result;
  std::optional<KernelPipeline> passes;
  if (!trim(text).empty()) {
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = step_end(text, at);
      const std::string_view step_text = trim(text.substr(at, end - at));
      at = end + 1;
      if (passes) {
        error = concat("'", step_text, "' comes after 'kernel(…)', which must be the last step");
        return false;
      }
      if (step_text.starts_with(kKernelStep) || step_text == kKernelStep.substr(0, kKernelStep.size() - 1)) {
        if (!parse_kernel_step(step_text, passes.emplace(), error)) return false;
        continue;
      }
      PipelineStep step;
      if (!parse_step(step_text, step, error)) return false;
      result.push_back(std::move(step));
    }
  }
  pipeline = std::move(result);
  kernel = std::move(passes);
  return true;
}

bool parse_pipeline(std::string_view text, Pipeline& pipeline, std::string& error) {
  std::optional<KernelPipeline> kernel;
  if (!parse_pipeline(text, pipeline, kernel, error)) return false;
  if (kernel) error = "passes on kernels are not possible here";
  return !kernel;
}

std::string print_pipeline(const KernelPipeline& pipeline) {
  return concat(kKernelStep, join(pipeline, ",", &KernelPassInfo::name), ")");
}

std::string print_pipeline(const Pipeline& pipeline) {
  std::string text;
  for (const PipelineStep& step : pipeline) {
    if (!text.empty()) text += ',';
    text += step.pass->name;
    if (step.options.empty()) continue;
    char before = '(';
    for (const auto& [name, value] : step.options) {
      text += concat(before, name, "=", value);
      before = ',';
    }
    text += ')';
  }
  return text;
}

}  // namespace romas
