// Work that takes long, one after the other on a thread beside the one that answers.
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "tools/studio/api/message.h"

namespace romas::studio {

// Everything but the work itself happens on the thread that owns the queue.
class LaterQueue {
 public:
  // Calls a function on the thread of the owner, soon; may be called from any thread.
  using Post = std::function<void(std::function<void()>)>;
  // Receives the response.
  using Then = std::function<void(Response)>;

  explicit LaterQueue(Post post) : post_(std::move(post)) {}

  // `then` is called when the work is done, and all work in front of it.
  void add(std::shared_ptr<Later> later, Then then);
  // Something is being done. If the queue is destroyed then, the process must end.
  bool is_busy() const { return !jobs_.empty(); }

 private:
  struct Job {
    std::shared_ptr<Later> later;
    Then then;
  };
  void begin();
  void end();

  Post post_;
  std::deque<Job> jobs_;  // the first is being done
};

}  // namespace romas::studio
