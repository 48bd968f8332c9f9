// Stand-in for std_msgs.
#pragma once

#include <vector>

namespace std_msgs::msg {
struct Float64MultiArray {
  std::vector<double> data;
};
}  // namespace std_msgs::msg
