#include "test/frontend/sdf/libsdformat.h"

#ifdef ROMAS_CONSOLE_BRIDGE
#include <console_bridge/console.h>
#endif
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "ir/analysis/motion/kinematics.h"
#include "support/text/text.h"

namespace romas::test {

namespace {

Matrix3 to_matrix(const ignition::math::Matrix3d& theirs) {
  Matrix3 matrix;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      matrix(row, column) = theirs(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
  return matrix;
}

RigidTransform to_transform(const ignition::math::Pose3d& pose) {
  RigidTransform X;
  X.R = to_matrix(ignition::math::Matrix3d(pose.Rot()));
  for (int row = 0; row < 3; ++row) X.p[row] = pose.Pos()[static_cast<std::size_t>(row)];
  return X;
}

void expect_same(const RigidTransform& ours, const RigidTransform& theirs, const std::string& what,
                 double tolerance) {
  EXPECT_LE((ours.p - theirs.p).cwiseAbs().maxCoeff(), tolerance) << what << " position";
  EXPECT_LE((ours.R - theirs.R).cwiseAbs().maxCoeff(), tolerance) << what << " rotation";
}

// A link or joint of libsdformat: by its name below a model, with the pose of that model in the outermost
// frame.
template <class Entity>
struct Found {
  const Entity* entity = nullptr;
  RigidTransform X_OM;  // of the model in which it stands

  RigidTransform pose() const {
    ignition::math::Pose3d X;
    EXPECT_TRUE(entity->SemanticPose().Resolve(X, "__model__").empty()) << entity->Name();
    return X_OM * to_transform(X);
  }
};

// Finds models by the first part of a name.
using ModelFinder = std::function<const sdf::Model*(const std::string&)>;

const sdf::Link* own(const sdf::Model& model, const std::string& name, const sdf::Link*) {
  return model.LinkByName(name);
}
const sdf::Joint* own(const sdf::Model& model, const std::string& name, const sdf::Joint*) {
  return model.JointByName(name);
}

template <class Entity>
Found<Entity> find_in(const sdf::Model& model, const std::string& name, const RigidTransform& X_OM) {
  const std::size_t colons = name.find("::");
  if (colons == std::string::npos) return {own(model, name, static_cast<const Entity*>(nullptr)), X_OM};
  const sdf::Model* inner = model.ModelByName(name.substr(0, colons));
  if (inner == nullptr) return {};
  ignition::math::Pose3d X;
  EXPECT_TRUE(inner->SemanticPose().Resolve(X, "__model__").empty()) << name;
  return find_in<Entity>(*inner, name.substr(colons + 2), X_OM * to_transform(X));
}

// Their links and joints, by the names that we give them.
struct Theirs {
  std::function<Found<sdf::Link>(const std::string&)> link;
  std::function<Found<sdf::Joint>(const std::string&)> joint;
};

constexpr std::string_view kFirstAxis = "_axis1";
constexpr std::string_view kLinkBetween = "_axis1_link";

std::string without(std::string_view name, std::string_view suffix) {
  return std::string(name.substr(0, name.size() - suffix.size()));
}

void expect_same_axis(const Joint& joint, const sdf::Joint& theirs, unsigned int number, double tolerance) {
  ignition::math::Vector3d direction;
  ASSERT_NE(theirs.Axis(number), nullptr) << joint.name;
  ASSERT_TRUE(theirs.Axis(number)->ResolveXyz(direction).empty()) << joint.name;
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(joint.axis_or_default().normalized()[i], direction[static_cast<std::size_t>(i)], tolerance)
        << joint.name;
}

void compare(const Model& model, const Theirs& theirs, bool is_world, double tolerance) {
  const KinematicTree tree(model);
  ASSERT_EQ(tree.roots().size(), 1U);
  EXPECT_EQ(model.joints.size() + 1, model.links.size());
  const auto poses = link_poses(model, tree, neutral_position(model, tree));  // in the root link
  const Link& base = model.link(tree.roots().front());
  // The world stands where its model says that it does not: their poses are those in the model.
  const bool from_world = base.name == "world";
  RigidTransform X_MB;
  if (!from_world) {
    const auto found = theirs.link(base.name);
    ASSERT_NE(found.entity, nullptr) << base.name;
    X_MB = found.pose();
  } else if (!is_world && !model.joints.empty()) {
    // The pose of the world in the model follows from the first joint.
    const auto found = theirs.joint(model.joints.front().name);
    if (found.entity != nullptr) X_MB = found.pose() * poses[model.joints.front().child.id.index()].inverse();
  }
  for (const Joint& joint : model.joints) {
    const auto whole = theirs.joint(joint.name);
    const bool first = whole.entity == nullptr && joint.name.ends_with(kFirstAxis);
    const auto found = first ? theirs.joint(without(joint.name, kFirstAxis)) : whole;
    if (found.entity == nullptr) {
      EXPECT_TRUE(joint.type == JointType::floating || joint.name.ends_with("_fixed")) << joint.name;
      continue;
    }
    expect_same(poses[joint.child.id.index()], X_MB.inverse() * found.pose(), joint.name, tolerance);
    const bool second = model.find_joint(joint.name + std::string(kFirstAxis)) && !first;
    if (joint.axis) expect_same_axis(joint, *found.entity, second ? 1 : 0, tolerance);
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.name == "world") continue;
    const auto found = theirs.link(link.name);
    if (found.entity == nullptr) {
      EXPECT_TRUE(link.name.ends_with(kLinkBetween) && !link.inertial) << link.name;
      continue;
    }
    const auto& inertial = found.entity->Inertial();
    const SpatialInertia ours = link.inertial ? link.inertial->spatial() : SpatialInertia{};
    EXPECT_NEAR(ours.mass, inertial.MassMatrix().Mass(), 1e-9) << link.name;
    const Vector3 com = X_MB.inverse() * found.pose() * to_transform(inertial.Pose()).p;
    if (ours.mass == 0) continue;
    EXPECT_LE((poses[i] * ours.com - com).cwiseAbs().maxCoeff(), tolerance) << link.name;
    const Matrix3 R_MC = (X_MB.inverse() * found.pose() * to_transform(inertial.Pose())).R;
    const Matrix3 tensor = R_MC * to_matrix(inertial.MassMatrix().Moi()) * R_MC.transpose();
    const Matrix3 own_tensor = poses[i].R * ours.tensor * poses[i].R.transpose();
    EXPECT_LE((own_tensor - tensor).cwiseAbs().maxCoeff(), tolerance * std::max(1.0, tensor.trace()))
        << link.name << " tensor";
  }
}

template <class Entity>
auto finder_in(const sdf::World& world) {
  return [&world](const std::string& name) -> Found<Entity> {
    const std::size_t colons = name.find("::");
    const sdf::Model* model =
        colons == std::string::npos ? nullptr : world.ModelByName(name.substr(0, colons));
    if (model == nullptr) return {};
    ignition::math::Pose3d X;
    EXPECT_TRUE(model->SemanticPose().Resolve(X, "world").empty()) << name;
    return find_in<Entity>(*model, name.substr(colons + 2), to_transform(X));
  };
}

}  // namespace

void expect_same_model(const Model& ours, const sdf::Model& theirs, double tolerance) {
  compare(ours,
          {[&](const std::string& name) { return find_in<sdf::Link>(theirs, name, {}); },
           [&](const std::string& name) { return find_in<sdf::Joint>(theirs, name, {}); }},
          false, tolerance);
}

void expect_same_world(const Model& ours, const sdf::World& theirs, double tolerance) {
  compare(ours, {finder_in<sdf::Link>(theirs), finder_in<sdf::Joint>(theirs)}, true, tolerance);
}

void silence_libsdformat() {
  sdf::Console::Instance()->SetQuiet(true);
#ifdef ROMAS_CONSOLE_BRIDGE
  console_bridge::noOutputHandler();
#endif
}

}  // namespace romas::test
