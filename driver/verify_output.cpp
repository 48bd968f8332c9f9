#include "driver/verify_output.h"

#include "ir/compare/compare_blocks.h"
#include "support/text.h"

namespace romas::driver {

namespace {

// The Blocks of an assembly are in a library, the second file of its output.
constexpr std::string_view kLibrary = "<library>.block.xml";

// One reading of an output, with everything that its models refer to.
class ReadBack {
 public:
  ReadBack(const Model& model, const FrontendOptions& given) {
    options_.robot_name = model.name;
    options_.joint_zero_assembled = given.joint_zero_assembled;
    options_.default_limit = given.default_limit;
  }

  void add_library(const Model& model) {
    const TargetOptions options;
    DiagnosticEngine aside;
    TargetContext context{aside, options};
    texts_.emplace(SourceManager::file_key(std::string(kLibrary)), emit_block(model, context));
    options_.libraries = {std::string(kLibrary)};
  }

  // False if the text has errors.
  bool read(const FrontendInfo& frontend, const std::string& text) {
    options_.max_input = std::max<std::uint64_t>(options_.max_input, text.size());
    sources_.read_instead(&texts_);
    FrontendContext context{sources_, diagnostics_, options_, files_read_};
    models = frontend.parse(sources_.add_text("<output>", text), context).models;
    return !diagnostics_.has_errors() && !models.empty();
  }

  // The first error; if there is none, the reason why the text could not be read.
  Diagnostic complaint() const {
    for (const Diagnostic& diagnostic : diagnostics_.sorted())
      if (diagnostic.severity == Severity::error) return diagnostic;
    return {Rule::no_robot, Severity::error, {}, "there is no robot in it", {}, {}};
  }

  std::vector<Model> models;

 private:
  SourceManager sources_;
  DiagnosticEngine diagnostics_;
  FrontendOptions options_;
  SourceManager::Texts texts_;
  std::vector<std::string> files_read_;
};

// A file of Blocks reads as one robot for each Block.
std::vector<ModelDifference> compare_libraries(const Model& model, const std::vector<Model>& read,
                                               double tolerance) {
  std::vector<Block> blocks;
  for (const Model& robot : read) blocks.insert(blocks.end(), robot.blocks.begin(), robot.blocks.end());
  return compare_blocks(model.blocks, blocks, tolerance);
}

}  // namespace

OutputVerdict verify_output(const Model& model, const TargetInfo& target, const std::string& text,
                            const DeclaredChanges& changes, const FrontendOptions& options,
                            const CompareOptions& comparison) {
  const FrontendInfo* frontend = find_frontend(target.name);
  if (frontend == nullptr) return {};
  const std::string output = concat("the ", target.name, " output of robot '", model.name, "'");
  const bool is_library = target.name == "block";
  ReadBack back(model, options);
  if (target.name == "assembly") back.add_library(model);
  if (!back.read(*frontend, text)) {
    const Diagnostic complaint = back.complaint();
    if (complaint.rule == Rule::input_limit)
      return {{}, concat(output, " is too large to be read back and verified: ", complaint.message)};
    return {{concat(output, " cannot be read back: ", complaint.message)}, {}};
  }
  if (!is_library && back.models.size() != 1)
    return {{concat(output, " reads as ", back.models.size(), " robots")}, {}};
  const auto differences = is_library
                               ? compare_libraries(model, back.models, comparison.tolerance)
                               : changes.undeclared_differences(model, back.models.front(), comparison);
  OutputVerdict verdict;
  for (const ModelDifference& difference : differences)
    verdict.faults.push_back(concat(output, " differs from the model: ", message_of(difference)));
  return verdict;
}

}  // namespace romas::driver
