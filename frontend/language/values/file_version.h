// Versions of files of the language: `version "1.2.0";`, and what imports need: `import "arm.romas" version
// "1.2"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/sources/source_range.h"

namespace romas::language {

struct FileVersion {
  unsigned major = 0, minor = 0, patch = 0;
  SourceRange range;  // where it is written; invalid: nowhere

  std::string text() const;  // "1.2.0"
};

// One to three whole numbers with points between them; those that are left out are 0. Nothing for other
// texts.
std::optional<FileVersion> parse_file_version(std::string_view text, SourceRange range);

// Returns true if a file of version `has` serves a user that needs version `needed`: the first numbers are
// the same, and the rest is not lower. Programs that work with a version also work with later ones that have
// the same first number.
bool satisfies(const FileVersion& has, const FileVersion& needed);

}  // namespace romas::language
