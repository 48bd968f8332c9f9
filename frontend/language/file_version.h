// Versions of files of the language: `version "1.2.0";`, and what imports need: `import "arm.romas" version
// "1.2"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/source_range.h"

namespace romas::language {

struct FileVersion {
  unsigned major = 0, minor = 0, patch = 0;
  SourceRange range;  // where it is written; invalid: nowhere

  std::string text() const;  // "1.2.0"
};

// One to three whole numbers with points between them; those that are left out are 0. Nothing for other
// texts.
std::optional<FileVersion> parse_file_version(std::string_view text, SourceRange range);

// Whether a file that has one version does for who needs another: its first number is the same, and the
// others are no less. What worked with an earlier version goes on to work as long as the first number stays.
bool satisfies(const FileVersion& has, const FileVersion& needed);

}  // namespace romas::language
