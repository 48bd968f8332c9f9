// Robots read from MJCF against the values that MuJoCo 3.3.8 computes from it: bodies, their masses, joints,
// and the poses at three configurations.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/model/no_limit.h"
#include "passes/kernel/bodies/lower.h"
#include "test/corpus.h"
#include "test/load_robot.h"

namespace romas {
namespace {

using nlohmann::json;

constexpr double kPose = 1e-9;   // m, and entries of rotations
constexpr double kMass = 1e-8;   // relative
constexpr double kForce = 1e-8;  // of the largest

Vector3 vector_at(const json& numbers, std::size_t at) {
  return {numbers[at].get<double>(), numbers[at + 1].get<double>(), numbers[at + 2].get<double>()};
}
Matrix3 rotation_at(const json& wxyz, std::size_t at) {
  return rotation_from_quaternion(wxyz[at + 1].get<double>(), wxyz[at + 2].get<double>(),
                                  wxyz[at + 3].get<double>(), wxyz[at].get<double>());
}

// For an absent name MuJoCo's JavaScript gives the start of a text of its own.
std::string name_of(const json& entity, const char* key = "name") {
  const auto said = entity[key].get<std::string>();
  return said == "emsc" ? std::string() : said;
}

// By the names of robots: whose mass matrix has more than bodies and joints.
const std::map<std::string, std::string> kUnlikeMass = {
    {"mujoco_tendon/armature", "a tendon adds inertia, and tendons are kept as they are"}};
// MuJoCo finds the axes of a full tensor to some 1e-6, and its mass matrix has the tensor that follows from
// them.
const std::map<std::string, double> kRounded = {{"franka_emika_panda/panda", 1e-7},
                                                {"franka_emika_panda/panda_nohand", 1e-7},
                                                {"franka_emika_panda/scene", 1e-7}};
const std::map<std::string, std::string> kTurned = {
    {"mujoco_user/freejoint", "align turns the frame of a free body to its principal axes"},
    {"mujoco_user/dzhanibekov", "align turns the frame of a free body to its principal axes"}};

template <class Shape>
bool is_mesh(const Shape& shape) {
  return std::holds_alternative<Mesh>(shape.geometry.shape);
}

// A robot and where the bodies of MuJoCo are in it.
struct Bodies {
  const Model& model;
  const KinematicTree tree;
  std::vector<LinkId> links;  // by body
  std::vector<RigidTransform> X_LB;
  std::vector<const Joint*> joints;  // those that move, which are in MuJoCo's order

  // It floats in the Model and has no joint in MuJoCo.
  bool is_mocap(LinkId link) const {
    const auto kept =
        model.extensions_at({EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(link.index()), 0});
    return std::ranges::any_of(kept,
                               [](const Extension* e) { return e->name == "mocap" && e->text == "true"; });
  }

  // Mocap bodies float in the Model and have no variables in MuJoCo.
  bool has_mocap() const {
    return std::ranges::any_of(links, [&](LinkId link) { return link && is_mocap(link); });
  }
  // A mesh that is not there has no mass, and what stands in for it has one in MuJoCo.
  bool lacks_mass() const {
    return std::ranges::any_of(model.links, [](const Link& link) {
      return !link.inertial && (std::ranges::any_of(link.visuals, is_mesh<Visual>) ||
                                std::ranges::any_of(link.collisions, is_mesh<Collision>));
    });
  }

  Bodies(const Model& robot, const json& golden) : model(robot), tree(robot) {
    for (const Joint& joint : robot.joints) {
      if (joint.type != JointType::fixed && !is_mocap(joint.child.id)) joints.push_back(&joint);
    }
    for (std::size_t i = 0; i < golden["bodies"].size(); ++i) {
      const std::string said = name_of(golden["bodies"][i]);
      const std::string name = said.empty() ? "body_" + std::to_string(i + 1) : said;
      const LinkId link = model.find_link(name);
      EXPECT_TRUE(link) << name;
      links.push_back(link);
      X_LB.emplace_back();
      for (const Frame& frame : model.frames)
        if (link && frame.link.id == link && frame.name.starts_with(name + "_body"))
          X_LB.back() = frame.origin.evaluate();
    }
  }
};

void expect_masses(const Bodies& bodies, const json& golden) {
  for (std::size_t i = 0; i < bodies.links.size(); ++i) {
    if (!bodies.links[i]) continue;
    const json& wanted = golden["bodies"][i];
    SCOPED_TRACE(wanted["name"].get<std::string>());
    const Link& link = bodies.model.link(bodies.links[i]);
    const double mass = wanted["mass"].get<double>();
    const bool meshes =
        std::ranges::any_of(link.visuals,
                            [](const Visual& v) { return std::holds_alternative<Mesh>(v.geometry.shape); }) ||
        std::ranges::any_of(link.collisions, [](const Collision& v) {
          return std::holds_alternative<Mesh>(v.geometry.shape);
        });
    if (meshes && !link.inertial) continue;
    EXPECT_NEAR(link.inertial ? link.inertial->mass.value() : 0, mass, kMass * (1e-3 + mass));
    if (!link.inertial) continue;
    const SpatialInertia body = link.inertial->spatial().expressed_in(bodies.X_LB[i].inverse());
    const Matrix3 R = rotation_at(wanted["iquat"], 0);
    const Matrix3 tensor = R * vector_at(wanted["inertia"], 0).asDiagonal() * R.transpose();
    EXPECT_LE((body.com - vector_at(wanted["com"], 0)).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LE((body.tensor - tensor).cwiseAbs().maxCoeff(), 3e-6 * tensor.cwiseAbs().maxCoeff() + 1e-12);
  }
}

bool is_type(JointType type, const std::string& said) {
  if (said == "hinge") return type == JointType::revolute || type == JointType::continuous;
  if (said == "slide") return type == JointType::prismatic;
  return type == (said == "ball" ? JointType::ball : JointType::floating);
}

void expect_joints(const Bodies& bodies, const json& golden) {
  ASSERT_EQ(bodies.joints.size(), golden["joints"].size());
  for (std::size_t i = 0; i < bodies.joints.size(); ++i) {
    const json& wanted = golden["joints"][i];
    const Joint& joint = *bodies.joints[i];
    SCOPED_TRACE(joint.name);
    const std::string name = name_of(wanted);
    EXPECT_TRUE(name.empty() || joint.name == name) << name;
    const auto type = wanted["type"].get<std::string>();
    EXPECT_TRUE(is_type(joint.type, type)) << type;
    if (type != "hinge" && type != "slide") continue;
    const bool limited = joint.limit && joint.limit->lower && !means_no_limit(*joint.limit->lower);
    EXPECT_EQ(limited, wanted["limited"].get<bool>());
    if (!limited) continue;
    const double zero = wanted["qpos0"][0].get<double>();
    EXPECT_NEAR(joint.limit->lower->value() + zero, wanted["range"][0].get<double>(), 1e-11);
    EXPECT_NEAR(joint.limit->upper->value() + zero, wanted["range"][1].get<double>(), 1e-11);
  }
}

// The position of a joint against that in which MuJoCo draws it, which is the Model's zero.
std::vector<double> position_of(const json& zero, const json& qpos, std::size_t at) {
  if (zero.size() == 1) return {qpos[at].get<double>() - zero[0].get<double>()};
  const std::size_t turn = zero.size() - 4;
  const Matrix3 R0 = rotation_at(zero, turn);
  const Matrix3 R = rotation_at(qpos, at + turn);
  std::vector<double> q;
  if (turn > 0) {
    const Vector3 p = R0.transpose() * (vector_at(qpos, at) - vector_at(zero, 0));
    q = {p.x(), p.y(), p.z()};
  }
  const Eigen::Quaterniond turned(Matrix3(R0.transpose() * R));
  q.insert(q.end(), {turned.x(), turned.y(), turned.z(), turned.w()});
  return q;
}

std::vector<double> positions_of(const Bodies& bodies, const json& golden, const json& qpos) {
  std::vector<double> q = neutral_position(bodies.model, bodies.tree);
  std::size_t at = 0;
  for (std::size_t i = 0; i < golden["joints"].size(); ++i) {
    const json& zero = golden["joints"][i]["qpos0"];
    const JointId joint(static_cast<std::size_t>(bodies.joints[i] - bodies.model.joints.data()));
    const std::vector<double> own = position_of(zero, qpos, at);
    const int first = bodies.tree.q_index(joint);
    EXPECT_GE(first, 0);
    if (first >= 0) std::ranges::copy(own, q.begin() + first);
    at += zero.size();
  }
  return q;
}

void expect_poses(const Bodies& bodies, const json& golden, const json& sample) {
  const std::vector<double> q = positions_of(bodies, golden, sample["qpos"]);
  const std::vector<RigidTransform> poses = link_poses(bodies.model, bodies.tree, q);
  for (std::size_t i = 0; i < bodies.links.size(); ++i) {
    if (!bodies.links[i]) continue;
    const RigidTransform X = poses[bodies.links[i].index()] * bodies.X_LB[i];
    EXPECT_LE((X.p - vector_at(sample["xpos"], 3 * i)).cwiseAbs().maxCoeff(), kPose)
        << golden["bodies"][i]["name"];
    EXPECT_LE((X.R - rotation_at(sample["xquat"], 4 * i)).cwiseAbs().maxCoeff(), kPose)
        << golden["bodies"][i]["name"];
  }
}

// A position of MuJoCo as that of the Model's dynamics, and the rate of the Model's velocities at MuJoCo's,
// which moves a free body along the axes of the world.
struct State {
  std::vector<double> q;
  Eigen::MatrixXd rates;
};

State state_of(const Bodies& bodies, const json& golden, const json& qpos, const DynamicsModel& model) {
  std::map<std::size_t, const JointVariables*> variables;  // by joint
  for (const JointVariables& row : model.joints) variables[row.joint.index()] = &row;
  State state{std::vector<double>(static_cast<std::size_t>(model.n_q)),
              Eigen::MatrixXd::Zero(model.n_v, model.n_v)};
  Eigen::Index v = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < golden["joints"].size(); ++i) {
    const json& zero = golden["joints"][i]["qpos0"];
    const JointVariables& row =
        *variables.at(static_cast<std::size_t>(bodies.joints[i] - bodies.model.joints.data()));
    std::ranges::copy(position_of(zero, qpos, at), state.q.begin() + row.q);
    state.rates.block(row.v, v, row.n_v, row.n_v).setIdentity();
    if (row.n_v == 6) state.rates.block(row.v, v, 3, 3) = rotation_at(qpos, at + 3).transpose();
    v += row.n_v;
    at += zero.size();
  }
  return state;
}

Eigen::MatrixXd mass_matrix(const DynamicsModel& model, const std::vector<double>& q) {
  const lowering::DynamicsPlan plan = lowering::make_plan(model, lowering::Choices(model.bodies.size()));
  const std::vector<double> M = evaluate_kernel(lowering::lower_mass_matrix(plan), {q});
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(M.data(), model.n_v, model.n_v);
}
Eigen::VectorXd gravity_torque(const DynamicsModel& model, const std::vector<double>& q) {
  const lowering::DynamicsPlan plan = lowering::make_plan(model, lowering::Choices(model.bodies.size()));
  const Kernel kernel = lowering::lower_inverse_dynamics(plan, lowering::Dynamics::gravity);
  const std::vector<double> tau = evaluate_kernel(kernel, {q});
  return Eigen::Map<const Eigen::VectorXd>(tau.data(), model.n_v);
}

// The mass matrix, with what the drives add, and the forces that hold the robot against gravity.
void expect_dynamics(const Bodies& bodies, const json& golden, const json& sample, double tolerance) {
  const json& wanted = sample["mass_matrix"];
  const json& bias = sample["bias"];
  DynamicsOptions options;
  options.independent_mimics = true;
  options.armature = true;
  options.gravity = bodies.model.gravity_or_default();
  const DynamicsModel model = make_dynamics_model(bodies.model, bodies.tree, options);
  const auto& [q, T] = state_of(bodies, golden, sample["qpos"], model);
  const Eigen::MatrixXd M = T.transpose() * mass_matrix(model, q) * T;
  const Eigen::VectorXd tau = T.transpose() * gravity_torque(model, q);
  ASSERT_EQ(bias.size(), static_cast<std::size_t>(model.n_v));
  ASSERT_EQ(wanted.size(), bias.size() * bias.size());
  double heaviest = 1e-9;
  double strongest = 1e-9;
  for (const json& entry : wanted) heaviest = std::max(heaviest, std::abs(entry.get<double>()));
  for (const json& entry : bias) strongest = std::max(strongest, std::abs(entry.get<double>()));
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    EXPECT_NEAR(tau(i), bias[row].get<double>(), tolerance * strongest) << "force " << i;
    for (Eigen::Index k = 0; k < M.cols(); ++k)
      EXPECT_NEAR(M(i, k), wanted[row * bias.size() + static_cast<std::size_t>(k)].get<double>(),
                  tolerance * heaviest)
          << "M " << i << " " << k;
  }
}

TEST(MjcfGolden, bodiesOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  const auto folder = test::corpus_folder() / "mjcf2";
  const json cases = json::parse(std::ifstream(folder / "cases.json"));
  int compared = 0;
  int states = 0;  // whose mass matrix and forces are compared
  for (const json& robot : cases) {
    if (!robot.contains("golden")) continue;
    SCOPED_TRACE(robot["name"].get<std::string>());
    const json golden = json::parse(std::ifstream(folder / robot["golden"].get<std::string>()));
    const auto read = test::load_robot(folder / robot["file"].get<std::string>());
    const auto name = robot["name"].get<std::string>();
    if (golden["bodies"].empty() || kTurned.contains(name)) continue;
    ASSERT_EQ(read->result.models.size(), 1U);
    const Bodies bodies(read->model(), golden);
    ASSERT_TRUE(bodies.tree.is_tree());
    expect_masses(bodies, golden);
    expect_joints(bodies, golden);
    if (::testing::Test::HasFatalFailure()) continue;
    for (const json& sample : golden["configurations"]) {
      expect_poses(bodies, golden, sample);
      if (sample["mass_matrix"].empty() || kUnlikeMass.contains(name) || bodies.lacks_mass() ||
          bodies.has_mocap())
        continue;
      expect_dynamics(bodies, golden, sample, kRounded.contains(name) ? kRounded.at(name) : kForce);
      ++states;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 97);
  EXPECT_EQ(states, 204);
}

}  // namespace
}  // namespace romas
