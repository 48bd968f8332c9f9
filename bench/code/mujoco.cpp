// MuJoCo: the stages of its pipeline that each quantity needs.
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

#include "contestant.h"

namespace bench {
namespace {

struct DeleteModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

class Mujoco : public Contestant {
 public:
  Mujoco(const Case& inputs, mjModel* model)
      : in_(inputs), model_(model), data_(mj_makeData(model)), n_(model->nv) {
    for (int i = 0; i < n_; ++i)
      order_.push_back(inputs.joint(mj_id2name(model, mjOBJ_JOINT, model->dof_jntid[i])));
    q_ = reordered(inputs.q), v_ = reordered(inputs.v), a_ = reordered(inputs.a),
    tau_ = reordered(inputs.tau);
    out_.resize(static_cast<std::size_t>(6 * n_ + n_ * n_));
    tip_ = mj_name2id(model, mjOBJ_BODY, inputs.tip.c_str());
  }
  std::string name() const override { return "MuJoCo"; }
  bool has(Quantity quantity) const override {
    return is_basic(quantity) && n_ == in_.n() && quantity != kTipPose && tip_ >= 0;
  }
  void run(Quantity quantity) override {
    for (int i = 0; i < in_.count; ++i) {
      compute(quantity, i);
      keep(out_.data());
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute(quantity, i);
    if (quantity == kAllPoses) return write_poses(out);
    const auto n = static_cast<std::size_t>(n_);
    for (std::size_t k = 0; k < n; ++k) {
      const auto at = static_cast<std::size_t>(order_[k]);
      if (quantity == kTipJacobian)
        for (std::size_t row = 0; row < 6; ++row) out[row * n + at] = out_[row * n + k];
      else if (quantity == kMassMatrix)
        for (std::size_t m = 0; m < n; ++m)
          out[at * n + static_cast<std::size_t>(order_[m])] = out_[k * n + m];
      else
        out[at] = out_[k];
    }
  }

 private:
  std::vector<double> reordered(const std::vector<double>& values) const {
    std::vector<double> result;
    for (int i = 0; i < in_.count; ++i)
      for (const int joint : order_) result.push_back(in_.input(values, i)[joint]);
    return result;
  }
  void compute(Quantity quantity, int i) {
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    mju_copy(d->qpos, q_.data() + static_cast<std::ptrdiff_t>(i) * n_, n_);
    mj_kinematics(m, d);
    if (quantity == kAllPoses) return;
    mj_comPos(m, d);
    switch (quantity) {
      case kTipJacobian: return mj_jacBody(m, d, out_.data(), out_.data() + 3 * n_, tip_);
      case kMassMatrix: mj_crb(m, d); return mj_fullM(m, out_.data(), d->qM);
      case kInverseDynamics:
        set_velocity(i);
        mju_copy(d->qacc, a_.data() + static_cast<std::ptrdiff_t>(i) * n_, n_);
        mj_comVel(m, d);
        return mj_rne(m, d, 1, out_.data());
      default:
        set_velocity(i);
        mj_crb(m, d);
        mj_factorM(m, d);
        mj_comVel(m, d);
        mj_rne(m, d, 0, d->qfrc_bias);
        mju_sub(d->qfrc_smooth, tau_.data() + static_cast<std::ptrdiff_t>(i) * n_, d->qfrc_bias, n_);
        mj_solveM(m, d, out_.data(), d->qfrc_smooth, 1);
    }
  }
  void set_velocity(int i) { mju_copy(data_->qvel, v_.data() + static_cast<std::ptrdiff_t>(i) * n_, n_); }
  void write_poses(double* out) const {
    for (std::size_t link = 0; link < in_.links.size(); ++link) {
      const int body = mj_name2id(model_.get(), mjOBJ_BODY, in_.links[link].c_str());
      double* pose = out + 12 * link;
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
          pose[4 * row + column] = body < 0 ? NAN : data_->xmat[9 * body + 3 * row + column];
        pose[4 * row + 3] = body < 0 ? NAN : data_->xpos[3 * body + row];
      }
    }
  }
  const Case& in_;
  std::unique_ptr<mjModel, DeleteModel> model_;
  std::unique_ptr<mjData, DeleteData> data_;
  int n_, tip_ = -1;
  std::vector<int> order_;  // of each of its variables, which of ours it is
  std::vector<double> q_, v_, a_, tau_, out_;
};

// Masses and inertias as they are written: MuJoCo refuses those that no rigid body has, so it was told to
// balance them when it read the file.
void restore_inertias(const Case& inputs, mjModel* model) {
  for (const LinkRow& row : inputs.rows) {
    const int body = mj_name2id(model, mjOBJ_BODY, row.name.c_str());
    if (body <= 0) continue;
    model->body_mass[body] = row.mass;
    mju_copy3(model->body_ipos + 3 * body, row.com);
    // Principal axes; mju_eig3 would stop within a millionth of a radian.
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(
        Eigen::Map<const Eigen::Matrix3d>(row.inertia));
    Eigen::Matrix3d axes = principal.eigenvectors();
    if (axes.determinant() < 0) axes.col(2) *= -1;
    const Eigen::Quaterniond rotation(axes);
    const mjtNum quaternion[4] = {rotation.w(), rotation.x(), rotation.y(), rotation.z()};
    mju_copy4(model->body_iquat + 4 * body, quaternion);
    mju_copy3(model->body_inertia + 3 * body, principal.eigenvalues().data());
    if (row.mass > 0) model->body_sameframe[body] = 0;
  }
  const std::unique_ptr<mjData, DeleteData> data(mj_makeData(model));
  mj_setConst(model, data.get());
}

}  // namespace

std::unique_ptr<Contestant> make_mujoco(const Case& inputs) {
  char error[300] = "";
  mjModel* model = mj_loadXML(inputs.urdf.c_str(), nullptr, error, sizeof error);
  if (model == nullptr) throw std::runtime_error(std::string("MuJoCo: ") + error);
  restore_inertias(inputs, model);
  return std::make_unique<Mujoco>(inputs, model);
}

}  // namespace bench
