// Stand-in for rclcpp_lifecycle: a node whose subscription and timer the test calls.
#pragma once

#include <chrono>
#include <map>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/float64_multi_array.hpp>
#include <type_traits>

namespace rclcpp_lifecycle {

class LifecycleNode {
 public:
  rclcpp::Logger get_logger() const { return {}; }
  template <class Message, class Call>
  typename rclcpp::Subscription<Message>::SharedPtr create_subscription(const std::string&,
                                                                        const rclcpp::SystemDefaultsQoS&,
                                                                        Call call) {
    return subscription = std::make_shared<rclcpp::Subscription<Message>>(call);
  }
  template <class Call>
  rclcpp::TimerBase::SharedPtr create_wall_timer(std::chrono::milliseconds, Call call) {
    return timer = std::make_shared<rclcpp::TimerBase>(call);
  }
  rclcpp::Parameter get_parameter(const std::string& name) const { return parameters.at(name); }
  // Parameters that the test has set before stay.
  void declare(const std::string& name, bool value) {
    parameters.insert({name, rclcpp::Parameter(value, "")});
  }
  void declare(const std::string& name, const std::string& value) {
    parameters.insert({name, rclcpp::Parameter(false, value)});
  }

  std::shared_ptr<rclcpp::Subscription<std_msgs::msg::Float64MultiArray>> subscription;
  rclcpp::TimerBase::SharedPtr timer;
  std::map<std::string, rclcpp::Parameter> parameters;
};

}  // namespace rclcpp_lifecycle
