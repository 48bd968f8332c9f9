// CppADCodeGen on Pinocchio's algorithms: C code for each quantity, written beside the robot's URDF, compiled
// by two compilers and loaded. A plugin, as Pinocchio is.
#include <pinocchio/codegen/cppadcg.hpp>

#include "pinocchio_model.h"

#include <dlfcn.h>

#include <cstdlib>
#include <fstream>
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace bench {
namespace {

using Coded = CppAD::cg::CG<double>;
using Traced = CppAD::AD<Coded>;
using Vector = Eigen::Matrix<Traced, Eigen::Dynamic, 1>;
using Model = pinocchio::ModelTpl<Traced>;
using Data = pinocchio::DataTpl<Traced>;
using Function = void (*)(const double* x, double* y);

// Inputs are q, v, and a or tau, one after the other, as far as a quantity needs them; outputs are as those
// of Contestant::result, but for the order of joints. M: the upper triangle, as the algorithm leaves it.
int inputs_of(Quantity quantity) {
  switch (quantity) {
    case kInverseDynamics:
    case kForwardDynamics:
    case kInverseDynamicsDerivatives:
    case kForwardDynamicsDerivatives: return 3;
    default: return 1;
  }
}
bool is_forward(Quantity quantity) {
  return quantity == kForwardDynamics || quantity == kForwardDynamicsDerivatives;
}
bool is_traced(Quantity quantity) {
  return is_basic(quantity) || quantity == kInverseDynamicsDerivatives ||
         quantity == kForwardDynamicsDerivatives;
}

std::vector<Traced> outputs(Quantity quantity, const PinocchioModel& robot, const Case& in,
                            const Model& model, const Vector& x) {
  Data data(model);
  const auto n = static_cast<Eigen::Index>(model.nv);
  const Vector q = x.head(n), v = inputs_of(quantity) == 3 ? Vector(x.segment(n, n)) : Vector(),
               u = inputs_of(quantity) == 3 ? Vector(x.tail(n)) : Vector();
  std::vector<Traced> y;
  const auto add_pose = [&](pinocchio::FrameIndex frame) {
    const auto& X = data.oMf[frame];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) y.push_back(X.rotation()(r, c));
      y.push_back(X.translation()[r]);
    }
  };
  const pinocchio::FrameIndex tip = robot.frames[static_cast<std::size_t>(in.link(in.tip))];
  if (quantity == kAllPoses) {
    pinocchio::framesForwardKinematics(model, data, q);
    for (const pinocchio::FrameIndex frame : robot.frames) add_pose(frame);
  } else if (quantity == kTipPose) {
    pinocchio::forwardKinematics(model, data, q);
    pinocchio::updateFramePlacement(model, data, tip);
    add_pose(tip);
  } else if (quantity == kTipJacobian) {
    Eigen::Matrix<Traced, 6, Eigen::Dynamic> J(6, n);
    J.setZero();
    pinocchio::computeFrameJacobian(model, data, q, tip, pinocchio::LOCAL_WORLD_ALIGNED, J);
    for (int row = 0; row < 6; ++row)
      for (Eigen::Index k = 0; k < n; ++k) y.push_back(J(row, k));
  } else if (quantity == kMassMatrix) {
    pinocchio::crba(model, data, q, pinocchio::Convention::LOCAL);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = i; k < n; ++k) y.push_back(data.M(i, k));
  } else if (!is_basic(quantity)) {
    const auto add = [&](const auto& M, bool upper) {
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index k = 0; k < n; ++k) y.push_back(!upper || i <= k ? M(i, k) : M(k, i));
    };
    if (quantity == kInverseDynamicsDerivatives) {
      pinocchio::computeRNEADerivatives(model, data, q, v, u);
      add(data.dtau_dq, false), add(data.dtau_dv, false);
    } else {
      pinocchio::computeABADerivatives(model, data, q, v, u);
      add(data.ddq_dq, false), add(data.ddq_dv, false), add(data.Minv, true);
    }
  } else {
    const Vector& result = quantity == kInverseDynamics
                               ? pinocchio::rnea(model, data, q, v, u)
                               : pinocchio::aba(model, data, q, v, u, pinocchio::Convention::LOCAL);
    for (Eigen::Index k = 0; k < n; ++k) y.push_back(result[k]);
  }
  return y;
}

// One C function of the quantity.
std::string code_of(Quantity quantity, const PinocchioModel& robot, const Case& in, const Model& model) {
  Vector x(static_cast<Eigen::Index>(inputs_of(quantity)) * model.nv);
  x.setZero();
  CppAD::Independent(x);
  const std::vector<Traced> results = outputs(quantity, robot, in, model, x);
  Vector y(static_cast<Eigen::Index>(results.size()));
  for (std::size_t i = 0; i < results.size(); ++i) y[static_cast<Eigen::Index>(i)] = results[i];
  CppAD::ADFun<Coded> function(x, y);
  function.optimize();
  CppAD::cg::CodeHandler<double> handler;
  CppAD::vector<Coded> inputs(static_cast<std::size_t>(x.size()));
  handler.makeVariables(inputs);
  CppAD::vector<Coded> values = function.Forward(0, inputs);
  CppAD::cg::LanguageC<double> language("double");
  CppAD::cg::LangCDefaultVariableNameGenerator<double> names;
  std::ostringstream body;
  handler.generateCode(body, language, values, names);
  std::ostringstream text;
  text << "#include <math.h>\nvoid quantity_" << quantity
       << "(const double* restrict x, double* restrict y) {\n  double v["
       << handler.getTemporaryVariableCount() + 1 << "];\n"
       << body.str() << "}\n";
  return text.str();
}

class CppAdCodeGen : public Contestant {
 public:
  CppAdCodeGen(const Case& inputs, const PinocchioModel& robot, const std::string& compiler, void* library)
      : in_(inputs), order_(robot.order), name_("CppADCodeGen " + compiler) {
    for (int quantity = 0; quantity < kQuantities; ++quantity)
      functions_[quantity] =
          reinterpret_cast<Function>(dlsym(library, ("quantity_" + std::to_string(quantity)).c_str()));
    const auto n = static_cast<std::size_t>(in_.n());
    x_.resize(3 * n * static_cast<std::size_t>(in_.count));
    y_ = x_;
    for (int i = 0; i < in_.count; ++i)
      for (int k = 0; k < in_.n(); ++k) {
        const int at = order_[static_cast<std::size_t>(k)];
        double *inverse = x_.data() + 3 * in_.n() * i, *forward = y_.data() + 3 * in_.n() * i;
        inverse[k] = forward[k] = in_.input(in_.q, i)[at];
        inverse[in_.n() + k] = forward[in_.n() + k] = in_.input(in_.v, i)[at];
        inverse[2 * in_.n() + k] = in_.input(in_.a, i)[at];
        forward[2 * in_.n() + k] = in_.input(in_.tau, i)[at];
      }
    out_.resize(in_.size(kAllPoses) + in_.size(kForwardDynamicsDerivatives) + in_.size(kTipJacobian));
  }
  std::string name() const override { return name_; }
  bool has(Quantity quantity) const override { return functions_[quantity] != nullptr; }
  void run(Quantity quantity) override {
    const Function function = functions_[quantity];
    const double* x = is_forward(quantity) ? y_.data() : x_.data();
    for (int i = 0; i < in_.count; ++i) {
      function(x + 3 * in_.n() * i, out_.data());
      keep(out_.data());
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    functions_[quantity]((is_forward(quantity) ? y_ : x_).data() + 3 * in_.n() * i, out_.data());
    const auto n = static_cast<std::size_t>(in_.n());
    if (quantity == kAllPoses || quantity == kTipPose) {
      for (std::size_t k = 0; k < in_.size(quantity); ++k) out[k] = out_[k];
      return;
    }
    if (!is_basic(quantity)) {
      for (std::size_t e = 0; e < in_.size(quantity); ++e) {
        const auto row = static_cast<std::size_t>(order_[e / n % n]);
        out[e / (n * n) * n * n + row * n + static_cast<std::size_t>(order_[e % n])] = out_[e];
      }
      return;
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const auto at = static_cast<std::size_t>(order_[k]);
      if (quantity == kTipJacobian)
        for (std::size_t row = 0; row < 6; ++row) out[row * n + at] = out_[row * n + k];
      else if (quantity == kMassMatrix)
        for (std::size_t m = k; m < n; ++m) {
          const auto other = static_cast<std::size_t>(order_[m]);
          out[at * n + other] = out[other * n + at] = out_[next++];
        }
      else
        out[at] = out_[k];
    }
  }

 private:
  const Case& in_;
  std::vector<int> order_;
  std::string name_;
  Function functions_[kQuantities] = {};
  std::vector<double> x_, y_, out_;  // q, v, a; q, v, tau
};

}  // namespace
}  // namespace bench

extern "C" __attribute__((visibility("default"))) void bench_contestants(
    const bench::Case& inputs, std::vector<std::unique_ptr<bench::Contestant>>& contestants) {
  const bench::PinocchioModel robot = bench::make_pinocchio_model(inputs);
  const bench::Model model = robot.model.cast<bench::Traced>();
  const std::string file = inputs.urdf + ".cppadcodegen";
  std::ofstream source(file + ".c");
  for (int quantity = 0; quantity < bench::kQuantities; ++quantity)
    if (bench::is_traced(static_cast<bench::Quantity>(quantity)))
      source << bench::code_of(static_cast<bench::Quantity>(quantity), robot, inputs, model);
  source.close();
  for (const std::string compiler : {"gcc", "clang"}) {
    const std::string library = file + "." + compiler + ".so";
    if (std::system((compiler + " -O3 -march=native -shared -fPIC '" + file + ".c' -o '" + library +
                     "' -lm 2> /dev/null")
                        .c_str()) != 0)
      continue;
    if (void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL))
      contestants.push_back(std::make_unique<bench::CppAdCodeGen>(inputs, robot, compiler, handle));
  }
}
