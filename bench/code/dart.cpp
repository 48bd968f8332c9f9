// DART: its skeleton keeps state and results, so setting the state is part of every call.
#include <algorithm>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/DegreeOfFreedom.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/utils/urdf/DartLoader.hpp>

#include "contestant.h"

namespace bench {
namespace {

class Dart : public Contestant {
 public:
  Dart(const Case& inputs, dart::dynamics::SkeletonPtr skeleton)
      : in_(inputs), robot_(std::move(skeleton)), tip_(robot_->getBodyNode(inputs.tip)) {
    for (std::size_t i = 0; i < robot_->getNumDofs(); ++i)
      order_.push_back(inputs.joint(robot_->getDof(i)->getJoint()->getName()));
    q_ = reordered(inputs.q), v_ = reordered(inputs.v), a_ = reordered(inputs.a),
    tau_ = reordered(inputs.tau);
    for (const std::size_t column : tip_->getDependentGenCoordIndices()) columns_.push_back(order_[column]);
    for (const std::string& link : inputs.links) bodies_.push_back(robot_->getBodyNode(link));
  }
  std::string name() const override { return "DART"; }
  bool has(Quantity quantity) const override {
    return is_basic(quantity) && static_cast<int>(order_.size()) == in_.n();
  }
  void run(Quantity quantity) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(in_.count); ++i) {
      compute(quantity, i);
      keep(this);
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute(quantity, static_cast<std::size_t>(i));
    if (quantity == kAllPoses)
      for (std::size_t k = 0; k < bodies_.size(); ++k)
        write_pose(bodies_[k] != nullptr ? bodies_[k]->getWorldTransform() : Eigen::Isometry3d::Identity(),
                   out + 12 * k);
    else if (quantity == kTipPose)
      write_pose(tip_->getWorldTransform(), out);
    else if (quantity == kTipJacobian)
      write_jacobian(out);
    else
      for (std::size_t k = 0; k < order_.size(); ++k) write_row(quantity, k, out);
  }

 private:
  std::vector<Eigen::VectorXd> reordered(const std::vector<double>& values) const {
    std::vector<Eigen::VectorXd> result(static_cast<std::size_t>(in_.count), Eigen::VectorXd(order_.size()));
    for (int i = 0; i < in_.count; ++i)
      for (std::size_t k = 0; k < order_.size(); ++k)
        result[static_cast<std::size_t>(i)][static_cast<Eigen::Index>(k)] = in_.input(values, i)[order_[k]];
    return result;
  }
  void compute(Quantity quantity, std::size_t i) {
    robot_->setPositions(q_[i]);
    switch (quantity) {
      case kAllPoses:  // poses are computed when they are asked for
        for (const dart::dynamics::BodyNode* body : bodies_)
          if (body != nullptr) keep(&body->getWorldTransform());
        return;
      case kTipPose: return keep(&tip_->getWorldTransform());
      case kTipJacobian: return keep(&tip_->getWorldJacobian());
      case kMassMatrix: return keep(&robot_->getMassMatrix());
      case kInverseDynamics:
        robot_->setVelocities(v_[i]);
        robot_->setAccelerations(a_[i]);
        return robot_->computeInverseDynamics();
      default:
        robot_->setVelocities(v_[i]);
        robot_->setForces(tau_[i]);
        robot_->computeForwardDynamics();
    }
  }
  static void write_pose(const Eigen::Isometry3d& X, double* out) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column) out[4 * row + column] = X(row, column);
  }
  // DART has the angular velocity first, and only the columns of joints between the root and the body.
  void write_jacobian(double* out) const {
    const auto& J = tip_->getWorldJacobian();
    const std::size_t n = order_.size();
    std::fill(out, out + 6 * n, 0.0);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      for (std::size_t row = 0; row < 6; ++row)
        out[row * n + static_cast<std::size_t>(columns_[k])] =
            J(static_cast<Eigen::Index>((row + 3) % 6), static_cast<Eigen::Index>(k));
  }
  void write_row(Quantity quantity, std::size_t k, double* out) const {
    const auto at = static_cast<std::size_t>(order_[k]);
    if (quantity == kInverseDynamics) out[at] = robot_->getForce(k);
    if (quantity == kForwardDynamics) out[at] = robot_->getAcceleration(k);
    if (quantity != kMassMatrix) return;
    const Eigen::MatrixXd& M = robot_->getMassMatrix();
    for (std::size_t m = 0; m < order_.size(); ++m)
      out[at * order_.size() + static_cast<std::size_t>(order_[m])] =
          M(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(m));
  }
  const Case& in_;
  dart::dynamics::SkeletonPtr robot_;
  dart::dynamics::BodyNode* tip_;
  std::vector<int> order_,
      columns_;  // which joint of ours: of each variable; of each column of the tip's Jacobian
  std::vector<dart::dynamics::BodyNode*> bodies_;
  std::vector<Eigen::VectorXd> q_, v_, a_, tau_;
};

}  // namespace

std::unique_ptr<Contestant> make_dart(const Case& inputs) {
  dart::utils::DartLoader loader;
  const dart::dynamics::SkeletonPtr robot = loader.parseSkeleton(inputs.urdf);
  if (robot == nullptr || robot->getBodyNode(inputs.tip) == nullptr) return nullptr;
  // DART lets the root float, unless it is called world: then it is no body at all.
  if (robot->getRootBodyNode()->getParentJoint()->getNumDofs() == 6)
    robot->getRootBodyNode()->changeParentJointType<dart::dynamics::WeldJoint>();
  robot->setGravity({0, 0, -9.81});
  // A link without an inertia has none; DART would give it 1 kg.
  for (const LinkRow& row : inputs.rows)
    if (row.mass == 0 && robot->getBodyNode(row.name) != nullptr)
      robot->getBodyNode(row.name)->setInertia(
          dart::dynamics::Inertia(0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero()));
  return std::make_unique<Dart>(inputs, robot);
}

}  // namespace bench
