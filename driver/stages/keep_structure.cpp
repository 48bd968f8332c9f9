#include "driver/stages/keep_structure.h"

#include <algorithm>
#include <filesystem>

#include "backends/target.h"
#include "driver/stages/comparable.h"
#include "frontend/frontend.h"
#include "frontend/language/words/builtin_info.h"
#include "frontend/xacro/structure.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

using xacro::Structure;
using xacro::WrittenStructure;

// The statements of `robot fragment { … }`, as lines without indentation.
std::string statements_of(std::string_view text) {
  std::string out;
  std::vector<std::string_view> lines = split(text, '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    std::string_view line = lines[i];
    line.remove_prefix(std::min<std::size_t>(2, line.size()));
    out += concat(line, "\n");
  }
  return out;
}

class Keeper {
 public:
  Keeper(const Model& model, FileId source, const CompileRequest& request, const TargetOptions& options,
         Stage& stage)
      : model_(model), source_(source), request_(request), options_(options), stage_(stage) {
    options_.banner.clear();
    frontend_ = request.input.frontend;
    frontend_.expanded_text = ExpandedText::unused;
  }

  std::optional<std::string> run() {
    DiagnosticEngine aside;  // the file was read before, and its findings are known
    FrontendContext context{stage_.sources, aside, frontend_, stage_.files_read};
    structure_ = Structure::read(source_, context);
    if (structure_ == nullptr) return std::nullopt;
    constexpr int kMostRounds = 40;
    const Structure::CoreForm core_form = [this](const std::string& xml, std::string& problem) {
      return this->core_form(xml, problem);
    };
    for (int round = 0; round <= kMostRounds; ++round) {
      if (round == kMostRounds) structure_->write_out_all();
      written_ = structure_->write(core_form, language::is_built_in, options_.output_folder);
      if (is_same()) return finished();
      if (!blamed_) structure_->write_out_all();
      if (!blamed_ && all_written_out_) break;
      all_written_out_ = all_written_out_ || !blamed_ || round + 1 == kMostRounds;
    }
    stage_.diagnostics.report(Rule::target_refuses, model_.name_range,
                              concat("the robot cannot be written as a program of the language, not even "
                                     "with its elements written out one by one: ",
                                     why_, "; --emit=romas without --keep writes its core form"));
    return std::nullopt;
  }

 private:
  std::optional<std::string> core_form(const std::string& xml, std::string& problem) {
    SourceManager sources;
    DiagnosticEngine aside;
    std::vector<std::string> files;
    FrontendContext context{sources, aside, frontend_, files};
    FrontendResult parsed =
        parse_urdf(sources.add_text(options_.source_folder + "/fragment.urdf", xml), context);
    if (parsed.malformed || parsed.models.size() != 1) {
      const auto found = aside.sorted();
      problem = found.empty() ? "it is not a part of a robot" : found.front().message;
      return std::nullopt;
    }
    TargetContext target{aside, options_, {}, {}};
    return statements_of(emit_romas(parsed.models.front(), target));
  }

  // Compiles the program that was written, and compares its robot with the model. Parts that cause an error
  // or a difference are marked to be written out in the next round.
  bool is_same() {
    blamed_ = false;
    SourceManager sources;
    DiagnosticEngine found;
    std::vector<std::string> files;
    FrontendOptions options = frontend_;
    options.definitions.clear();
    FrontendContext context{sources, found, options, files};
    const std::string text = written_.text();
    const FileId file =
        sources.add_text((std::filesystem::path(options_.output_folder) / "kept.romas").string(), text);
    const FrontendResult parsed = parse_romas(file, context);
    for (const Diagnostic& problem : found.sorted())
      if (problem.severity == Severity::error && problem.range.file != file)
        blame_data(std::string(sources.name(problem.range.file)), problem.message);
    if (blamed_) return false;  // other errors may come from that
    for (const Diagnostic& problem : found.sorted())
      if (problem.severity == Severity::error) blame(owner_of_line(text, problem.range), problem.message);
    if (found.has_errors()) return false;
    if (parsed.models.size() != 1) return false;
    CompareOptions comparison;
    comparison.tolerance = request_.verify.tolerance;
    comparison.canonical_xml = canonical_xml;
    comparison.a = {model_.layout.format, absolute_folder(options_.source_folder)};
    comparison.b = {"romas", absolute_folder(options_.output_folder.empty() ? options_.source_folder
                                                                            : options_.output_folder)};
    const ModelComparison compared = compare_models(model_, parsed.models.front(), comparison);
    for (const ModelDifference& difference : compared.differences) {
      const std::string why = concat("the result is another robot: ", message_of(difference));
      const void* owner = difference.b.valid() ? owner_of_line(text, difference.b) : nullptr;
      if (owner == nullptr || !blame(owner, why))
        if (difference.a.valid())
          blame(structure_->owner_of(stage_.sources.expansions().written(difference.a)), why);
      why_ = message_of(difference);
    }
    return compared.differences.empty();
  }

  bool blame(const void* owner, const std::string& why) {
    why_ = why;
    const bool is_new = structure_->write_out(owner, why);
    blamed_ = blamed_ || is_new;
    return is_new;
  }

  // An error in a file of data, whichever part of the program has read it.
  void blame_data(const std::string& file, const std::string& problem) {
    why_ = concat("the language does not read '", file, "': ", problem);
    blamed_ = structure_->write_out_data(file, why_) || blamed_;
  }

  const void* owner_of_line(const std::string& text, SourceRange range) const {
    const auto end =
        text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(range.begin, text.size()));
    const auto line = static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
    std::size_t at = 0;  // a line of the program may have several of the text
    for (const WrittenStructure::Line& written : written_.lines) {
      at += 1 + static_cast<std::size_t>(std::ranges::count(written.text, '\n'));
      if (line < at) return written.owner;
    }
    return nullptr;
  }

  std::string finished() {
    for (const WrittenStructure::Remark& remark : written_.remarks)
      stage_.diagnostics.report(Rule::feature_dropped, remark.place, remark.message);
    const std::string share = concat(written_.kept, " of ", written_.macros, " macros are modules",
                                     written_.functions > 0 ? " or functions" : "");
    stage_.printed += concat("romasc: '", stage_.sources.name(source_), "': ", share, "\n");
    return written_.text();
  }

  const Model& model_;
  FileId source_;
  const CompileRequest& request_;
  TargetOptions options_;
  Stage& stage_;
  FrontendOptions frontend_;
  std::unique_ptr<Structure> structure_;
  WrittenStructure written_;
  bool blamed_ = false, all_written_out_ = false;
  std::string why_;
};

}  // namespace

bool keeps_structure(const EmitRequest& request, std::string_view target) {
  return target == "romas" && request.words.contains(TargetOption::keep);
}

std::optional<std::string> kept_structure(const Model& model, FileId source, const CompileRequest& request,
                                          const TargetOptions& options, Stage& stage) {
  if (model.layout.format != "urdf" || !stage.sources.expansions().used()) {
    stage.diagnostics.report(Rule::target_refuses, model.name_range,
                             "--keep=structure works only for xacro files that expand to a URDF");
    return std::nullopt;
  }
  return Keeper(model, source, request, options, stage).run();
}

}  // namespace romas::driver
