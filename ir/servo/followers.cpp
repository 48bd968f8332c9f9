#include "ir/servo/followers.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

namespace {

bool sets(const std::vector<ServoSetting>& settings, const ServoRegister& target) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const ServoSetting& setting) { return setting.target == &target; });
}

}  // namespace

void add_followers(PlannedServo& plan) {
  for (const ServoRegister& follower : plan.device->registers) {
    if (follower.follows.empty() || sets(plan.persistent, follower) || sets(plan.running, follower)) continue;
    for (const std::vector<ServoSetting>* settings : {&plan.persistent, &plan.running}) {
      const auto led = std::find_if(settings->begin(), settings->end(), [&](const ServoSetting& setting) {
        return setting.target->name == follower.follows;
      });
      if (led == settings->end()) continue;
      const int sign = follower.follows_negated ? -1 : 1;
      ServoSetting setting{&follower, sign * led->value, sign * led->real,
                           concat(follower.follows_negated ? "minus '" : "that of '", follower.follows, "'")};
      (follower.persistent ? plan.persistent : plan.running).push_back(std::move(setting));
      break;
    }
  }
}

}  // namespace romas
