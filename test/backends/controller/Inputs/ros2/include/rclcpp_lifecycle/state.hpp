// Stand-in for rclcpp_lifecycle.
#pragma once

namespace rclcpp_lifecycle {
class State {};
}  // namespace rclcpp_lifecycle
