// Tells whether a file on the disk is still the one that was read.
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

// Returns nullopt if there is no such file.
std::optional<FileStamp> stamp_of(const std::string& path);

// ns since 1970, of the clock that files are stamped by.
std::int64_t file_time_now();

// Whether a file may have changed while it was read: between these two times, or so shortly before that a
// second change would have the same stamp. The stamp does not tell then what was read.
bool may_have_changed(const FileStamp& stamp, std::int64_t begin, std::int64_t end);

}  // namespace romas::lsp
