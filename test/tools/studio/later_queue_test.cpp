// Work that takes long is done in order, on another thread; everything else on the thread that asked.
#include "tools/studio/api/later_queue.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace romas {
namespace {

using studio::Later;
using studio::LaterQueue;
using studio::Response;
using ::testing::ElementsAre;

// The loop of a server: does what is posted to it.
class Loop {
 public:
  LaterQueue::Post post() {
    return [this](std::function<void()> function) {
      const std::lock_guard lock(mutex_);
      posted_.push_back(std::move(function));
      changed_.notify_one();
    };
  }
  void run_one() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !posted_.empty(); });
    const auto function = std::move(posted_.front());
    posted_.erase(posted_.begin());
    lock.unlock();
    function();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::function<void()>> posted_;
};

class StudioLaterQueue : public ::testing::Test {
 protected:
  std::shared_ptr<Later> job(const std::string& name) {
    auto later = std::make_shared<Later>();
    later->work = [this, name] {
      EXPECT_NE(std::this_thread::get_id(), here_);
      done_.push_back("work " + name);
    };
    later->finish = [this, name] {
      EXPECT_EQ(std::this_thread::get_id(), here_);
      done_.push_back("finish " + name);
      Response response;
      response.body = name;
      return response;
    };
    return later;
  }
  LaterQueue::Then then() {
    return [this](Response response) { done_.push_back("then " + response.body); };
  }

  std::thread::id here_ = std::this_thread::get_id();
  std::vector<std::string> done_;  // by one thread after the other
  Loop loop_;
  LaterQueue queue_{loop_.post()};
};

TEST_F(StudioLaterQueue, doesOneAfterTheOther) {
  EXPECT_FALSE(queue_.is_busy());
  queue_.add(job("a"), then());
  EXPECT_TRUE(queue_.is_busy());
  loop_.run_one();
  EXPECT_FALSE(queue_.is_busy());
  EXPECT_THAT(done_, ElementsAre("work a", "finish a", "then a"));
}

TEST_F(StudioLaterQueue, keepsTheOrder) {
  std::vector<std::string> responses;
  const auto keep = [&](Response response) { responses.push_back(response.body); };
  for (const char* name : {"a", "b", "c"}) {
    auto silent = std::make_shared<Later>();
    silent->work = [] {};
    silent->finish = [name] {
      Response response;
      response.body = name;
      return response;
    };
    queue_.add(silent, keep);
  }
  for (int i = 0; i < 3; ++i) loop_.run_one();
  EXPECT_THAT(responses, ElementsAre("a", "b", "c"));
  EXPECT_FALSE(queue_.is_busy());
}

TEST_F(StudioLaterQueue, goesOnWhereAResponseTakesLongAgain) {
  const auto second = job("b");
  const auto first = std::make_shared<Later>();
  first->work = [] {};
  first->finish = [&] {
    Response response;
    response.later = second;
    return response;
  };
  queue_.add(first, then());
  loop_.run_one();
  EXPECT_TRUE(queue_.is_busy());
  loop_.run_one();
  EXPECT_THAT(done_, ElementsAre("work b", "finish b", "then b"));
}

}  // namespace
}  // namespace romas
