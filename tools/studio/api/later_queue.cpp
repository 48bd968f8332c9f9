#include "tools/studio/api/later_queue.h"

#include <system_error>
#include <thread>
#include <utility>

namespace romas::studio {

void LaterQueue::add(std::shared_ptr<Later> later, Then then) {
  jobs_.push_back({std::move(later), std::move(then)});
  if (jobs_.size() == 1) begin();
}

void LaterQueue::begin() {
  auto work = [this, later = jobs_.front().later] {
    later->work();
    post_([this] { end(); });
  };
  try {
    std::thread(work).detach();
  } catch (const std::system_error&) {
    work();  // without a thread everybody waits
  }
}

void LaterQueue::end() {
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  if (!jobs_.empty()) begin();
  Response response = job.later->finish();
  if (response.later)
    add(std::move(response.later), std::move(job.then));
  else
    job.then(std::move(response));
}

}  // namespace romas::studio
