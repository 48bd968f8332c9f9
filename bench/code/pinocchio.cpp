// Pinocchio, header-only, compiled by the compiler that BENCH_COMPILER names; a plugin, so that each
// compiler's instances of its templates stay apart.
#include "pinocchio_model.h"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace bench {
namespace {

class Pinocchio : public Contestant {
 public:
  explicit Pinocchio(const Case& inputs)
      : in_(inputs),
        robot_(make_pinocchio_model(inputs)),
        data_(robot_.model),
        tip_(robot_.frames[static_cast<std::size_t>(inputs.link(inputs.tip))]) {
    J_.setZero(6, robot_.model.nv);
    q_ = reordered(inputs.q), v_ = reordered(inputs.v), a_ = reordered(inputs.a),
    tau_ = reordered(inputs.tau);
  }
  std::string name() const override { return "Pinocchio " BENCH_COMPILER; }
  bool has(Quantity) const override { return true; }
  void run(Quantity quantity) override {
    for (int i = 0; i < in_.count; ++i) {
      compute(quantity, i);
      keep(&data_);
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute(quantity, i);
    if (quantity == kAllPoses) {
      for (std::size_t k = 0; k < robot_.frames.size(); ++k) write_pose(robot_.frames[k], out + 12 * k);
      return;
    }
    if (quantity == kTipPose) return write_pose(tip_, out);
    const int n = in_.n();
    if (!is_basic(quantity)) return write_matrices(quantity, out);
    for (int k = 0; k < n; ++k) {
      const int at = robot_.order[static_cast<std::size_t>(k)];
      if (quantity == kTipJacobian)
        for (int row = 0; row < 6; ++row) out[row * n + at] = J_(row, k);
      else if (quantity == kMassMatrix)
        for (int m = 0; m < n; ++m)
          out[at * n + robot_.order[static_cast<std::size_t>(m)]] = k <= m ? data_.M(k, m) : data_.M(m, k);
      else
        out[at] = quantity == kInverseDynamics ? data_.tau[k] : data_.ddq[k];
    }
  }

 private:
  std::vector<Eigen::VectorXd> reordered(const std::vector<double>& values) const {
    std::vector<Eigen::VectorXd> result;
    for (int i = 0; i < in_.count; ++i) {
      Eigen::VectorXd x(in_.n());
      for (int k = 0; k < in_.n(); ++k)
        x[k] = in_.input(values, i)[robot_.order[static_cast<std::size_t>(k)]];
      result.push_back(x);
    }
    return result;
  }
  void write_pose(pinocchio::FrameIndex frame, double* out) const {
    const pinocchio::SE3& X = data_.oMf[frame];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) out[4 * r + c] = X.rotation()(r, c);
      out[4 * r + 3] = X.translation()[r];
    }
  }
  void compute(Quantity quantity, int at) {
    const auto i = static_cast<std::size_t>(at);
    const pinocchio::Model& model = robot_.model;
    switch (quantity) {
      case kAllPoses: pinocchio::framesForwardKinematics(model, data_, q_[i]); break;
      case kTipPose:
        pinocchio::forwardKinematics(model, data_, q_[i]);
        pinocchio::updateFramePlacement(model, data_, tip_);
        break;
      case kTipJacobian:
        pinocchio::computeFrameJacobian(model, data_, q_[i], tip_, pinocchio::LOCAL_WORLD_ALIGNED, J_);
        break;
      case kInverseDynamics: pinocchio::rnea(model, data_, q_[i], v_[i], a_[i]); break;
      case kMassMatrix: pinocchio::crba(model, data_, q_[i], pinocchio::Convention::LOCAL); break;
      case kForwardDynamics:
        pinocchio::aba(model, data_, q_[i], v_[i], tau_[i], pinocchio::Convention::LOCAL);
        break;
      default: compute_matrices(quantity, i);
    }
  }
  // The derivatives of inverse dynamics by a, which is M, are computed with the others, as this library does.
  void compute_matrices(Quantity quantity, std::size_t i) {
    const pinocchio::Model& model = robot_.model;
    switch (quantity) {
      case kInverseDynamicsDerivatives:
        pinocchio::computeRNEADerivatives(model, data_, q_[i], v_[i], a_[i]);
        break;
      case kForwardDynamicsDerivatives:
        pinocchio::computeABADerivatives(model, data_, q_[i], v_[i], tau_[i]);
        break;
      case kMassMatrixInverse: pinocchio::computeMinverse(model, data_, q_[i]); break;
      case kCoriolisMatrix: pinocchio::computeCoriolisMatrix(model, data_, q_[i], v_[i]); break;
      case kRegressor: pinocchio::computeJointTorqueRegressor(model, data_, q_[i], v_[i], a_[i]); break;
      default:
        J_.setZero();
        pinocchio::computeJointJacobiansTimeVariation(model, data_, q_[i], v_[i]);
        pinocchio::getFrameJacobianTimeVariation(model, data_, tip_, pinocchio::LOCAL_WORLD_ALIGNED, J_);
    }
  }
  int at(int k) const { return robot_.order[static_cast<std::size_t>(k)]; }
  // Matrices of n x n one after the other; `upper`: only that half was computed.
  template <class Matrix>
  void write_square(const Matrix& M, bool upper, double* out) const {
    for (int k = 0; k < in_.n(); ++k)
      for (int m = 0; m < in_.n(); ++m) out[at(k) * in_.n() + at(m)] = !upper || k <= m ? M(k, m) : M(m, k);
  }
  void write_matrices(Quantity quantity, double* out) const {
    const int n = in_.n();
    switch (quantity) {
      case kInverseDynamicsDerivatives:
        write_square(data_.dtau_dq, false, out);
        return write_square(data_.dtau_dv, false, out + n * n);
      case kForwardDynamicsDerivatives:
        write_square(data_.ddq_dq, false, out);
        write_square(data_.ddq_dv, false, out + n * n);
        return write_square(data_.Minv, true, out + 2 * n * n);
      case kMassMatrixInverse: return write_square(data_.Minv, true, out);
      case kCoriolisMatrix: return write_square(data_.C, false, out);
      case kRegressor:
        for (int k = 0; k < n; ++k)
          for (int column = 0; column < 10 * n; ++column)
            out[at(k) * 10 * n + 10 * at(column / 10) + column % 10] = data_.jointTorqueRegressor(k, column);
        return;
      default:
        for (int k = 0; k < n; ++k)
          for (int row = 0; row < 6; ++row) out[row * n + at(k)] = J_(row, k);
    }
  }

  const Case& in_;
  PinocchioModel robot_;
  pinocchio::Data data_;
  pinocchio::FrameIndex tip_;
  pinocchio::Data::Matrix6x J_;
  std::vector<Eigen::VectorXd> q_, v_, a_, tau_;
};

}  // namespace
}  // namespace bench

extern "C" __attribute__((visibility("default"))) void bench_contestants(
    const bench::Case& inputs, std::vector<std::unique_ptr<bench::Contestant>>& contestants) {
  contestants.push_back(std::make_unique<bench::Pinocchio>(inputs));
}
