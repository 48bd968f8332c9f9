#include "frontend/sdf/world_frames.h"

#include <algorithm>

#include "frontend/sdf/sdf_reader.h"

namespace romas::sdf {

namespace {

bool is_relative_pose(const XmlElement& pose, const Versions& versions) {
  const XmlAttribute* frame = pose.attribute(frame_attribute(versions.of(pose.range)));
  return frame != nullptr && !trim(frame->value.text).empty();
}

// Whether there is more to know of a world than its models say by themselves.
bool has_frames(const XmlElement& world, const Versions& versions) {
  return std::any_of(world.children.begin(), world.children.end(), [&](const XmlElement& part) {
    const XmlElement* pose = part.name == "model" ? part.child("pose") : nullptr;
    return part.name == "frame" || (pose != nullptr && is_relative_pose(*pose, versions));
  });
}

bool covers(SourceRange whole, SourceRange part) {
  return whole.file == part.file && whole.begin <= part.begin && part.end <= whole.end;
}

// Returns true for a finding about a part of a world that is not made again when its models are read.
// Duplicate names of frames are left out: a frame may have the name of a model, which libsdformat accepts.
bool is_of_part(const Diagnostic& finding, const XmlElement& part) {
  if (part.name == "frame") return finding.rule != Rule::duplicate_name && covers(part.range, finding.range);
  if (part.name != "model") return false;
  const XmlElement* pose = part.child("pose");
  const XmlAttribute* name = part.attribute("name");
  return (finding.rule == Rule::unresolved_link && pose != nullptr && covers(pose->range, finding.range)) ||
         (finding.rule == Rule::kinematic_cycle && name != nullptr && finding.range == name->value.range);
}

void report_again(const Diagnostic& finding, DiagnosticEngine& diagnostics) {
  auto diagnostic = diagnostics.report(finding.rule, finding.range, finding.message);
  for (const DiagnosticNote& note : finding.notes) diagnostic.note(note.range, note.message);
  for (const FixIt& fix : finding.fixes)
    fix.guess ? diagnostic.suggest(fix.range, fix.replacement) : diagnostic.fix(fix.range, fix.replacement);
}

}  // namespace

std::map<const XmlElement*, RigidTransform> read_world_frames(const XmlElement& world,
                                                              FrontendContext& context,
                                                              const Versions& versions, FileId file) {
  if (!has_frames(world, versions)) return {};
  DiagnosticEngine aside;
  FrontendContext of_world{context.sources, aside, context.options, context.files_read, context.imports};
  auto poses = SdfReader(of_world, versions, file).model_poses(world);
  for (const Diagnostic& finding : aside.sorted())
    if (std::any_of(world.children.begin(), world.children.end(),
                    [&](const XmlElement& part) { return is_of_part(finding, part); }))
      report_again(finding, context.diagnostics);
  return poses;
}

}  // namespace romas::sdf
