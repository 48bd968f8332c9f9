// The runtime's textbook algorithms on a robot held as data (romas/reference.hpp).
#include <romas/reference.hpp>

#include "contestant.h"

namespace bench {
namespace {

namespace reference = romas::reference;
using Model = reference::Model<64, 64>;

class Reference : public Contestant {
 public:
  explicit Reference(const Case& inputs)
      : in_(inputs), tip_(inputs.link(inputs.tip)), out_(inputs.size(kAllPoses) + inputs.size(kMassMatrix)) {
    for (const LinkRow& row : inputs.rows) model_.add_link(link(row));
    usable_ = model_.finish() && model_.n_v() == inputs.n();
  }
  std::string name() const override { return "runtime reference"; }
  bool has(Quantity quantity) const override { return is_basic(quantity) && usable_; }
  void run(Quantity quantity) override {
    for (int i = 0; i < in_.count; ++i) {
      result(quantity, i, out_.data());
      keep(out_.data());
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    const double *q = in_.input(in_.q, i), *v = in_.input(in_.v, i);
    switch (quantity) {
      case kAllPoses: return reference::forward_kinematics(model_, data_, q, out);
      case kTipPose: return reference::link_pose(model_, data_, tip_, q, out);
      case kTipJacobian: return reference::jacobian(model_, data_, tip_, q, out);
      case kInverseDynamics:
        return reference::inverse_dynamics(model_, data_, q, v, in_.input(in_.a, i), out);
      case kMassMatrix: return reference::mass_matrix(model_, data_, q, out);
      default: reference::forward_dynamics(model_, data_, q, v, in_.input(in_.tau, i), out);
    }
  }

 private:
  reference::Link<> link(const LinkRow& row) const {
    reference::Link<> link;
    link.parent = in_.link(row.parent);
    link.type = row.type == "revolute"    ? reference::JointType::revolute
                : row.type == "prismatic" ? reference::JointType::prismatic
                                          : reference::JointType::fixed;
    link.mass = row.mass;
    link.axis = {row.axis[0], row.axis[1], row.axis[2]};
    link.com = {row.com[0], row.com[1], row.com[2]};
    link.origin.p = {row.p[0], row.p[1], row.p[2]};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        link.origin.R(i, j) = row.R[3 * i + j];
        link.inertia(i, j) = row.inertia[3 * i + j];
      }
    return link;
  }
  const Case& in_;
  int tip_;
  bool usable_ = false;
  Model model_;
  reference::Data<Model> data_;
  std::vector<double> out_;
};

}  // namespace

std::unique_ptr<Contestant> make_reference(const Case& inputs) { return std::make_unique<Reference>(inputs); }

}  // namespace bench
