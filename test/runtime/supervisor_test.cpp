// The supervisor on the two-link arm: what it tells, how it stops, and that nothing impossible comes out. The
// campaign of faults over generated controllers is test/backends/controller/supervisor.test.
#include <gtest/gtest.h>

#include <romas/hardware.hpp>
#include <romas/supervisor.hpp>

#include "test/runtime/two_link.h"

namespace romas {
namespace {

using test::TwoLink;
using State = SupervisorState;

// The arm under computed torque, with a supervisor in between.
class Loop {
 public:
  explicit Loop(const SupervisorOptions& options = {})
      : supervisor(TwoLink{}, default_thresholds<TwoLink>(), options) {
    for (int i = 0; i < 2; ++i) law.kp[i] = 400, law.kd[i] = 40;
    const double still[2] = {0, 0};
    hardware.plant().set_state(state.q, still);
    supervisor.start(state.q, still, 0, kPeriod);
  }
  // One cycle. `spoil` may change what was read.
  template <class Spoil>
  void cycle(const Spoil& spoil) {
    hardware.read(state.q, state.v);
    const bool answered = spoil(state);
    supervisor.read(answered, state.q, state.v, hardware.clock());
    if (supervisor.running()) {
      if (!supervisor.testing()) time += kPeriod;
      // 1 rad/s at the shoulder, after a soft beginning.
      const double s = time < 0.2 ? time / 0.2 : 1;
      target.v[0] = s, target.a[0] = time < 0.2 && time > 0 ? 5 : 0;
      target.q[0] = time < 0.2 ? 2.5 * time * time : time - 0.1;
      supervisor.aim(target);
    }
    if (supervisor.running()) law.torque(state, target, tau);
    supervisor.finish(tau);
    supervisor.written(hardware.write(tau, kPeriod));
  }
  void cycle() {
    cycle([](JointState<TwoLink>&) { return true; });
  }
  void run(int cycles) {
    for (int k = 0; k < cycles; ++k) cycle();
  }

  static constexpr double kPeriod = 1e-3;
  SimulatedHardware<TwoLink> hardware;
  ComputedTorque<TwoLink> law;
  Supervisor<TwoLink> supervisor;
  JointState<TwoLink> state;
  JointTarget<TwoLink> target;
  double tau[2] = {}, time = 0;
};

TEST(Supervisor, letsAHealthyMotionPass) {
  Loop loop;
  loop.run(900);
  EXPECT_TRUE(loop.supervisor.running());
  EXPECT_FALSE(loop.supervisor.has_fault());
  EXPECT_NEAR(loop.hardware.plant().v()[0], 1, 0.05);
}

TEST(Supervisor, aNaNStopsStraightAndEndsInFault) {
  Loop loop;
  loop.run(600);
  const double begin = loop.hardware.plant().q()[0];
  const auto spoil = [](JointState<TwoLink>& state) {
    return state.q[1] = std::numeric_limits<double>::quiet_NaN(), true;
  };
  loop.cycle(spoil);
  EXPECT_EQ(loop.supervisor.state(), State::stopping);
  ASSERT_TRUE(loop.supervisor.has_fault());
  EXPECT_EQ(loop.supervisor.fault().check, Check::finite);
  EXPECT_EQ(loop.supervisor.fault().variable, 1);
  EXPECT_EQ(loop.supervisor.fault().cycle, 600);
  const double T = loop.supervisor.stop_time();
  EXPECT_GT(T, 0.005);
  EXPECT_LT(T, 0.2);
  for (int k = 0; k < 200 && loop.supervisor.state() == State::stopping; ++k) {
    loop.cycle(spoil);
    for (int i = 0; i < 2; ++i)
      EXPECT_LE(std::fabs(loop.tau[i]), TwoLink::limits[static_cast<std::size_t>(i)].effort);
  }
  EXPECT_EQ(loop.supervisor.state(), State::holding);
  EXPECT_TRUE(loop.supervisor.at_rest());
  EXPECT_NEAR(loop.hardware.plant().q()[0] - begin, T / 2, 0.02);
  for (int k = 0; k < 320; ++k) loop.cycle(spoil);  // blind for 0.3 s at most
  EXPECT_EQ(loop.supervisor.state(), State::fault);
  EXPECT_EQ(loop.tau[0], 0);
  loop.run(10);
  EXPECT_EQ(loop.supervisor.state(), State::fault);  // it stays when readings come back
  loop.supervisor.reset();
  EXPECT_EQ(loop.supervisor.state(), State::ready);
}

// A stop that makes a joint faster is none: it has lost the robot. A velocity alone, which the position does
// not confirm, may be a false reading, and the robot goes on to stop.
TEST(Supervisor, aStopThatDrivesAJointEndsInFault) {
  for (const bool moves : {true, false}) {
    Loop loop;
    loop.run(600);
    double q[2] = {loop.state.q[0], loop.state.q[1]}, v[2] = {-15, 0}, tau[2] = {0, 0};
    loop.supervisor.stop();
    for (int k = 0; k < 8; ++k) {
      EXPECT_TRUE(k >= 5 || loop.supervisor.state() == State::stopping) << k;
      if (moves) q[0] += v[0] * Loop::kPeriod;
      v[1] = 1e-3 * k;
      loop.supervisor.read(true, q, v, loop.hardware.clock() + k * Loop::kPeriod);
      loop.supervisor.finish(tau);
    }
    EXPECT_EQ(loop.supervisor.state(), moves ? State::fault : State::stopping);
    EXPECT_EQ(tau[1] == 0, moves);
    EXPECT_FALSE(loop.supervisor.at_rest());
  }
}

// A robot whose clock fails with its readings.
TEST(Supervisor, aClockThatStandsHoldsNoStopUp) {
  for (const double wrong : {0.6, 0.0, std::numeric_limits<double>::quiet_NaN()}) {
    Loop loop;
    loop.run(600);
    const double nothing[2] = {0, 0};
    double tau[2] = {0, 0};
    for (int k = 0; k < 700; ++k) {
      loop.supervisor.read(false, nothing, nothing, wrong);
      loop.supervisor.finish(tau);
      EXPECT_TRUE(k > 0 || loop.supervisor.state() == State::stopping) << wrong;
    }
    EXPECT_EQ(loop.supervisor.state(), State::fault) << wrong;
    EXPECT_EQ(tau[0], 0);
  }
}

TEST(Supervisor, nothingImpossibleComesOut) {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                        -1e300, 1e300};
  for (const double value : bad) {
    SupervisorOptions options;
    for (CheckMode& mode : options.modes) mode = CheckMode::off;
    Supervisor<TwoLink> supervisor(TwoLink{}, default_thresholds<TwoLink>(), options);
    const double q[2] = {0.3, 0.2}, v[2] = {0, 0};
    ASSERT_TRUE(supervisor.start(q, v, 0, 1e-3));
    for (int k = 0; k < 30; ++k) {
      supervisor.read(true, q, v, 1e-3 * k);
      double tau[2] = {value, -value};
      supervisor.finish(tau);
      for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(std::isfinite(tau[i]));
        EXPECT_LE(std::fabs(tau[i]), TwoLink::limits[static_cast<std::size_t>(i)].effort);
      }
    }
  }
}

TEST(Supervisor, namesTheLateCycleAndNotAJump) {
  Loop loop;
  loop.run(600);
  const double still[2] = {loop.tau[0], loop.tau[1]};
  loop.hardware.plant().step(still, 0.021);  // the robot goes on meanwhile
  loop.cycle();
  ASSERT_TRUE(loop.supervisor.has_fault());
  EXPECT_EQ(loop.supervisor.fault().check, Check::late);
  loop.run(200);
  EXPECT_EQ(loop.supervisor.state(), State::holding);
}

TEST(Supervisor, oneLateCycleIsCounted) {
  Loop loop;
  loop.run(600);
  loop.hardware.plant().step(loop.tau, 3e-3);
  loop.run(50);
  EXPECT_TRUE(loop.supervisor.running());
  EXPECT_EQ(loop.supervisor.warnings(Check::late, -1), 1);
}

TEST(Supervisor, aCheckMayOnlyCount) {
  SupervisorOptions options;
  options.modes[static_cast<std::size_t>(Check::velocity)] = CheckMode::warning;
  options.modes[static_cast<std::size_t>(Check::residual)] = CheckMode::off;
  Loop loop(options);
  loop.run(600);
  loop.cycle([](JointState<TwoLink>& state) { return state.v[1] = 10, true; });
  EXPECT_TRUE(loop.supervisor.running());
  EXPECT_EQ(loop.supervisor.warnings(Check::velocity, 1), 1);
}

// The arm as a description without efforts has it.
struct Unlimited : TwoLink {
  static constexpr std::array<JointLimits, 2> limits{
      {{-3, 3, 0, 8}, {-2.5, 2.5, std::numeric_limits<double>::infinity(), 8}}};
};

TEST(Supervisor, estimatesEffortsThatNobodyGave) {
  Supervisor<Unlimited> supervisor;
  const double q[2] = {0.3, 0.2}, v[2] = {0, 0};
  ASSERT_TRUE(supervisor.start(q, v, 0, 1e-3));
  double weight[2];
  const double level[2] = {1.5707963, 0};
  TwoLink::gravity_torque(level, weight);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(supervisor.is_estimated(i));
    EXPECT_GT(supervisor.effort()[i], weight[i]);
    EXPECT_LT(supervisor.effort()[i], 200);
  }
  SupervisorOptions options;
  options.unlimited = true;
  Supervisor<Unlimited> free(Unlimited{}, default_thresholds<Unlimited>(), options);
  ASSERT_TRUE(free.start(q, v, 0, 1e-3));
  EXPECT_FALSE(std::isfinite(free.effort()[0]));
}

// The arm with motors that hardly move it.
struct Faint : TwoLink {
  static constexpr std::array<JointLimits, 2> limits{{{-3, 3, 0.3, 8}, {-2.5, 2.5, 0.1, 8}}};
  static void gravity_torque(const double*, double* tau) { tau[0] = tau[1] = 0; }
  static void bias_torque(const double*, const double*, double* tau) { tau[0] = tau[1] = 0; }
  static void inverse_dynamics(const double* q, const double*, const double* a, double* tau) {
    double M[4];
    mass_matrix(q, M);
    for (int i = 0; i < 2; ++i) tau[i] = M[2 * i] * a[0] + M[2 * i + 1] * a[1];
  }
};

TEST(Supervisor, noiseIsNoMotorThatFails) {
  Supervisor<Faint> supervisor;
  double q[2] = {0.3, 0.2}, v[2] = {0, 0}, tau[2];
  ASSERT_TRUE(supervisor.start(q, v, 0, 1e-3));
  EXPECT_TRUE(supervisor.is_faint(0));
  EXPECT_GT(supervisor.threshold(Check::residual, 0), 0.2 * 0.3);
  JointTarget<Faint> target;
  for (int i = 0; i < 2; ++i) target.q[i] = q[i];
  for (int k = 0; k < 500; ++k) {
    v[0] = 0.01 * (k * 7919 % 13 - 6) / 6.0, v[1] = 0.01 * (k * 104729 % 11 - 5) / 5.0;
    supervisor.read(true, q, v, 1e-3 * k);
    supervisor.aim(target);
    tau[0] = tau[1] = 0;
    supervisor.finish(tau);
    supervisor.written(true);
  }
  EXPECT_FALSE(supervisor.has_fault()) << check_info(supervisor.fault().check).name;
  EXPECT_FALSE(Supervisor<TwoLink>{}.is_faint(0));
}

// The shoulder's motor just carries the level arm: there it could not brake. It can where the arm hangs.
struct Weak : TwoLink {
  static constexpr std::array<JointLimits, 2> limits{{{-3, 0.5, 17.2, 8}, {-2.5, 2.5, 20, 8}}};
};

// Follows a target that moves the shoulder on at 1 rad/s, as far as `end`. False where that is refused.
bool lets_pass(double end) {
  SupervisorOptions options;  // readings obey no law of motion here
  for (const Check check : {Check::residual, Check::direction, Check::range})
    options.modes[static_cast<std::size_t>(check)] = CheckMode::off;
  Supervisor<Weak> supervisor(Weak{}, default_thresholds<Weak>(), options);
  double q[2] = {0, 0}, v[2] = {0, 0}, tau[2];
  EXPECT_TRUE(supervisor.start(q, v, 0, 1e-3));
  EXPECT_LT(supervisor.deceleration(0), 1);
  JointTarget<Weak> target;
  for (int k = 0; q[0] < end && supervisor.running(); ++k) {
    target.v[0] = v[0] = k < 100 ? 0.01 * k : 1;
    target.q[0] = q[0] += 1e-3 * v[0];
    supervisor.read(true, q, v, 1e-3 * k);
    supervisor.aim(target);
    tau[0] = tau[1] = 0;
    supervisor.finish(tau);
  }
  EXPECT_TRUE(!supervisor.has_fault() || supervisor.fault().check == Check::stop_ahead);
  return !supervisor.has_fault();
}

TEST(Supervisor, whetherATargetStopsInTimeIsJudgedWhereItIs) {
  EXPECT_TRUE(lets_pass(0.4));
  EXPECT_FALSE(lets_pass(0.6));
}

// The torque b - M v / T of the whole stop stays within the share of the effort, and a shorter stop's does
// not.
TEST(StraightStop, takesWhatTheMotorsHave) {
  const double q[2] = {0.4, -0.7}, v[2] = {3, -2};
  const double effort[2] = {60, 30};
  const double T = straight_stop_time(TwoLink{}, q, v, effort, 0.8);
  const auto exhausts = [&](double time) {
    double bias[2], M[4], largest = 0;
    TwoLink::bias_torque(q, v, bias);
    TwoLink::mass_matrix(q, M);
    for (int i = 0; i < 2; ++i)
      largest =
          std::fmax(largest, std::fabs(bias[i] - (M[2 * i] * v[0] + M[2 * i + 1] * v[1]) / time) / effort[i]);
    return largest;
  };
  EXPECT_NEAR(exhausts(T), 0.8, 1e-9);
  EXPECT_GT(exhausts(0.9 * T), 0.8);
  const double weak[2] = {0.1, 0.1};
  EXPECT_FALSE(std::isfinite(straight_stop_time(TwoLink{}, q, v, weak, 0.8)));
}

// A trunk with a weak motor that carries six arms. M and the rest of the motion do not matter here.
struct Trunk {
  static constexpr int n_v = 7;
  static constexpr std::array<double, 7> joint_damping{}, joint_friction{};
  static void mass_matrix(const double*, double* M) {
    for (int i = 0; i < 49; ++i) M[i] = i % 8 == 0 ? 3 : 0;
    M[0] = 9;
    for (int i = 1; i < 7; ++i) M[i] = M[7 * i] = 1.5;
  }
};

// The joint that a test refuses where motors turn by a part of their torques; -1: none. `cycles` says how
// long it takes.
int refused(const double* parts, int& cycles) {
  std::array<VariableThresholds, 7> table{};
  const double effort[7] = {120, 100, 100, 100, 100, 100, 100}, q[7]{};
  bool inside[7];
  for (bool& is : inside) is = true;
  MotorTest<Trunk> test;
  test.plan(Trunk{}, FrictionCompensation<Trunk>(Trunk{}), table.data(), effort, q, 0, 1e-3);
  cycles = test.cycles();
  double acts[7]{}, tau[7]{};
  for (bool first = true; test.running() || test.ends(); first = false) {
    const int weakest = first ? -1 : test.hear(acts, tau, inside);
    if (weakest >= 0) return weakest;
    if (!test.running()) break;
    for (double& t : tau) t = 0;
    test.add(tau);
    for (int i = 0; i < 7; ++i) acts[i] = parts[i] * tau[i];
    for (int i = 0; i < 7; ++i) EXPECT_LE(std::fabs(tau[i]), 0.15 * effort[i] * (1 + 1e-9));
    test.next();
  }
  return -1;
}

// The arms ask so much of the trunk's motor that it hears nothing of itself while all of them move at once.
TEST(MotorTest, aMotorThatCarriesOthersIsTestedInRounds) {
  int cycles = 0;
  double parts[7] = {1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(refused(parts, cycles), -1);
  EXPECT_GT(cycles, 80);
  EXPECT_LE(cycles, 480);
  for (int i = 0; i < 7; ++i)
    for (const double part : {0.0, -1.0, 0.2}) {
      parts[i] = part;
      EXPECT_EQ(refused(parts, cycles), i) << part;
      parts[i] = 1;
    }
  for (double& part : parts) part = 0.9;
  EXPECT_EQ(refused(parts, cycles), -1);
}

}  // namespace
}  // namespace romas
