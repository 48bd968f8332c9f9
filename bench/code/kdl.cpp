// Orocos KDL: the chain from the root to the tip where the robot is one, else its tree solvers.
#include <cmath>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl/treejnttojacsolver.hpp>
#include <kdl_parser/kdl_parser.hpp>

#include "contestant.h"

namespace bench {
namespace {

const KDL::Vector kGravity(0, 0, -9.81);

// A value for every joint of KDL's order; `order` says which of ours each is.
std::vector<KDL::JntArray> reordered(const Case& inputs, const std::vector<double>& values,
                                     const std::vector<int>& order) {
  std::vector<KDL::JntArray> arrays(static_cast<std::size_t>(inputs.count),
                                    KDL::JntArray(static_cast<unsigned>(order.size())));
  for (int i = 0; i < inputs.count; ++i)
    for (unsigned k = 0; k < order.size(); ++k)
      arrays[static_cast<std::size_t>(i)](k) = inputs.input(values, i)[order[k]];
  return arrays;
}

void write_frame(const KDL::Frame& X, double* out) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[4 * i + j] = X.M(i, j);
    out[4 * i + 3] = X.p(i);
  }
}

// Everything that hangs fixed on this element and is not on the chain, as one inertia in its frame. False:
// something there moves.
bool add_branches(const KDL::TreeElement& element, const KDL::Chain& chain, KDL::RigidBodyInertia& inertia) {
  for (const auto& child : element.children) {
    const KDL::Segment& segment = child->second.segment;
    bool on_chain = false;
    for (const KDL::Segment& other : chain.segments)
      on_chain = on_chain || other.getName() == segment.getName();
    if (on_chain) continue;
    if (segment.getJoint().getType() != KDL::Joint::Fixed) return false;
    KDL::RigidBodyInertia branch = segment.getInertia();
    if (!add_branches(child->second, chain, branch)) return false;
    inertia = inertia + segment.pose(0) * branch;
  }
  return true;
}

class Kdl : public Contestant {
 public:
  Kdl(const Case& inputs, const KDL::Tree& tree, const std::vector<int>& order)
      : in_(inputs),
        order_(order),
        q_(reordered(inputs, inputs.q, order)),
        v_(reordered(inputs, inputs.v, order)),
        a_(reordered(inputs, inputs.a, order)),
        tau_(reordered(inputs, inputs.tau, order)),
        torque_(static_cast<unsigned>(order.size())),
        jacobian_(static_cast<unsigned>(order.size())),
        tree_(tree) {}
  std::string name() const override { return "KDL"; }
  void run(Quantity quantity) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(in_.count); ++i) {
      compute(quantity, i);
      keep(this);
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute(quantity, static_cast<std::size_t>(i));
    const std::size_t n = order_.size();
    if (quantity == kAllPoses) return write_poses(out);
    if (quantity == kTipPose) return write_frame(tip_, out);
    for (unsigned k = 0; k < n; ++k) {
      const auto at = static_cast<std::size_t>(order_[k]);
      if (quantity == kTipJacobian)
        for (unsigned row = 0; row < 6; ++row) out[row * n + at] = jacobian_(row, k);
      else if (quantity == kMassMatrix)
        for (unsigned m = 0; m < n; ++m)
          out[at * n + static_cast<std::size_t>(order_[m])] = mass_matrix(k, m);
      else
        out[at] = torque_(k);
    }
  }

 protected:
  virtual void compute(Quantity quantity, std::size_t i) = 0;
  virtual void write_poses(double*) const {}
  virtual double mass_matrix(unsigned, unsigned) const { return NAN; }

  const Case& in_;
  std::vector<int> order_;
  std::vector<KDL::JntArray> q_, v_, a_, tau_;
  KDL::JntArray torque_;  // or acceleration
  KDL::Jacobian jacobian_;
  KDL::Frame tip_;
  KDL::Tree tree_;
};

class KdlChain : public Kdl {
 public:
  KdlChain(const Case& inputs, const KDL::Tree& tree, const KDL::Chain& chain, const std::vector<int>& order)
      : Kdl(inputs, tree, order),
        chain_(chain),
        frames_(chain.getNrOfSegments()),
        wrenches_(chain.getNrOfSegments()),
        M_(chain.getNrOfJoints()),
        forward_(chain_),
        jacobians_(chain_),
        inverse_(chain_, kGravity),
        parameters_(chain_, kGravity),
        accelerations_(chain_, kGravity) {}
  bool has(Quantity quantity) const override { return is_basic(quantity); }

 protected:
  void compute(Quantity quantity, std::size_t i) override {
    switch (quantity) {
      case kAllPoses: forward_.JntToCart(q_[i], frames_); break;
      case kTipPose: forward_.JntToCart(q_[i], tip_); break;
      case kTipJacobian: jacobians_.JntToJac(q_[i], jacobian_); break;
      case kInverseDynamics: inverse_.CartToJnt(q_[i], v_[i], a_[i], wrenches_, torque_); break;
      case kMassMatrix: parameters_.JntToMass(q_[i], M_); break;
      default: accelerations_.CartToJnt(q_[i], v_[i], tau_[i], wrenches_, torque_);
    }
  }
  void write_poses(double* out) const override {
    std::fill(out, out + in_.size(kAllPoses), NAN);
    for (std::size_t i = 0; i < frames_.size(); ++i)
      write_frame(frames_[i], out + 12 * in_.link(chain_.getSegment(static_cast<unsigned>(i)).getName()));
  }
  double mass_matrix(unsigned i, unsigned j) const override { return M_(i, j); }

 private:
  KDL::Chain chain_;
  std::vector<KDL::Frame> frames_;
  KDL::Wrenches wrenches_;
  KDL::JntSpaceInertiaMatrix M_;
  KDL::ChainFkSolverPos_recursive forward_;
  KDL::ChainJntToJacSolver jacobians_;
  KDL::ChainIdSolver_RNE inverse_;
  KDL::ChainDynParam parameters_;
  KDL::ChainFdSolver_RNE accelerations_;
};

class KdlTree : public Kdl {
 public:
  KdlTree(const Case& inputs, const KDL::Tree& tree, const std::vector<int>& order)
      : Kdl(inputs, tree, order), forward_(tree_), jacobians_(tree_), inverse_(tree_, kGravity) {}
  bool has(Quantity quantity) const override {
    return quantity == kTipPose || quantity == kTipJacobian || quantity == kInverseDynamics;
  }

 protected:
  void compute(Quantity quantity, std::size_t i) override {
    if (quantity == kTipPose) forward_.JntToCart(q_[i], tip_, in_.tip);
    if (quantity == kTipJacobian) jacobians_.JntToJac(q_[i], jacobian_, in_.tip);
    if (quantity == kInverseDynamics) inverse_.CartToJnt(q_[i], v_[i], a_[i], wrenches_, torque_);
  }

 private:
  KDL::WrenchMap wrenches_;
  KDL::TreeFkSolverPos_recursive forward_;
  KDL::TreeJntToJacSolver jacobians_;
  KDL::TreeIdSolver_RNE inverse_;
};

}  // namespace

std::unique_ptr<Contestant> make_kdl(const Case& inputs) {
  KDL::Tree tree;
  KDL::Chain bare, chain;
  if (!kdl_parser::treeFromFile(inputs.urdf, tree)) return nullptr;
  const std::string root = tree.getRootSegment()->first;
  if (!tree.getChain(root, inputs.tip, bare)) return nullptr;
  bool is_chain = true;
  std::vector<int> order;
  for (const KDL::Segment& segment : bare.segments) {
    KDL::RigidBodyInertia inertia = segment.getInertia();
    is_chain = add_branches(tree.getSegment(segment.getName())->second, bare, inertia) && is_chain;
    KDL::Segment heavier = segment;
    heavier.setInertia(inertia);
    chain.addSegment(heavier);
    if (segment.getJoint().getType() != KDL::Joint::Fixed)
      order.push_back(inputs.joint(segment.getJoint().getName()));
  }
  if (is_chain && static_cast<int>(order.size()) == inputs.n())
    return std::make_unique<KdlChain>(inputs, tree, chain, order);
  order.assign(tree.getNrOfJoints(), -1);
  for (const auto& [name, element] : tree.getSegments())
    if (element.segment.getJoint().getType() != KDL::Joint::Fixed)
      order[element.q_nr] = inputs.joint(element.segment.getJoint().getName());
  return std::make_unique<KdlTree>(inputs, tree, order);
}

}  // namespace bench
