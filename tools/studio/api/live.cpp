#include "tools/studio/api/live.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "support/text/text.h"

namespace romas::studio {

namespace {

static_assert(std::endian::native == std::endian::little, "messages are little endian");

LiveAnswer malformed(std::string_view why) { return {LiveAnswer::Kind::malformed, std::string(why)}; }

std::vector<double> packed_numbers(std::string_view message) {
  std::vector<double> numbers(message.size() / sizeof(double));
  std::memcpy(numbers.data(), message.data(), numbers.size() * sizeof(double));
  return numbers;
}

// A whole number from 0 that a double holds exactly.
std::optional<std::uint64_t> whole(double number) {
  constexpr double kLargest = 9007199254740992;  // 2 to the 53
  if (!(number >= 0 && number <= kLargest) || std::floor(number) != number) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

template <class Number>
void append_packed(std::string& data, const std::vector<Number>& numbers) {
  const std::size_t at = data.size();
  data.resize(at + numbers.size() * sizeof(Number));
  if (!numbers.empty()) std::memcpy(data.data() + at, numbers.data(), numbers.size() * sizeof(Number));
}

}  // namespace

const Model* LiveMessages::robot_of(std::uint64_t revision, std::size_t robot) const {
  const Workspace::Document* document = workspace_.document();
  if (document == nullptr || revision != workspace_.revision()) return nullptr;
  return document->drawn_robot(robot);
}

LiveAnswer LiveMessages::answer(std::string_view message) {
  constexpr std::size_t kHead = 2;  // robot, revision
  if (message.size() % sizeof(double) != 0 || message.size() > kLargest)
    return malformed("a message is a list of Float64");
  std::vector<double> numbers = packed_numbers(message);
  if (numbers.size() < kHead) return malformed("a message begins with robot and revision");
  const auto robot = whole(numbers[0]);
  const auto revision = whole(numbers[1]);
  if (!robot || !revision) return malformed("robot and revision are whole numbers from 0");
  numbers.erase(numbers.begin(), numbers.begin() + kHead);
  for (const double q : numbers)
    if (!std::isfinite(q)) return malformed("positions are finite numbers");

  const Model* model = robot_of(*revision, *robot);
  if (model == nullptr) return {LiveAnswer::Kind::event, "{\"event\": \"stale\"}"};
  if (model_ != model || revision_ != *revision) {
    calculator_ = std::make_unique<PoseCalculator>(*model);
    model_ = model;
    revision_ = *revision;
  }
  if (numbers.size() != calculator_->q_size()) return {LiveAnswer::Kind::event, "{\"event\": \"stale\"}"};
  std::vector<float> others;
  if (const OtherRobot* other = workspace_.other()) others = other->poses_like(numbers);
  const PoseAnswer poses = calculator_->answer(std::move(numbers));
  LiveAnswer answer{LiveAnswer::Kind::poses, {}};
  append_packed(answer.data, std::vector<std::uint32_t>{static_cast<std::uint32_t>(*revision),
                                                        static_cast<std::uint32_t>(*robot),
                                                        static_cast<std::uint32_t>(model->links.size()),
                                                        static_cast<std::uint32_t>(model->joints.size())});
  append_packed(answer.data, poses.poses);
  append_packed(answer.data, poses.loads);
  append_packed(answer.data, others);
  return answer;
}

std::optional<LiveAnswer> LiveOutbox::next(LiveMessages& messages) {
  if (const auto revision = std::exchange(revision_, std::nullopt))
    return LiveAnswer{LiveAnswer::Kind::event,
                      concat("{\"event\": \"changed\", \"revision\": ", *revision, "}")};
  if (std::exchange(progress_, false))
    return LiveAnswer{LiveAnswer::Kind::event, "{\"event\": \"progress\"}"};
  if (const auto asked = std::exchange(asked_, std::nullopt)) return messages.answer(*asked);
  return std::nullopt;
}

}  // namespace romas::studio
