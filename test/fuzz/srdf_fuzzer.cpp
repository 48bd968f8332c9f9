// Reads arbitrary bytes as SRDF, and checks what could be read against a robot, and without one. No text may
// crash, hang or take memory.
#include "ir/analysis/tree/semantic_groups.h"
#include "passes/semantics/check_semantics.h"
#include "test/fuzz/fuzzing.h"

namespace {

// A tree with every type of joint that states tell apart, and a follower.
constexpr const char* kRobot = R"(<robot name="r">
  <link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="k" type="prismatic"><parent link="b"/><child link="c"/><limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="j"/></joint>
  <joint name="m" type="floating"><parent link="b"/><child link="d"/></joint>
  <joint name="n" type="fixed"><parent link="a"/><child link="e"/></joint>
</robot>)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  static const Reading robot(romas::parse_urdf, kRobot);
  const romas::Model& model = robot.result.models.front();
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Reading read(romas::parse_srdf, text);
  if (!read.result.semantics) return 0;
  for (const romas::Model* about : {&model, static_cast<const romas::Model*>(nullptr)}) {
    romas::DiagnosticEngine diagnostics;
    check_semantics(*read.result.semantics, about, diagnostics);
    for (const romas::Diagnostic& diagnostic : diagnostics.sorted())
      if (diagnostic.range.valid()) read.sources.text(diagnostic.range);
  }
  // A group has all joints of the groups that it holds.
  const romas::KinematicTree tree(model);
  const romas::SemanticGroups groups = resolve_groups(*read.result.semantics, &model, &tree);
  for (std::size_t i = 0; i < groups.groups.size(); ++i)
    for (const romas::SemanticName& name : read.result.semantics->groups[i].subgroups)
      if (const auto inner = groups.find(name.text); inner && groups.groups[i].whole)
        for (const romas::JointId joint : groups.groups[*inner].joints)
          require(groups.groups[i].has(joint), "a subgroup's joint is not in the group", text);
  return 0;
}
