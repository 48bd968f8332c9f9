// Shows the user work that takes long: $/progress, under a token of the client or one that it agreed to.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "lsp/protocol/json_members.h"

namespace romas::lsp {

// For any thread.
class Progress {
 public:
  explicit Progress(std::function<void(const Json&)> send) : send_(std::move(send)) {}

  // The client can be asked for tokens (window/workDoneProgress/create).
  void allow_own_tokens() { may_create_ = true; }

  // Begins something, under the client's token (that of a request; null: one of our own), and says by what it
  // is reported and ended. Null: the client wants to see nothing. `counts`: reports will have percentages.
  Json begin(const Json& token, const std::string& title, bool counts);
  void report(const Json& token, std::optional<std::uint32_t> percentage, const std::string& message);
  void end(const Json& token);

  // The client's answer to a request of the server; until it agrees to a token, nothing is shown under it.
  void take_answer(const Json& message);

 private:
  struct Shown {
    Json begin;             // what the client is told first
    bool is_shown = false;  // the client knows the token
    bool has_ended = false;
    Json last;  // that could not be reported yet
  };
  void notify(const Json& token, const Json& value) const;

  std::function<void(const Json&)> send_;
  bool may_create_ = false;
  std::mutex mutex_;
  std::map<std::string, Shown> shown_;  // by token, as JSON
  std::uint32_t next_ = 1;
};

// Work on one request, which is shown once it has taken some time.
class LongWork {
 public:
  // `token`: what the client sent as workDoneToken; null: nothing.
  LongWork(Progress& progress, Json token, std::string title, std::chrono::milliseconds after)
      : progress_(progress),
        token_(std::move(token)),
        title_(std::move(title)),
        shown_at_(Clock::now() + after) {}
  ~LongWork() {
    if (has_begun_) progress_.end(token_);
  }
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  // Called very often.
  void go_on() {
    constexpr unsigned kBetween = 16;  // looks at the clock
    if (has_begun_ || asked_++ % kBetween != 0 || Clock::now() < shown_at_) return;
    has_begun_ = true;
    token_ = progress_.begin(token_, title_, false);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Progress& progress_;
  Json token_;
  std::string title_;
  Clock::time_point shown_at_;
  unsigned asked_ = 0;
  bool has_begun_ = false;
};

}  // namespace romas::lsp
