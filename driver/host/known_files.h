// Answers about files, each asked of the disk once.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "ir/packages/package_index.h"
#include "support/files/files.h"

namespace romas::driver {

// Very many inputs depend on few files beside themselves: these are looked at once in a run. May be used from
// several threads.
class KnownFiles {
 public:
  // `packages`: the index of the run; null: what depends on trees of packages has changed.
  explicit KnownFiles(std::shared_ptr<PackageIndex> packages) : packages_(std::move(packages)) {}

  // Whether the answer is still what it was.
  bool holds(const FileRecord::Fact& fact);

 private:
  using Answer = std::optional<std::string>;
  // So many answers at most are kept, so that memory does not grow with the number of inputs.
  static constexpr std::size_t kMost = 2000;
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::string, Answer> answers;
  };
  Answer ask(const FileRecord::Fact& fact) const;

  std::shared_ptr<PackageIndex> packages_;
  std::array<Shard, 32> shards_;
};

}  // namespace romas::driver
