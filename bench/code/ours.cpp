// The generated header (bench_robot.hpp, found by -I), one configuration at a time and in packs. -DBENCH_TIP
// names the tip's enumerator.
#include <romas/batch.hpp>
#include <utility>

#include "bench_robot.hpp"
#include "contestant.h"

namespace bench {
namespace {

namespace robot = bench_robot;
constexpr int kN = robot::n_v;
constexpr auto kTip = robot::Link::BENCH_TIP;
constexpr int kSquare = kN * kN;
constexpr int kSizes[] = {12 * robot::n_links, 12,          6 * kN,  kN,      kSquare,      kN,
                          2 * kSquare,         3 * kSquare, kSquare, kSquare, 10 * kSquare, 6 * kN};
static_assert(robot::n_parameters == 10 * kN, "each joint moves one link");

enum class Inputs { q, qv, qva, qvtau };
constexpr Inputs inputs_of(Quantity quantity) {
  switch (quantity) {
    case kInverseDynamics:
    case kInverseDynamicsDerivatives:
    case kRegressor: return Inputs::qva;
    case kForwardDynamics:
    case kForwardDynamicsDerivatives: return Inputs::qvtau;
    case kCoriolisMatrix:
    case kTipJacobianRate: return Inputs::qv;
    default: return Inputs::q;
  }
}

// The quantity of one configuration, or of packs of them. u: a or tau, as the quantity needs it. part(k) is
// the k-th matrix behind the beginning of out.
template <Quantity Q, class S, class Out, class Part>
void compute(const S* q, const S* v, const S* u, Out out, Part part) {
  static_cast<void>(v), static_cast<void>(u), static_cast<void>(part);
  if constexpr (Q == kAllPoses) robot::forward_kinematics(q, out);
  if constexpr (Q == kTipPose) robot::link_pose<kTip>(q, out);
  if constexpr (Q == kTipJacobian) robot::jacobian<kTip>(q, out);
  if constexpr (Q == kInverseDynamics) robot::inverse_dynamics(q, v, u, out);
  if constexpr (Q == kMassMatrix) robot::mass_matrix(q, out);
  if constexpr (Q == kForwardDynamics) robot::forward_dynamics(q, v, u, out);
  if constexpr (Q == kInverseDynamicsDerivatives) robot::inverse_dynamics_derivatives(q, v, u, out, part(1));
  if constexpr (Q == kForwardDynamicsDerivatives)
    robot::forward_dynamics_derivatives(q, v, u, out, part(1), part(2));
  if constexpr (Q == kMassMatrixInverse) robot::mass_matrix_inverse(q, out);
  if constexpr (Q == kCoriolisMatrix) robot::coriolis_matrix(q, v, out);
  if constexpr (Q == kRegressor) robot::regressor(q, v, u, out);
  if constexpr (Q == kTipJacobianRate) robot::jacobian_dot<kTip>(q, v, out);
}

// Calls f with the quantity as a constant, so that nothing is chosen inside of its loop.
template <class F, int... Q>
void choose(Quantity quantity, F f, std::integer_sequence<int, Q...>) {
  static_cast<void>(
      ((Q == quantity && (f(std::integral_constant<Quantity, static_cast<Quantity>(Q)>()), true)) || ...));
}
template <class F>
void choose(Quantity quantity, F f) {
  choose(quantity, f, std::make_integer_sequence<int, kQuantities>());
}

class Generated : public Contestant {
 public:
  explicit Generated(const Case& inputs) : in_(inputs) {}
  std::string name() const override { return "romasc"; }
  bool has(Quantity) const override { return true; }

  void run(Quantity quantity) override {
    choose(quantity, [this](auto chosen) {
      for (int i = 0; i < in_.count; ++i) {
        one<decltype(chosen)::value>(i, out_);
        keep(out_);
      }
    });
  }
  void result(Quantity quantity, int i, double* out) override {
    choose(quantity, [=](auto chosen) { one<decltype(chosen)::value>(i, out); });
  }

 private:
  template <Quantity Q>
  void one(int i, double* out) {
    const std::vector<double>& u = inputs_of(Q) == Inputs::qvtau ? in_.tau : in_.a;
    compute<Q>(in_.input(in_.q, i), in_.input(in_.v, i), in_.input(u, i), out,
               [out](int k) { return out + k * kSquare; });
  }
  const Case& in_;
  double out_[10 * kSquare + 12 * robot::n_links + 6 * kN];
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
      compute_block(quantity, at);
      keep(out_[quantity].data());
    }
  }
  void result(Quantity quantity, int i, double* out) override {
    compute_block(quantity, i / kBlock * kBlock);
    for (int k = 0; k < kSizes[quantity]; ++k)
      out[k] = out_[quantity][static_cast<std::size_t>(k * kBlock + i % kBlock)];
  }

 private:
  static constexpr int kBlock = 8;

  void compute_block(Quantity quantity, int at) {
    choose(quantity, [=](auto chosen) { go<decltype(chosen)::value>(at); });
  }
  std::size_t count() const { return static_cast<std::size_t>(in_.count); }
  template <Quantity Q>
  void go(int at) {
    const auto rows = [&](const Aligned& values) { return romas::in<kN>(values.data() + at, in_.count); };
    // The rows behind those of the first matrices.
    const auto parts = [](auto out) {
      return [out](int k) { return decltype(out){out.data + k * kSquare * out.stride, out.stride}; };
    };
    const auto out = romas::out<kSizes[Q]>(out_[Q].data());
    if constexpr (inputs_of(Q) == Inputs::q)
      romas::batch<Lanes>(
          kBlock, [=](const auto* q, auto to) { compute<Q>(q, q, q, to, parts(to)); }, rows(q_), out);
    else if constexpr (inputs_of(Q) == Inputs::qv)
      romas::batch<Lanes>(
          kBlock, [=](const auto* q, const auto* v, auto to) { compute<Q>(q, v, v, to, parts(to)); },
          rows(q_), rows(v_), out);
    else
      romas::batch<Lanes>(
          kBlock,
          [=](const auto* q, const auto* v, const auto* u, auto to) { compute<Q>(q, v, u, to, parts(to)); },
          rows(q_), rows(v_), rows(inputs_of(Q) == Inputs::qva ? a_ : tau_), out);
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
