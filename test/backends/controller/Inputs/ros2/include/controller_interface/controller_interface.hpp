// Stand-in for controller_interface, as in ROS 2 Humble; with STANDIN_JAZZY its interfaces are those of
// Jazzy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <rclcpp_lifecycle/state.hpp>
#include <string>
#include <vector>

namespace hardware_interface {

class LoanedStateInterface {
 public:
  LoanedStateInterface(std::string name, double* value) : name_(std::move(name)), value_(value) {}
#ifdef STANDIN_JAZZY
  const std::string& get_name() const { return name_; }
  template <typename T = double>
  [[nodiscard]] std::optional<T> get_optional(unsigned int = 10) const {
    return *value_;
  }
#else
  const std::string get_name() const { return name_; }
  double get_value() const { return *value_; }
#endif

 private:
  std::string name_;
  double* value_;
};

class LoanedCommandInterface {
 public:
  LoanedCommandInterface(std::string name, double* value, const bool* refuses)
      : name_(std::move(name)), value_(value), refuses_(refuses) {}
  const std::string& get_name() const { return name_; }
#ifdef STANDIN_JAZZY
  template <typename T>
  [[nodiscard]] bool set_value(const T& value, unsigned int = 10) {
    if (*refuses_) return false;
    *value_ = value;
    return true;
  }
#else
  void set_value(double value) { *value_ = value; }
#endif

 private:
  std::string name_;
  double* value_;
  const bool* refuses_;
};

}  // namespace hardware_interface

namespace controller_interface {

enum class return_type : std::uint8_t { OK = 0, ERROR = 1 };
enum class CallbackReturn : std::uint8_t { SUCCESS = 97, FAILURE = 98, ERROR = 99 };
enum class interface_configuration_type : std::uint8_t { ALL = 0, INDIVIDUAL = 1, NONE = 2 };
struct InterfaceConfiguration {
  interface_configuration_type type;
  std::vector<std::string> names = {};
};

class ControllerInterface {
 public:
  ControllerInterface() = default;
  virtual ~ControllerInterface() = default;
  virtual InterfaceConfiguration command_interface_configuration() const = 0;
  virtual InterfaceConfiguration state_interface_configuration() const = 0;
  virtual CallbackReturn on_init() = 0;
  virtual CallbackReturn on_configure(const rclcpp_lifecycle::State&) { return CallbackReturn::SUCCESS; }
  virtual CallbackReturn on_activate(const rclcpp_lifecycle::State&) { return CallbackReturn::SUCCESS; }
  virtual CallbackReturn on_deactivate(const rclcpp_lifecycle::State&) { return CallbackReturn::SUCCESS; }
  virtual return_type update(const rclcpp::Time& time, const rclcpp::Duration& period) = 0;

  void assign_interfaces(std::vector<hardware_interface::LoanedCommandInterface>&& commands,
                         std::vector<hardware_interface::LoanedStateInterface>&& states) {
    command_interfaces_ = std::move(commands);
    state_interfaces_ = std::move(states);
  }
  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> get_node() { return node_; }
  std::shared_ptr<const rclcpp_lifecycle::LifecycleNode> get_node() const { return node_; }
  unsigned int get_update_rate() const { return 1000; }

 protected:
  template <class T>
  void auto_declare(const std::string& name, const T& value) {
    node_->declare(name, value);
  }
  std::vector<hardware_interface::LoanedCommandInterface> command_interfaces_;
  std::vector<hardware_interface::LoanedStateInterface> state_interfaces_;

 private:
  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> node_ =
      std::make_shared<rclcpp_lifecycle::LifecycleNode>();
};

}  // namespace controller_interface
