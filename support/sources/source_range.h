// Positions in source texts, as plain values.
#pragma once

#include <cstdint>

namespace romas {

// Index of a source text, or of an instance of one (expansions.h); 0 is "no file" (built-in values, command
// line).
using FileId = std::uint32_t;

struct SourceLocation {
  FileId file = 0;
  std::uint32_t offset = 0;  // in bytes
  bool valid() const { return file != 0; }
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

// Half-open range of bytes [begin, end) of one file.
struct SourceRange {
  FileId file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool valid() const { return file != 0; }
  SourceLocation start() const { return {file, begin}; }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// Both count from 1. A column counts Unicode code points, so that it agrees with what editors show.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

}  // namespace romas
