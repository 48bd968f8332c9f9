// A run whose outputs stay in memory, for programs that have the compiler as a library.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romas {

// During its lifetime the thread that made it writes nothing: texts for the standard streams and the files of
// an OutputSet are kept here, and no handler of signals is changed. Threads that work for it take part by a
// Share.
class Capture {
 public:
  struct File {
    std::string path, content;
  };
  struct Kept {
    std::string output, error;  // of the standard streams
    std::vector<File> files;    // in the order in which they were to be written
  };

  Capture();
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // The capture of the calling thread. Returns nullptr if the thread writes to the streams and to the disk.
  static Capture* current();

  void add_output(std::string_view text);
  void add_error(std::string_view text);
  void add_file(File file);
  // All that was kept. Call it when no thread writes any more.
  Kept take() { return std::move(kept_); }

  // During its lifetime the calling thread writes to a capture of another thread; null: to none.
  class Share {
   public:
    explicit Share(Capture* capture);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    Capture* outer_;
  };

 private:
  std::mutex mutex_;
  Kept kept_;
  Share share_;
};

}  // namespace romas
