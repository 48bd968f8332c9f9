// Tells when files change, whether they are there yet or not.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace romas::studio {

// The folders of the files are watched, not the files: editors put a new file in the place of the old one. A
// file counts as changed when a program has closed it after writing, and when its name comes, goes or leads
// elsewhere.
class FileWatch {
 public:
  using Clock = std::chrono::system_clock;
  // More folders are not watched.
  explicit FileWatch(std::size_t most_folders = 4096);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Becomes readable when something happens in a watched folder; -1: the system cannot watch.
  int descriptor() const { return descriptor_; }
  // False: some changes will not be noticed.
  bool complete() const { return complete_; }

  // Watches these paths and nothing else from now on. A folder among them stands for all entries directly in
  // it. Returns true if one of those that were not watched before has changed since that time.
  bool watch(const std::vector<std::string>& paths, Clock::time_point since);
  // Whether a watched file has changed since this was asked last.
  bool take_changes();
  // Takes a change for granted, where the host of the program has written the files and no system watches.
  void tell_change() { is_told_ = true; }

 private:
  struct Folder {
    bool all = false;             // every name in it counts
    std::set<std::string> names;  // that count
  };
  using Folders = std::unordered_map<int, Folder>;  // by the number that the system gives

  int watch_folder(const std::string& folder, Folders& folders);
  void add(const std::string& path, Folders& folders);
  bool counts(int number, unsigned happened, const char* name);

  std::size_t most_folders_;
  int descriptor_;
  bool complete_ = true;
  bool is_told_ = false;
  Folders folders_;
};

}  // namespace romas::studio
