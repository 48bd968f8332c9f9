#include "lsp/features/robots/robot_model.h"

#include <utility>

#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/kinematic_tree.h"

namespace romas::lsp {

namespace {

std::vector<LinkPose> poses_of(const Model& model) {
  const KinematicTree tree(model);
  const std::vector<RigidTransform> X_RL = link_poses(model, tree, neutral_position(model, tree));
  std::vector<LinkPose> poses;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    LinkId root(i);
    if (!tree.reached(root)) continue;  // it is part of a loop of parents
    while (const LinkId parent = tree.parent_link(root)) root = parent;
    LinkPose& pose = poses.emplace_back();
    pose.link = model.links[i].name;
    pose.root = model.link(root).name;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) pose.pose.push_back(X_RL[i].R(row, column));
    for (int row = 0; row < 3; ++row) pose.pose.push_back(X_RL[i].p[row]);
  }
  return poses;
}

}  // namespace

std::variant<RobotModel, CommandFailed> robot_model(Workspace& workspace, const View& view) {
  auto files = emit_target(workspace, view, "json");
  if (const auto* failed = std::get_if<CommandFailed>(&files)) return *failed;
  const auto& texts = std::get<std::vector<TextFile>>(files);
  RobotModel robot;
  robot.model = texts.size() == 1 ? Json::parse(texts.front().text, nullptr, false) : Json();
  const auto readings = workspace.readings_of(view.key);
  if (!robot.model.is_object() || readings.empty() || readings.front()->models().size() != 1)
    return CommandFailed{"the document has several robots"};
  robot.root = driver::label(readings.front()->input());
  robot.poses = poses_of(readings.front()->models().front());
  return robot;
}

bool same_models(const std::shared_ptr<const Reading>& a, const std::shared_ptr<const Reading>& b) {
  if (a == b) return true;
  return a != nullptr && b != nullptr && a->models() == b->models();
}

}  // namespace romas::lsp
