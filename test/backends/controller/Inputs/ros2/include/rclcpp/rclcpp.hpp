// Stand-in for rclcpp: as much of its interface as a controller uses. Messages of the log are kept.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rclcpp {

class Duration {
 public:
  explicit Duration(std::int64_t nanoseconds) : nanoseconds_(nanoseconds) {}
  double seconds() const { return static_cast<double>(nanoseconds_) * 1e-9; }

 private:
  std::int64_t nanoseconds_;
};

class Time {
 public:
  explicit Time(std::int64_t nanoseconds = 0) : nanoseconds_(nanoseconds) {}
  Duration operator-(const Time& other) const { return Duration(nanoseconds_ - other.nanoseconds_); }

 private:
  std::int64_t nanoseconds_;
};

class Logger {};
inline std::vector<std::string>& logged() {
  static std::vector<std::string> lines;
  return lines;
}
template <class... Arguments>
void log(const char* level, const char* format, Arguments... arguments) {
  char text[1024];
  std::snprintf(text, sizeof text, format, arguments...);
  logged().push_back(std::string(level) + ": " + text);
}

struct SystemDefaultsQoS {};

class TimerBase {
 public:
  using SharedPtr = std::shared_ptr<TimerBase>;
  explicit TimerBase(std::function<void()> call) : call_(std::move(call)) {}
  void execute() { call_(); }

 private:
  std::function<void()> call_;
};

template <class Message>
class Subscription {
 public:
  using SharedPtr = std::shared_ptr<Subscription>;
  explicit Subscription(std::function<void(const Message&)> call) : call_(std::move(call)) {}
  void deliver(const Message& message) { call_(message); }

 private:
  std::function<void(const Message&)> call_;
};

class Parameter {
 public:
  Parameter(bool flag, std::string text) : flag_(flag), text_(std::move(text)) {}
  bool as_bool() const { return flag_; }
  std::string as_string() const { return text_; }

 private:
  bool flag_;
  std::string text_;
};

}  // namespace rclcpp

#define RCLCPP_WARN(logger, ...) static_cast<void>(logger), rclcpp::log("warning", __VA_ARGS__)
#define RCLCPP_ERROR(logger, ...) static_cast<void>(logger), rclcpp::log("error", __VA_ARGS__)
