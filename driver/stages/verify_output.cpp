#include "driver/stages/verify_output.h"

#include <map>

#include "backends/srdf/said_semantics.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// URDF has the most readers, and the strictest: what they refuse is a defect to our checks too.
constexpr std::string_view kUrdf = "urdf";
// In URDF, words for Gazebo are the user's own; in SDF ours, too.
constexpr std::string_view kSdf = "sdf";
bool is_about_words(Rule rule) { return rule == Rule::gazebo_value || rule == Rule::sensor_type; }
// The Blocks of an assembly are in a library, the second file of its output.
constexpr std::string_view kLibrary = "<library>.block.xml";

// One reading of an output, with everything that its models refer to.
class ReadBack {
 public:
  ReadBack(const Model& model, const FrontendOptions& given) {
    options_.robot_name = model.name;
    options_.joint_zero_assembled = given.joint_zero_assembled;
    options_.default_limit = given.default_limit;
    options_.package_paths = given.package_paths;
    options_.places = given.places;
    options_.import_paths = given.import_paths;
  }

  void add_library(const Model& model) {
    const TargetOptions options;
    DiagnosticEngine aside;
    TargetContext context{aside, options};
    texts_.emplace(SourceManager::file_key(std::string(kLibrary)), emit_block(model, context));
    options_.libraries = {std::string(kLibrary)};
  }

  // False if the text has errors. `folder` is that of the output: names of files in it begin there.
  bool read(const FrontendInfo& frontend, const std::string& text, const std::string& folder) {
    options_.max_input = std::max<std::uint64_t>(options_.max_input, text.size());
    options_.max_elements = std::max(options_.max_elements, text.size());  // it was in memory already
    sources_.read_instead(&texts_);
    const std::string name = folder.empty() ? "<output>" : concat(folder, "/<output>");
    FrontendContext context{sources_, diagnostics_, options_, files_read_};
    FrontendResult result = frontend.parse(sources_.add_text(name, text), context);
    semantics = std::move(result.semantics);
    models = std::move(result.models);
    for (Model& model : models) model.layout.format = frontend.name;
    return !diagnostics_.has_errors() && (!models.empty() || semantics);
  }

  // The first error; if there is none, the reason why the text could not be read.
  Diagnostic complaint() const {
    for (const Diagnostic& diagnostic : diagnostics_.sorted())
      if (diagnostic.severity == Severity::error) return diagnostic;
    return {Rule::no_robot, Severity::error, {}, "there is no robot in it", {}, {}};
  }

  // Words that the format does not know, one sentence each.
  std::vector<std::string> unknown_words() const {
    std::vector<std::string> sentences;
    for (const Diagnostic& finding : diagnostics_.sorted())
      if (is_about_words(finding.rule)) sentences.push_back(finding.message);
    return sentences;
  }

  // Defects of the output that its model does not have, one sentence each.
  std::vector<std::string> new_defects(const Model& model);

  std::vector<Model> models;
  std::optional<Semantics> semantics;  // of an SRDF

 private:
  SourceManager sources_;
  DiagnosticEngine diagnostics_;
  FrontendOptions options_;
  SourceManager::Texts texts_;
  std::vector<std::string> files_read_;
};

// Stands for the name of any file that is there.
constexpr std::string_view kSomeFile = "file";

// The Blocks alone. Names of files are left out: they are relative to other folders in a library.
Model library_of(std::vector<Block> blocks) {
  Model library;
  library.blocks = std::move(blocks);
  for (Block& block : library.blocks) {
    block.folder.clear();
    if (block.shape) block.shape->file = kSomeFile;
    for (auto* picture : {&block.diffuse, &block.normal, &block.thumbnail})
      if (*picture) *picture = std::string(kSomeFile);
  }
  return library;
}

// A file of Blocks reads as one robot for each Block.
std::vector<ModelDifference> compare_libraries(const Model& model, const std::vector<Model>& read,
                                               double tolerance) {
  std::vector<Block> blocks;
  for (const Model& robot : read) blocks.insert(blocks.end(), robot.blocks.begin(), robot.blocks.end());
  CompareOptions options;
  options.tolerance = tolerance;
  return compare_models(library_of(model.blocks), library_of(std::move(blocks)), options).differences;
}

void check(const Model& model, DiagnosticEngine& diagnostics) {
  for (const PassInfo& pass : all_passes())
    if (const auto* check = std::get_if<CheckFunction>(&pass.function)) (*check)(model, {diagnostics, {}});
}

bool is_defect(Rule rule) {
  const RuleClass cls = rule_info(rule).cls;
  return cls == RuleClass::error || cls == RuleClass::defect;
}

// A URDF repeats the dialect of its model, so findings about a dialect are no defects of the output.
bool is_of_dialect(Rule rule) {
  return rule == Rule::implicit_world || rule == Rule::foreign_joint_type ||
         rule == Rule::foreign_value_count;
}

// A format's own way of saying things is reported when it is read: a text of the same format repeats it.
std::map<Rule, std::size_t> known_defects(const Model& model, const DiagnosticEngine& of_reading) {
  DiagnosticEngine of_model;
  check(model, of_model);
  std::map<Rule, std::size_t> known;
  for (const Diagnostic& finding : of_model.sorted()) ++known[finding.rule];
  if (model.layout.format == kUrdf)
    for (const Diagnostic& finding : of_reading.sorted()) ++known[finding.rule];
  return known;
}

// Findings on the model count against those on the output, rule by rule: names may differ, and places do.
std::vector<std::string> ReadBack::new_defects(const Model& model) {
  std::map<Rule, std::size_t> known = known_defects(model, diagnostics_);
  check(models.front(), diagnostics_);
  std::vector<std::string> defects;
  for (const Diagnostic& finding : diagnostics_.sorted()) {
    if (!is_defect(finding.rule) || is_of_dialect(finding.rule) || is_about_words(finding.rule)) continue;
    if (std::size_t& count = known[finding.rule]; count > 0)
      --count;
    else
      defects.push_back(concat(finding.message, " [-W", rule_info(finding.rule).slug, "]"));
  }
  return defects;
}

// An SRDF is no robot: it says what the target was to say, to the last digit.
OutputVerdict verify_semantics(const Model& model, const Semantics& read, const Semantics* beside,
                               const std::string& output) {
  const TargetOptions options;
  DiagnosticEngine aside;
  TargetContext context{aside, options, {}, {}};
  context.inputs.semantics = beside;
  if (said_semantics(model, context) == read) return {};
  return {{concat(output, " differs from the facts about the robot")}, {}};
}

// Kernels read as what was printed, comments aside.
OutputVerdict verify_kernels(std::string_view text, const std::string& output) {
  std::vector<KernelText> kernels;
  KernelTextFault fault;
  if (!parse_kernel_texts(text, kernels, fault))
    return {{concat(output, " cannot be read back: ", fault.message)}, {}};
  std::string again;
  for (const KernelText& kernel : kernels) again += concat("\n", print_kernel_text(kernel));
  if (text.starts_with("//") && text.substr(text.find('\n') + 1) == again) return {};
  return {{concat(output, " reads as other kernels")}, {}};
}

}  // namespace

OutputVerdict verify_output(const Model& model, const TargetInfo& target, const std::string& text,
                            const DeclaredChanges& changes, const FrontendOptions& options,
                            const CompareOptions& comparison, WantedVerdict wanted, const Semantics* beside) {
  const FrontendInfo* frontend = find_frontend(target.name);
  if (frontend == nullptr) return {};
  const std::string output = concat("the ", target.name, " output of robot '", model.name, "'");
  if (target.name == kKernelTarget) return verify_kernels(text, output);
  const bool is_library = target.name == "block";
  ReadBack back(model, options);
  const bool is_of_blocks =
      target.name == "assembly" || is_library;  // whose names are compared as they are written
  if (target.name == "assembly") back.add_library(model);
  if (!back.read(*frontend, text, is_of_blocks ? std::string() : comparison.b.folder)) {
    const Diagnostic complaint = back.complaint();
    if (complaint.rule == Rule::input_limit)
      return {{}, concat(output, " is too large to be read back and verified: ", complaint.message)};
    if (complaint.rule == Rule::unexpanded_xacro)
      return {{},
              concat(output, " has a text that readers take for xacro: ", complaint.message),
              Rule::target_refuses};
    return {{concat(output, " cannot be read back: ", complaint.message)}, {}};
  }
  if (back.semantics) return verify_semantics(model, *back.semantics, beside, output);
  if (!is_library && back.models.size() != 1)
    return {{concat(output, " reads as ", back.models.size(), " robots")}, {}};
  const auto differences = is_library
                               ? compare_libraries(model, back.models, comparison.tolerance)
                               : changes.undeclared_differences(model, back.models.front(), comparison);
  OutputVerdict verdict;
  verdict.compared = true;
  if (wanted.differences && !is_library)
    verdict.differences = changes.all_differences(model, back.models.front(), comparison);
  for (const ModelDifference& difference : differences)
    verdict.faults.push_back(concat(output, " differs from the model: ", message_of(difference)));
  if (target.name == kSdf)
    for (const std::string& word : back.unknown_words())
      verdict.faults.push_back(concat(output, " has a word that SDF does not know: ", word));
  if (target.name == kUrdf)
    for (const std::string& defect : back.new_defects(model))
      verdict.faults.push_back(concat(output, " has a defect that the model does not have: ", defect));
  if (wanted.numbers && !is_library) {
    const auto [expected, output_model] =
        changes.with_common_names(model, back.models.front(), comparison.b.folder);
    EquivalenceOptions numbers;
    numbers.tolerance = comparison.tolerance;
    verdict.numbers = measure_equivalence(expected, output_model, numbers);
  }
  return verdict;
}

}  // namespace romas::driver
