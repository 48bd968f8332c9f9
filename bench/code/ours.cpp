// The generated header (bench_robot.hpp, found by -I), one configuration at a time and in packs. -DBENCH_TIP
// names the tip's enumerator.
#include <romas/batch.hpp>

#include "bench_robot.hpp"
#include "contestant.h"

namespace bench {
namespace {

namespace robot = bench_robot;
constexpr int kN = robot::n_v;
constexpr auto kTip = robot::Link::BENCH_TIP;
constexpr int kSizes[] = {12 * robot::n_links, 12, 6 * kN, kN, kN* kN, kN};

class Generated : public Contestant {
 public:
  explicit Generated(const Case& inputs) : in_(inputs) {}
  std::string name() const override { return "romasc"; }
  bool has(Quantity) const override { return true; }

  void run(Quantity quantity) override {
    const double *q = in_.q.data(), *v = in_.v.data(), *a = in_.a.data(), *tau = in_.tau.data();
    double* out = out_;
    switch (quantity) {
      case kAllPoses: return each([=](int i) { robot::forward_kinematics(q + i, out); });
      case kTipPose: return each([=](int i) { robot::link_pose<kTip>(q + i, out); });
      case kTipJacobian: return each([=](int i) { robot::jacobian<kTip>(q + i, out); });
      case kInverseDynamics: return each([=](int i) { robot::inverse_dynamics(q + i, v + i, a + i, out); });
      case kMassMatrix: return each([=](int i) { robot::mass_matrix(q + i, out); });
      default: return each([=](int i) { robot::forward_dynamics(q + i, v + i, tau + i, out); });
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    const double *q = in_.input(in_.q, i), *v = in_.input(in_.v, i);
    switch (quantity) {
      case kAllPoses: return robot::forward_kinematics(q, out);
      case kTipPose: return robot::link_pose<kTip>(q, out);
      case kTipJacobian: return robot::jacobian<kTip>(q, out);
      case kInverseDynamics: return robot::inverse_dynamics(q, v, in_.input(in_.a, i), out);
      case kMassMatrix: return robot::mass_matrix(q, out);
      default: return robot::forward_dynamics(q, v, in_.input(in_.tau, i), out);
    }
  }

 private:
  template <class F>
  void each(F f) {
    for (int i = 0; i < in_.count; ++i) {
      f(i * kN);
      keep(out_);
    }
  }
  const Case& in_;
  double out_[kN * kN + 12 * robot::n_links + 6 * kN];
};

// Numbers that begin with a cache line, as a program that cares about batches has them.
class Aligned {
 public:
  explicit Aligned(std::size_t size = 0) : lines_((size + 7) / 8) {}
  double* data() { return lines_.front().values; }
  const double* data() const { return lines_.front().values; }
  double& operator[](std::size_t i) { return data()[i]; }

 private:
  struct alignas(64) Line {
    double values[8] = {};
  };
  std::vector<Line> lines_;
};

// `Lanes` configurations at once, arrays in structure-of-arrays layout. Results of a block stay in the cache,
// as those of the others do.
template <int Lanes>
class Batch : public Contestant {
 public:
  explicit Batch(const Case& inputs)
      : in_(inputs),
        q_(turned(inputs.q)),
        v_(turned(inputs.v)),
        a_(turned(inputs.a)),
        tau_(turned(inputs.tau)) {
    for (int quantity = 0; quantity < kQuantities; ++quantity)
      out_[quantity] = Aligned(static_cast<std::size_t>(kSizes[quantity]) * kBlock);
  }
  std::string name() const override { return "batch of " + std::to_string(Lanes); }
  bool has(Quantity) const override { return true; }

  void run(Quantity quantity) override {
    for (int at = 0; at < in_.count; at += kBlock) {
      compute(quantity, at);
      keep(out_[quantity].data());
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute(quantity, i / kBlock * kBlock);
    for (int k = 0; k < kSizes[quantity]; ++k)
      out[k] = out_[quantity][static_cast<std::size_t>(k * kBlock + i % kBlock)];
  }

 private:
  static constexpr int kBlock = 8;

  void compute(Quantity quantity, int at) {
    const auto q = romas::in<kN>(q_.data() + at, in_.count), v = romas::in<kN>(v_.data() + at, in_.count),
               a = romas::in<kN>(a_.data() + at, in_.count), tau = romas::in<kN>(tau_.data() + at, in_.count);
    switch (quantity) {
      case kAllPoses:
        return go<kAllPoses>([](const auto* q, auto out) { robot::forward_kinematics(q, out); }, q);
      case kTipPose: return go<kTipPose>([](const auto* q, auto out) { robot::link_pose<kTip>(q, out); }, q);
      case kTipJacobian:
        return go<kTipJacobian>([](const auto* q, auto out) { robot::jacobian<kTip>(q, out); }, q);
      case kInverseDynamics:
        return go<kInverseDynamics>([](const auto* q, const auto* v, const auto* a,
                                       auto out) { robot::inverse_dynamics(q, v, a, out); },
                                    q, v, a);
      case kMassMatrix:
        return go<kMassMatrix>([](const auto* q, auto out) { robot::mass_matrix(q, out); }, q);
      default:
        go<kForwardDynamics>([](const auto* q, const auto* v, const auto* tau,
                                auto out) { robot::forward_dynamics(q, v, tau, out); },
                             q, v, tau);
    }
  }
  std::size_t count() const { return static_cast<std::size_t>(in_.count); }
  template <Quantity Q, class F, class... Inputs>
  void go(F f, Inputs... inputs) {
    romas::batch<Lanes>(kBlock, f, inputs..., romas::out<kSizes[Q]>(out_[Q].data()));
  }
  Aligned turned(const std::vector<double>& rows) const {
    Aligned columns(rows.size());
    for (std::size_t i = 0; i < count(); ++i)
      for (std::size_t k = 0; k < kN; ++k) columns[k * count() + i] = rows[i * kN + k];
    return columns;
  }
  const Case& in_;
  Aligned q_, v_, a_, tau_, out_[kQuantities];
};

}  // namespace

Case describe_generated() {
  Case names;
  names.joints.assign(robot::joint_names.begin(), robot::joint_names.end());
  names.links.assign(robot::link_names.begin(), robot::link_names.end());
  return names;
}
std::unique_ptr<Contestant> make_generated(const Case& inputs) { return std::make_unique<Generated>(inputs); }
std::unique_ptr<Contestant> make_batch4([[maybe_unused]] const Case& inputs) {
#ifdef __AVX2__
  return std::make_unique<Batch<4>>(inputs);
#else
  return nullptr;
#endif
}
std::unique_ptr<Contestant> make_batch8([[maybe_unused]] const Case& inputs) {
#ifdef __AVX512F__
  return std::make_unique<Batch<8>>(inputs);
#else
  return nullptr;
#endif
}

}  // namespace bench
