// What was not saved when the studio ended without being asked to: kept beside the settings, and offered at
// the next start.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace romas::studio {

struct Draft {
  std::string path;  // of the assembly; empty: it was never saved
  std::string text;  // Assembly XML
  std::optional<std::pair<double, double>> default_limit;
  std::vector<std::string> libraries;  // that its Blocks came from
  friend bool operator==(const Draft&, const Draft&) = default;
};

// The file of the draft beside that of the settings; empty if there is none.
std::string draft_file(const std::string& preferences_file);
// Nothing where the file is missing or not understood.
std::optional<Draft> read_draft(const std::string& file);
// Nobody is told of a draft that cannot be written: the work itself is not lost by that.
void write_draft(const std::string& file, const Draft& draft);
void remove_draft(const std::string& file);

}  // namespace romas::studio
