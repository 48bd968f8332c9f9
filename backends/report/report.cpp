#include "backends/report/report.h"

#include <algorithm>

#include "backends/report/pictures.h"
#include "backends/target.h"
#include "ir/analysis/mass/overflow.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The links that --tip names. False after an error.
bool find_tips(const Model& model, const std::vector<std::string>& names, DiagnosticEngine& diagnostics,
               std::vector<LinkId>& tips) {
  bool good = true;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(model.links, name, &Link::name);
    const LinkId link(static_cast<std::size_t>(found - model.links.begin()));
    if (found == model.links.end()) {
      diagnostics.report(Rule::ik_structure, name_place(model),
                         concat("--tip=", name, ": robot '", model.name, "' has no such link",
                                did_you_mean(name, model.links, &Link::name)));
      good = false;
    } else if (std::ranges::find(tips, link) == tips.end()) {
      tips.push_back(link);
    }
  }
  return good;
}

// False after an error: numbers that would overflow.
bool check_finite(const Model& model, const Vector3& gravity, DiagnosticEngine& diagnostics) {
  const std::vector<Overflow> overflows = find_overflows(model, KinematicTree(model), gravity);
  for (const Overflow& overflow : overflows)
    diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
  return overflows.empty();
}

// False after an error: a tip that was named and stands still.
bool check_tips(const Model& model, const RobotFigures& figures, const FigureOptions& options,
                DiagnosticEngine& diagnostics) {
  if (options.tips.empty()) return true;
  bool good = true;
  for (const LimbFigures& limb : figures.limbs) {
    if (limb.reach) continue;
    const Link& link = model.link(limb.chain.link);
    diagnostics.report(Rule::ik_structure, name_place(link),
                       concat("--tip=", link.name, ": no joint moves this link; name one after a joint"));
    good = false;
  }
  return good;
}

// As asked for; else as the file is called.
std::string format_of(const TargetOptions& options) {
  const std::string asked = options.one(TargetOption::report_format);
  if (!asked.empty()) return asked;
  return options.file_name.ends_with(".json")  ? "json"
         : options.file_name.ends_with(".txt") ? "text"
                                               : "html";
}

std::string printed(const report::RobotReport& report, bool as_text) {
  report::Page page{report.model.name, report::sections(report), report.banner};
  if (as_text) return report::text_page(page);
  if (page.footer.empty()) page.footer = "romasc --emit=report";
  return report::html_page(page);
}

}  // namespace

std::vector<report::Picture> report::workspaces_of(const Model& model) {
  DiagnosticEngine aside;
  const bool moves =
      std::ranges::any_of(model.joints, [](const Joint& joint) { return dof(joint.type) > 0; });
  FigureOptions options;
  options.gravity = model.gravity_or_default();
  if (!moves || !check_finite(model, options.gravity, aside)) return {};
  const RobotReport report{model, measure_robot(model, options), options.gravity, nullptr, {}, {}};
  std::vector<Picture> pictures;
  for (const LimbFigures& limb : report.figures.limbs)
    if (limb.reach)
      for (std::string& svg : workspace_pictures(report, limb)) pictures.push_back({std::move(svg)});
  return pictures;
}

std::vector<std::string> report_format_names() { return {"html", "text", "json"}; }

std::optional<CodeOptions> report_kernels(const CodeOptions& asked, const TargetOptions&) {
  CodeOptions options;
  options.kernels = {KernelKind::ik};
  options.ik_where_possible = true;
  options.optimization = 0;
  options.tips = asked.tips;
  options.snap_tolerance = asked.snap_tolerance;
  options.gravity = asked.gravity;
  return options;
}

std::vector<OutputFile> emit_report(const Model& model, TargetContext& context) {
  if (std::ranges::none_of(model.joints, [](const Joint& joint) { return dof(joint.type) > 0; })) {
    context.diagnostics.report(
        Rule::no_movable_joint, model.name_range,
        concat("robot '", model.name, "' has no joint that moves; there is nothing to report"));
    return {};
  }
  const CodeOptions asked = context.inputs.asked == nullptr ? CodeOptions{} : *context.inputs.asked;
  FigureOptions options;
  options.gravity = asked.gravity.value_or(model.gravity_or_default());
  options.snap_tolerance = asked.snap_tolerance;
  options.semantics = context.inputs.semantics;
  if (!find_tips(model, asked.tips, context.diagnostics, options.tips)) return {};
  if (!check_finite(model, options.gravity, context.diagnostics)) return {};
  report::RobotReport report{model,
                             measure_robot(model, options),
                             options.gravity,
                             context.inputs.kernels,
                             context.inputs.why_no_kernels,
                             context.options.banner,
                             !options.tips.empty()};
  if (!check_tips(model, report.figures, options, context.diagnostics)) return {};
  const std::string format = format_of(context.options);
  OutputFile file;
  file.text = format == "json" ? report::print_json(report) : printed(report, format == "text");
  file.extension = format == "json" ? ".json" : format == "text" ? ".txt" : ".html";
  std::vector<OutputFile> files;
  files.push_back(std::move(file));
  return files;
}

}  // namespace romas
