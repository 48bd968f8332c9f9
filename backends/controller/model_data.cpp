#include "backends/controller/model_data.h"

#include "ir/analysis/kinematic_tree.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::string_view kFixedJoint =
    "JointType::fixed, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, {1, 0, 0}, 0";
constexpr std::string_view kNoMimic = "-1, 1, 0";

std::string vector(const Vector3& v) { return concat("{", v.x(), ", ", v.y(), ", ", v.z(), "}"); }
std::string matrix(const Matrix3& A) {
  return concat("{", vector(A.row(0)), ", ", vector(A.row(1)), ", ", vector(A.row(2)), "}");
}

// Rows of the links, which name each other by their place in the order of the tree.
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
      mimic_text = mimic_row(joint);
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

  // Along a chain of followers up to the joint that moves by itself.
  std::string mimic_row(const Joint& joint) const {
    const Joint* leader = &joint;
    double multiplier = 1, offset = 0;
    for (std::size_t step = 0; step <= model_.joints.size() && !request_.independent_mimics &&
                               !is_independent(*leader, request_) && moves(leader->type);
         ++step) {
      offset += multiplier * leader->mimic->offset.value_or(0).value();
      multiplier *= leader->mimic->multiplier.value_or(1).value();
      leader = &model_.joint(leader->mimic->joint.id);
    }
    if (leader == &joint) return std::string(kNoMimic);
    return concat(index_[leader->child.id.index()], ", ", multiplier, ", ", offset);
  }

  const Model& model_;
  const ControllerRequest& request_;
  KinematicTree tree_;
  std::vector<int> index_;  // by link: its place in the order
};

std::array<double, 3> gravity_of(const Model& model, const ControllerRequest& request) {
  if (request.gravity) return *request.gravity;
  if (!model.gravity) return {0, 0, -9.81};
  return {(*model.gravity)[0].value(), (*model.gravity)[1].value(), (*model.gravity)[2].value()};
}

}  // namespace

bool is_independent(const Joint& joint, const ControllerRequest& request) {
  return moves(joint.type) && (request.independent_mimics || !joint.mimic || !joint.mimic->joint.id);
}

TemplateValues model_data_values(const Model& model, const ControllerRequest& request) {
  const LinkRows links(model, request);
  std::string names, rows;
  for (const LinkId id : links.order()) {
    names += concat("    ", c_string(model.link(id).name), ",\n");
    rows += links.row(id);
  }
  const std::array<double, 3> g = gravity_of(model, request);
  return {{"TITLE_COMMENT", c_comment(model.name)},
          {"LINK_COUNT", concat(links.order().size())},
          {"LINK_NAMES", std::move(names)},
          {"LINK_ROWS", std::move(rows)},
          {"FLOATING_BASE", request.floating_base ? "true" : "false"},
          {"GRAVITY", concat(g[0], ", ", g[1], ", ", g[2])}};
}

std::string print_model_data(const Model& model, const ControllerRequest& request) {
  return fill_template(embedded_file(embedded_controller_project(), "model_data.hpp.in").text,
                       model_data_values(model, request));
}

}  // namespace romas
