#include "support/shown/tally.h"

#include <algorithm>
#include <vector>

#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Row = std::pair<std::pair<Rule, Severity>, Tally::Count>;

// The most frequent first; of equals, errors first, then the smaller number.
std::vector<Row> by_frequency(const Tally& tally) {
  std::vector<Row> rows(tally.rules().begin(), tally.rules().end());
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    if (a.second.findings != b.second.findings) return a.second.findings > b.second.findings;
    return a.first.second > b.first.second;
  });
  return rows;
}

std::string right_aligned(std::size_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return concat(std::string(width - std::min(width, digits.size()), ' '), digits);
}

std::string left_aligned(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

Tally::Found Tally::found_in(const DiagnosticReport& report) {
  std::map<Rule, Severity> severities;
  Found found;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    severities[diagnostic.rule] = diagnostic.severity;
    ++found[{diagnostic.rule, diagnostic.severity}];
  }
  // Findings that were not kept have the severity of those that were.
  for (const auto& [rule, count] : report.omitted)
    if (const auto severity = severities.find(rule); severity != severities.end())
      found[{rule, severity->second}] += count;
  return found;
}

void Tally::add(const Found& found) {
  for (const auto& [rule, count] : found) {
    rules_[rule].findings += count;
    ++rules_[rule].files;
  }
  if (!found.empty()) ++files_;
}

void Tally::add_fault() {
  ++faults_;
  ++files_;
}

void Tally::add_run_problem(const DiagnosticReport& report) {
  for (const Diagnostic& diagnostic : report.diagnostics)
    ++rules_[{diagnostic.rule, diagnostic.severity}].findings;
}

void Tally::add(const Tally& other) {
  for (const auto& [rule, count] : other.rules_) {
    rules_[rule].findings += count.findings;
    rules_[rule].files += count.files;
  }
  faults_ += other.faults_;
  files_ += other.files_;
}

std::size_t Tally::count(Severity severity) const {
  std::size_t sum = severity == Severity::error ? faults_ : 0;
  for (const auto& [rule, count] : rules_)
    if (rule.second == severity) sum += count.findings;
  return sum;
}

std::string counts_line(const Tally& tally, std::size_t files) {
  std::vector<std::string> counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
    if (const std::size_t count = tally.count(severity); count > 0)
      counts.push_back(concat(count, " ", severity_name(severity), count == 1 ? "" : "s"));
  if (counts.empty()) return {};
  std::string line = join(counts, ", ");
  if (files > 1 && tally.files() > 0) {
    const std::size_t sound = files - std::min(files, tally.files());
    line += concat(" in ", files - sound, " of ", files, " files");
    if (sound > 0) line += concat(" (", sound, " sound)");
  }
  return line + "\n";
}

std::string statistics_table(const Tally& tally) {
  const std::vector<Row> rows = by_frequency(tally);
  if (rows.empty()) return {};
  constexpr std::size_t kNumber = 8;
  std::size_t widest = 0;
  for (const auto& [rule, count] : rows) widest = std::max(widest, rule_info(rule.first).slug.size());
  std::string out = concat("findings   files  id      ", left_aligned("rule", widest), "  severity\n");
  for (const auto& [rule, count] : rows) {
    const RuleInfo& info = rule_info(rule.first);
    out +=
        concat(right_aligned(count.findings, kNumber), right_aligned(count.files, kNumber), "  ", info.id(),
               "  ", left_aligned(std::string(info.slug), widest), "  ", severity_name(rule.second), "\n");
  }
  return out;
}

std::string statistics_json(const Tally& tally) {
  JsonWriter json;
  json.begin_array();
  for (const auto& [rule, count] : by_frequency(tally)) {
    const RuleInfo& info = rule_info(rule.first);
    json.begin_object(JsonWriter::Style::inline_);
    json.field("id", info.id());
    json.field("rule", info.slug);
    json.field("severity", severity_name(rule.second));
    json.field("findings", count.findings);
    json.field("files", count.files);
    json.end_object();
  }
  json.end_array();
  return json.take();
}

}  // namespace romas
