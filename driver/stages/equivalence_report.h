// --verify-output=report: what a reviewer needs to trust a translation, as a page of text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/compare/equivalence.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// A robot that was written and read back. It has no differences that its target did not declare: those are
// faults of romasc, and nothing is written then.
struct VerifiedTranslation {
  std::string robot;                       // its name
  std::string source, output;              // the files
  std::string_view source_format, format;  // names of a frontend and a target
  std::optional<Equivalence> numbers;      // nothing if the two share no link
  std::vector<Diagnostic> losses;          // RM1901 and RM1902 of reading and of writing, as they were found
};

std::string equivalence_page(const VerifiedTranslation& translation, const SourceManager& sources);
std::string equivalence_json(const VerifiedTranslation& translation, const SourceManager& sources);

}  // namespace romas::driver
