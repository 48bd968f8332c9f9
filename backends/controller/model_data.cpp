#include "backends/controller/model_data.h"

#include <algorithm>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kFixedJoint =
    "JointType::fixed, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, {1, 0, 0}, 0";
constexpr std::string_view kNoMimic = "-1, 1, 0";

std::string vector(const Vector3& v) { return concat("{", v.x(), ", ", v.y(), ", ", v.z(), "}"); }
std::string matrix(const Matrix3& A) {
  return concat("{", vector(A.row(0)), ", ", vector(A.row(1)), ", ", vector(A.row(2)), "}");
}

// Rows of the links, which refer to each other by index in tree order.
class LinkRows {
 public:
  LinkRows(const Model& model, const ControllerRequest& request)
      : model_(model), request_(request), tree_(model), index_(model.links.size(), -1) {
    for (std::size_t k = 0; k < tree_.order().size(); ++k)
      index_[tree_.order()[k].index()] = static_cast<int>(k);
  }

  const std::vector<LinkId>& order() const { return tree_.order(); }

  std::string row(LinkId id) const {
    const Link& link = model_.link(id);
    std::string joint_text(kFixedJoint);
    std::string mimic_text(kNoMimic);
    if (const JointId joint_id = tree_.parent_joint(id)) {
      const Joint& joint = model_.joint(joint_id);
      joint_text = joint_row(joint, tree_.parent_link(id));
      mimic_text = mimic_row(joint_id);
    }
    SpatialInertia inertia;
    if (link.inertial) inertia = link.inertial->spatial();
    return concat("    {", joint_text, ", ", inertia.mass, ", ", vector(inertia.com), ", ",
                  matrix(inertia.tensor), ", ", mimic_text, "},  // ", c_comment(link.name), "\n");
  }

 private:
  std::string joint_row(const Joint& joint, LinkId parent) const {
    const RigidTransform X_PC = joint.origin.evaluate();
    return concat("JointType::", joint.type == JointType::foreign ? "fixed" : to_string(joint.type), ", ",
                  index_[parent.index()], ", ", matrix(X_PC.R), ", ", vector(X_PC.p), ", ",
                  vector(joint.axis_or_default()), ", ", joint.screw_pitch.value_or(0).value());
  }

  std::string mimic_row(JointId id) const {
    if (request_.independent_mimics || !moves(model_.joint(id).type)) return std::string(kNoMimic);
    const MimicRelation mimic = resolve_mimic(model_, id);
    if (mimic.leader == id) return std::string(kNoMimic);
    return concat(index_[model_.joint(mimic.leader).child.id.index()], ", ", mimic.multiplier, ", ",
                  mimic.offset);
  }

  const Model& model_;
  const ControllerRequest& request_;
  KinematicTree tree_;
  std::vector<int> index_;  // by link: its place in the order
};

}  // namespace

bool is_independent(const Model& model, const Joint& joint, const ControllerRequest& request) {
  const bool held =
      std::ranges::any_of(request.dependent, [&](JointId id) { return &model.joint(id) == &joint; });
  return moves(joint.type) && !held && (request.independent_mimics || !joint.mimic || !joint.mimic->joint.id);
}

TemplateValues model_data_values(const Model& model, const ControllerRequest& request) {
  const LinkRows links(model, request);
  std::string names, rows;
  for (const LinkId id : links.order()) {
    names += concat("    ", c_string(model.link(id).name), ",\n");
    rows += links.row(id);
  }
  const Vector3& g = request.gravity;
  return {{"TITLE_COMMENT", c_comment(model.name)},
          {"LINK_COUNT", concat(links.order().size())},
          {"LINK_NAMES", std::move(names)},
          {"LINK_ROWS", std::move(rows)},
          {"FLOATING_BASE", request.floating_base ? "true" : "false"},
          {"GRAVITY", concat(g[0], ", ", g[1], ", ", g[2])}};
}

}  // namespace romas
