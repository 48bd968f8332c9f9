// The data of files that a program asks for.
#include "frontend/language/program/program.h"
#include "frontend/language/values/data_files.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::language {

// A file is read once, and its problems are reported once.
std::optional<Value> Program::load_data(const std::string& path, SourceRange range) {
  const auto format = data_format(path);
  if (!format) {
    report(
        Rule::unknown_format, range,
        concat("the name of '", path, "' gives no data format: it must end in .yaml, .yml, .json or .csv"));
    return std::nullopt;
  }
  Import asked{range, range, {}, {}, {range, {}, false}};
  const auto found = find_import(path, range);
  if (!found) return std::nullopt;
  asked.path = *found;
  asked.identity = canonical_path(*found);
  if (const auto known = data_.find(asked.identity); known != data_.end()) return known->second;
  std::optional<Value>& value = data_[asked.identity];
  const FileId file = read_import(asked);
  if (file == 0) return std::nullopt;
  const ExpansionContext here(context_.diagnostics, range, [] { return "it is loaded here"; });
  value = read_data(file, *format, context_.sources, context_.diagnostics, budget_);
  return value;
}

}  // namespace romas::language
