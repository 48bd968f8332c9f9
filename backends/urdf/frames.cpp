#include "backends/urdf/frames.h"

#include <algorithm>
#include <array>

#include "backends/urdf/legalize.h"
#include "ir/model/edit.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace urdf {

namespace {

// Indexed like FrameForm.
constexpr std::array<std::string_view, 3> kForms = {"links", "drake", "drop"};

class FrameLegalizer {
 public:
  FrameLegalizer(Model& model, TargetContext& context) : model_(model), context_(context) {
    for (const Link& link : model_.links) link_names_.insert(link.name);
    for (const Joint& joint : model_.joints) joint_names_.insert(joint.name);
  }

  void run(FrameForm form) {
    report_foreign_content();
    for (std::size_t i = 0; i < model_.frames.size(); ++i)
      form == FrameForm::links ? write_as_link(i) : drop(model_.frames[i]);
    Renumbering renumbering;
    renumbering.remove(EntityKind::frame, std::vector<bool>(model_.frames.size(), true));
    renumber(model_, renumbering);
    model_.rebuild_index();
  }

 private:
  void report(Rule rule, SourceRange range, std::string message) {
    context_.diagnostics.report(rule, range, std::move(message));
  }

  // Goes with its <frame>.
  void report_foreign_content() {
    for (const Extension& extension : model_.extensions)
      if (extension.owner.kind == EntityKind::frame)
        report(Rule::feature_dropped, extension.range,
               concat("'", extension.name,
                      "' of a <frame> is left out, because the frame is written without it"));
  }

  void write_as_link(std::size_t index) {
    const Frame& frame = model_.frames[index];
    Link link;
    link.name = unique_name(frame.name, link_names_);
    link.range = frame.range;
    link.name_range = frame.name_range;
    Joint joint;
    joint.name = unique_name(concat(frame.name, "_joint"), joint_names_);
    joint.parent = frame.link;
    joint.child.name = link.name;
    joint.origin = frame.origin;
    joint.range = frame.range;
    report(Rule::value_approximated, name_place(frame),
           concat("the frame '", frame.name, "' is written as the link '", link.name, "' on a fixed joint"));
    if (link.name != frame.name) context_.changes.rename(EntityKind::frame, index, link.name);
    model_.links.push_back(std::move(link));
    model_.joints.push_back(std::move(joint));
  }

  void drop(const Frame& frame) {
    report(Rule::feature_dropped, name_place(frame),
           concat("URDF has no frames without a link: '", frame.name, "' is left out"));
    context_.changes.allow(EntityKind::frame, frame.name);
  }

  Model& model_;
  TargetContext& context_;
  TakenNames link_names_, joint_names_;
};

}  // namespace

FrameForm frame_form(const Model& model, const TargetOptions& options) {
  const std::string asked = options.one(TargetOption::frames);
  if (asked.empty()) return from_urdf(model) ? FrameForm::drake : FrameForm::links;
  return static_cast<FrameForm>(std::find(kForms.begin(), kForms.end(), asked) - kForms.begin());
}

void legalize_frames(Model& model, FrameForm form, TargetContext& context) {
  if (form != FrameForm::drake && !model.frames.empty()) FrameLegalizer(model, context).run(form);
}

}  // namespace urdf

std::vector<std::string> frame_form_names() { return {urdf::kForms.begin(), urdf::kForms.end()}; }

}  // namespace romas
