// What tells whether a file on the disk is still the one that was read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace romas::lsp {

struct FileStamp {
  std::int64_t changed = 0;  // ns since 1970
  std::uint64_t size = 0;    // bytes
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Nothing: there is no such file.
std::optional<FileStamp> stamp_of(const std::string& path);

}  // namespace romas::lsp
