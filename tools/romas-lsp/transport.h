// Messages of the base protocol over two descriptors: headers, an empty line, JSON.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace romas::lsp {

// Not for use from two threads at once.
class MessageReader {
 public:
  // Larger messages end the connection.
  static constexpr std::size_t kLargest = std::size_t{1} << 30U;

  explicit MessageReader(int descriptor) : descriptor_(descriptor) {}

  // The content of the next message; waits for it. Nothing at the end of the input. Headers without a length
  // are skipped.
  std::optional<std::string> next();

 private:
  bool fill();  // false: the input has ended

  int descriptor_;
  std::string buffer_;
};

// For any thread. After a failure nothing is written any more.
class MessageWriter {
 public:
  explicit MessageWriter(int descriptor) : descriptor_(descriptor) {}

  void write(const std::string& content);

 private:
  int descriptor_;
  std::mutex mutex_;
  bool failed_ = false;
};

// Waits for one client on a port of 127.0.0.1; 0: a free one, which standard error names. Returns its
// descriptor; on failure -1, and why in `error`.
int accept_client(unsigned short port, std::string& error);

}  // namespace romas::lsp
