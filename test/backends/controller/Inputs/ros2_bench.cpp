// The plugin for ros2_control at the simulated robot: the controller manager's calls, one fault a run.
//
//   ros2_bench FAULT
//
// prints what the log has, the state that the calls answered, and what update() allocated. While it moves:
// jump, nan, reversed, deaf, late; `warned` is a jump whose checks only count. Before: start and order, and
// `word`, a parameter with another word. Without a fault: none.
#include "ros2_controller.cpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <romas/hardware.hpp>

namespace {
bool counts = false;
long allocations = 0;
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (counts) ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using controller_interface::CallbackReturn;
using controller_interface::return_type;
using rclcpp_lifecycle::State;

class Bench {
 public:
  explicit Bench(const std::string& fault) : fault_(fault) {
    base_.on_init();
    if (fault_ == "word")
      node().parameters.insert_or_assign("checks.jump", rclcpp::Parameter(false, "never"));
    if (fault_ == "warned")
      for (const char* check : {"jump", "disagree", "range", "residual", "tracking"})
        node().parameters.insert_or_assign(std::string("checks.") + check,
                                           rclcpp::Parameter(false, "warning"));
  }
  rclcpp_lifecycle::LifecycleNode& node() { return *base_.get_node(); }
  bool configure() { return base_.on_configure(State()) == CallbackReturn::SUCCESS; }
  bool activate() {
    std::vector<hardware_interface::LoanedStateInterface> states;
    std::vector<hardware_interface::LoanedCommandInterface> commands;
    const auto wanted = base_.state_interface_configuration().names;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      states.emplace_back(wanted[i], (i % 2 == 0 ? q_ : v_) + i / 2);
    const auto claimed = base_.command_interface_configuration().names;
    for (std::size_t i = 0; i < claimed.size(); ++i)
      commands.emplace_back(fault_ == "order" ? claimed[claimed.size() - 1 - i] : claimed[i], tau_ + i,
                            &refuses_);
    base_.assign_interfaces(std::move(commands), std::move(states));
    sense();
    if (fault_ == "start") q_[1] = std::numeric_limits<double>::quiet_NaN();
    return base_.on_activate(State()) == CallbackReturn::SUCCESS;
  }
  void deactivate() { base_.on_deactivate(State()); }
  void aim(std::vector<double> target) { node().subscription->deliver({std::move(target)}); }
  // A cycle of the manager, and now and then one of the executor.
  return_type cycle() {
    sense();
    ++cycles_;
    const bool spoiled = cycles_ > 300;
    if (spoiled && fault_ == "nan") q_[1] = std::numeric_limits<double>::quiet_NaN();
    if (spoiled && (fault_ == "jump" || fault_ == "warned")) q_[1] += 0.1;
    if (cycles_ == 301 && fault_ == "late") now_ += 30000000;
    refuses_ = spoiled && fault_ == "deaf";
    counts = true;
    const return_type answer = base_.update(rclcpp::Time(now_), rclcpp::Duration(1000000));
    counts = false;
    double acts[Robot::n_v];
    for (int i = 0; i < Robot::n_v; ++i) acts[i] = tau_[i] * (fault_ == "reversed" && i == 1 ? -1 : 1);
    robot_.write(acts, 1e-3);
    now_ += 1000000;
    if (cycles_ % 20 == 0) node().timer->execute();
    return answer;
  }
  bool is_near(const std::vector<double>& target) const {
    double most = 0;
    for (int i = 0; i < Robot::n_q; ++i)
      most = std::fmax(most, std::fabs(q_[i] - target[static_cast<std::size_t>(i)]));
    return most < 0.01;
  }
  bool has_torque() const {
    for (const double torque : tau_)
      if (torque != 0) return true;
    return false;
  }
  int cycles() const { return cycles_; }
  void mend() { fault_ = ""; }

 private:
  void sense() { robot_.read(q_, v_); }

  std::string fault_;
  PACKAGE::SupervisedController plugin_;
  controller_interface::ControllerInterface& base_ = plugin_;
  romas::SimulatedHardware<Robot> robot_;
  double q_[Robot::n_q]{}, v_[Robot::n_v]{}, tau_[Robot::n_v]{};
  bool refuses_ = false;
  int cycles_ = 0;
  std::int64_t now_ = 1750000000000000000;  // the clock of the robot has run for long
};

// Runs until update() answers with an error, at most so many cycles.
bool run(Bench& bench, int cycles) {
  for (int k = 0; k < cycles; ++k)
    if (bench.cycle() != return_type::OK) return false;
  return true;
}

int play(const char* fault) {
  Bench bench(fault);
  if (!bench.configure()) return std::puts("not configured"), 0;
  bench.aim(std::vector<double>(Robot::n_q, 0.1));  // too early
  if (!bench.activate()) return std::puts("not activated"), 0;
  const std::vector<double> first(Robot::n_q, 0.1), second(Robot::n_q, 0.05), third(Robot::n_q, 0.15);
  bench.aim({0.1});
  bench.aim(std::vector<double>(Robot::n_q, std::numeric_limits<double>::quiet_NaN()));
  bench.aim(first);
  bool good = run(bench, 200);
  bench.aim(second);  // replaced before it begins
  bench.aim(third);
  good = good && run(bench, 4000);
  std::printf("%s after %d cycles, %s, %s\n", good ? "runs" : "fault", bench.cycles(),
              bench.is_near(third) ? "arrived" : "elsewhere", bench.has_torque() ? "torques" : "no torque");
  bench.node().timer->execute();
  if (good)
    bench.aim(second), good = run(bench, 2000),
                       std::printf("then %s\n", bench.is_near(second) ? "arrived" : "elsewhere");
  bench.deactivate();
  std::printf("deactivated: %s\n", bench.has_torque() ? "torques" : "no torque");
  bench.mend();
  if (std::strcmp(fault, "late") == 0) {
    std::printf("activated anew: %s\n", bench.activate() ? "yes" : "no");
    bench.aim(first);
    run(bench, 3000);
    std::printf("then %s\n", bench.is_near(first) ? "arrived" : "elsewhere");
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const int status = count > 1 ? play(words[1]) : 2;
  for (const std::string& line : rclcpp::logged()) std::puts(line.c_str());
  std::printf("update() allocated %ld times\n", allocations);
  return status;
}
