#include "driver/request/file_ignores.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

#include "support/files/files.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// The path of a file from a folder, with '/'. A link belongs to the folder that it lies in. Empty for
// standard input.
std::string path_from(const std::string& folder, std::string_view file) {
  if (file.starts_with('<') || file == "-") return {};
  const fs::path path(file);
  const fs::path parent = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  const fs::path from = canonical_path(folder.empty() ? "." : folder);
  return (fs::path(canonical_path(parent)) / path.filename()).lexically_relative(from).generic_string();
}

bool contains(const std::vector<Rule>& rules, Rule rule) {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

// The rules that are ignored in one file.
std::vector<Rule> rules_for(const FileIgnores& ignores, std::string_view file) {
  std::vector<Rule> rules;
  const std::string path = path_from(ignores.folder, file);
  if (path.empty()) return rules;
  for (const FileIgnores::Entry& entry : ignores.entries)
    if (entry.files.covers(path) != entry.files.negated())
      rules.insert(rules.end(), entry.rules.begin(), entry.rules.end());
  return rules;
}

}  // namespace

SeverityPolicy undecided(SeverityPolicy severities, const FileIgnores& ignores) {
  for (const FileIgnores::Entry& entry : ignores.entries)
    for (const Rule rule : entry.rules)
      if (severities.severity(rule) == Severity::error)
        severities.apply(concat("no-error=", rule_info(rule).slug));
  return severities;
}

DiagnosticReport without_ignored(DiagnosticReport report, const FileIgnores& ignores,
                                 const std::string& input, const SeverityPolicy& severities) {
  if (ignores.entries.empty()) return report;
  std::map<FileId, std::vector<Rule>> ignored;  // by file; 0: the input
  std::vector<Rule> left;
  std::erase_if(report.diagnostics, [&](Diagnostic& diagnostic) {
    const FileId file = diagnostic.range.file;
    const auto [rules, fresh] = ignored.try_emplace(file);
    if (fresh)
      rules->second = rules_for(ignores, file == 0 ? std::string_view(input) : report.sources->name(file));
    if (contains(rules->second, diagnostic.rule)) return true;
    diagnostic.severity = severities.severity(diagnostic.rule);
    if (left.empty() || left.back() != diagnostic.rule) left.push_back(diagnostic.rule);
    return false;
  });
  // The places of findings that were not kept are unknown; they are most likely where the others were.
  std::erase_if(report.omitted, [&](const auto& entry) { return !contains(left, entry.first); });
  return report;
}

}  // namespace romas::driver
