// The compiler as a shared library with a C interface, for programs that call it within their process. Each
// call is one run of romasc whose outputs stay in memory. Calls from several threads at once do not wait for
// each other.
#include "tools/python/library.h"

#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "support/process/capture.h"
#include "support/process/stop.h"
#include "tools/python/archives.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

struct romasc_result {
  int status = 0;
  romas::Capture::Kept kept;
};

namespace {

using romas::SourceManager;

romasc_text text_of(const std::string& text) { return {text.data(), text.size()}; }

// During its lifetime the host has no lock, and is asked at stop points whether to go on.
class WithoutLock {
 public:
  explicit WithoutLock(const romasc_host& host) : host_(host), state_(host.release()) {}
  ~WithoutLock() { host_.take(state_); }
  WithoutLock(const WithoutLock&) = delete;
  WithoutLock& operator=(const WithoutLock&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetween{50};  // a host may wait for its lock

  bool is_unwanted() {
    if (Clock::now() - asked_ < kBetween) return false;
    host_.take(state_);
    const bool ends = host_.check() != 0;
    state_ = host_.release();
    asked_ = Clock::now();
    return ends;
  }

  const romasc_host& host_;
  void* state_;
  Clock::time_point asked_ = Clock::now();
  const romas::Stoppable stoppable_{[this] { return is_unwanted(); }};
};

// The status of the run. Its exceptions are told as the program tells them.
int run_captured(std::vector<std::string>& words, const SourceManager::Texts& texts) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  try {
    return romas::tool::run_command(static_cast<int>(words.size()), arguments.data(), &texts);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const romas::Stopped&) {
    throw;
  } catch (const std::exception& problem) {
    romas::Capture::current()->add_error(std::string("romasc: internal error: ") + problem.what() + "\n");
    return romas::tool::kInternal;
  }
}

}  // namespace

extern "C" {

romasc_result* romasc_run(const romasc_host* host, int count, const char* const* words, int texts,
                          const romasc_text* names, const romasc_text* contents) {
  try {
    std::optional<WithoutLock> without_lock;
    if (host != nullptr) without_lock.emplace(*host);
    std::vector<std::string> arguments = {"romasc"};
    for (int i = 0; i < count; ++i) arguments.emplace_back(words[i]);
    SourceManager::Texts replaced;
    for (int i = 0; i < texts; ++i)
      replaced[SourceManager::file_key({names[i].data, names[i].size})] = {contents[i].data,
                                                                           contents[i].size};
    take_environment();
    auto result = std::make_unique<romasc_result>();
    romas::Capture capture;
    result->status = run_captured(arguments, replaced);
    result->kept = capture.take();
    return result.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

int romasc_status(const romasc_result* result) { return result->status; }
romasc_text romasc_output(const romasc_result* result) { return text_of(result->kept.output); }
romasc_text romasc_messages(const romasc_result* result) { return text_of(result->kept.error); }
int romasc_file_count(const romasc_result* result) { return static_cast<int>(result->kept.files.size()); }
romasc_text romasc_file_path(const romasc_result* result, int i) {
  return text_of(result->kept.files[static_cast<std::size_t>(i)].path);
}
romasc_text romasc_file_content(const romasc_result* result, int i) {
  return text_of(result->kept.files[static_cast<std::size_t>(i)].content);
}
void romasc_free(romasc_result* result) { delete result; }

}  // extern "C"
