// A folder of small files by keys, which any number of processes may share (--cache).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romas::driver {

// An entry is written beside its place and renamed, so that it is there as a whole or not at all. One that is
// damaged, cut off, or from another program is no entry. The entries lie in 256 folders by the first two
// digits of their keys. Each of these keeps a 256th of the bound: what was not used for longest is removed.
class CacheFolder {
 public:
  static constexpr std::uint64_t kDefaultBound = 2'000'000'000;  // bytes

  // Makes the folder where there is none. Null, with a sentence in `problem`, if it cannot be one.
  static std::unique_ptr<CacheFolder> open(const std::string& path, std::uint64_t bound,
                                           std::string& problem);

  // `key`: 32 hexadecimal digits. May be called from several threads.
  std::optional<std::string> read(const std::string& key) const;
  void write(const std::string& key, std::string_view content);
  // From now on, written entries wait in memory, until write_waiting(). Call it before anything is written.
  void write_later() { writes_later_ = true; }
  // Asks go_on() in front of each entry; false forgets the rest.
  void write_waiting(const std::function<bool()>& go_on);
  // Removes what is beyond the bound, and temporary files that a killed process left, from the folders that
  // were written to.
  void remove_oldest();
  // Why entries could not be written: a sentence; empty if all were.
  std::string problem() const;

 private:
  CacheFolder(std::string path, std::uint64_t bound) : path_(std::move(path)), bound_(bound) {}
  std::string folder_of(const std::string& key) const;
  void write_now(const std::string& key, std::string_view content);
  void fail(const std::string& path, int error);

  std::string path_;  // of this version of the format
  std::uint64_t bound_;
  bool writes_later_ = false;
  std::atomic<std::uint64_t> next_ = 0;                       // numbers temporary files
  mutable std::mutex mutex_;                                  // of what follows
  std::vector<std::pair<std::string, std::string>> waiting_;  // keys and contents
  std::set<std::string> written_;                             // folders
  std::string problem_;
};

}  // namespace romas::driver
