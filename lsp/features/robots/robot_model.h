// The robot of a document as data, for viewers.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/robots/commands.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct LinkPose {
  std::string link;
  std::string root;          // in whose frame the pose is given
  std::vector<double> pose;  // a rotation R row by row, and an origin t: p_root = R p + t
};
ROMAS_LSP_MEMBERS(LinkPose, member("link", &T::link), member("root", &T::root), member("pose", &T::pose));

struct RobotModel {
  std::string root;             // the label of the robot: "arm.urdf.xacro prefix:=left_"
  Json model;                   // as --emit=json prints it
  std::vector<LinkPose> poses;  // of the links at zero, in the order of the model
};
ROMAS_LSP_MEMBERS(RobotModel, member("root", &T::root), member("model", &T::model),
                  member("poses", &T::poses));

std::variant<RobotModel, CommandFailed> robot_model(Workspace& workspace, const View& view);

// Whether two readings make the same robots. Null: none.
bool same_models(const std::shared_ptr<const Reading>& a, const std::shared_ptr<const Reading>& b);

}  // namespace romas::lsp
