#include "driver/several/baseline.h"

#include <algorithm>
#include <filesystem>

#include "driver/project/settings_file.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBaselineBytes = 100'000'000;
constexpr std::size_t kMostBaselineNodes = 5'000'000;
constexpr int kBaselineVersion = 1;

bool is_error_by_nature(const Diagnostic& diagnostic) {
  return rule_info(diagnostic.rule).cls == RuleClass::error;
}

}  // namespace

Baseline::Baseline(const std::string& path) : path_(path) {
  std::error_code error;
  folder_ = fs::absolute(path, error).lexically_normal().parent_path().string();
}

std::optional<Baseline> Baseline::read(const std::string& path, std::string& problem) try {
  Baseline baseline(path);
  const SettingsFile file(path, "baseline", kMostBaselineBytes, kMostBaselineNodes);
  constexpr std::string_view kWhat = "a baseline";
  constexpr std::string_view kEntry = "a finding of a baseline";
  file.check_table(file.root(), kWhat, {"romas-baseline", "findings"});
  const YamlNode& version = file.require(file.root(), kWhat, "romas-baseline");
  if (file.whole_number(version, "'romas-baseline'") != kBaselineVersion)
    file.fail(version.range, concat("this romasc reads baselines of version ", kBaselineVersion,
                                    "; write it anew with --write-baseline=", path));
  const YamlNode& findings = file.require(file.root(), kWhat, "findings");
  if (findings.kind != YamlNode::Kind::sequence)
    file.fail(findings.range, concat("'findings' must be a list, not ", describe(findings)));
  for (const YamlNode& item : findings.items) {
    file.check_table(item, kEntry, {"file", "rule", "fingerprint", "count", "message"});
    const YamlNode& rule = file.require(item, kEntry, "rule");
    // The rule may be unknown: the baseline may come from another version. Such an entry matches no finding.
    Key key{file.text(file.require(item, kEntry, "file"), "'file'"), file.text(rule, "'rule'"),
            file.text(file.require(item, kEntry, "fingerprint"), "'fingerprint'")};
    Entry& entry = baseline.entries_[std::move(key)];
    const YamlEntry* count = item.find("count");
    entry.count += count == nullptr ? 1 : file.whole_number(count->value, "'count'");
    if (const YamlEntry* message = item.find("message"); message != nullptr && entry.message.empty())
      entry.message = message->value.text;
  }
  return baseline;
} catch (const SettingsFault& fault) {
  problem = fault.message;
  return std::nullopt;
}

std::string Baseline::file_from_here(const std::string& file) const {
  if (file.empty() || file.starts_with('<')) return file.empty() ? "-" : file;
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  const fs::path relative = absolute.lexically_relative(folder_);
  return relative.empty() ? absolute.generic_string() : relative.generic_string();
}

Baseline::Key Baseline::key(const CompileResult& result, const Diagnostic& diagnostic) const {
  const std::string name =
      diagnostic.range.valid() ? std::string(result.sources->name(diagnostic.range.file)) : std::string();
  std::string file = file_from_here(name);
  std::string print = fingerprint(*result.sources, diagnostic, file);
  return {std::move(file), std::string(rule_info(diagnostic.rule).slug), std::move(print)};
}

Baseline Baseline::of(const std::string& path, const std::vector<CompileResult>& results) {
  Baseline baseline(path);
  // A text that several inputs read has its findings in each of them, so that the maximum over results
  // counts.
  for (const CompileResult& result : results) {
    std::map<Key, std::size_t> counts;
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
      if (is_error_by_nature(diagnostic)) continue;
      Key key = baseline.key(result, diagnostic);
      const std::size_t count = ++counts[key];
      Entry& entry = baseline.entries_[std::move(key)];
      if (entry.message.empty()) entry.message = diagnostic.message;
      entry.count = std::max(entry.count, count);
    }
  }
  return baseline;
}

SeverityPolicy Baseline::undecided(SeverityPolicy severities) {
  for (const RuleInfo& info : all_rules())
    if (info.cls != RuleClass::error && severities.severity(info.rule) == Severity::error)
      severities.apply(concat("no-error=", info.slug));
  return severities;
}

CompileResult Baseline::without_known(CompileResult result, const SeverityPolicy& severities) {
  for (FileId file = 1; file <= result.sources->file_count(); ++file)
    files_.insert(file_from_here(std::string(result.sources->name(file))));
  std::map<Key, std::size_t> counts;
  std::erase_if(result.report.diagnostics, [&](const Diagnostic& diagnostic) {
    if (is_error_by_nature(diagnostic)) return false;
    Key place = key(result, diagnostic);
    const auto entry = entries_.find(place);
    if (entry == entries_.end()) return false;
    const std::size_t count = ++counts[std::move(place)];
    entry->second.occurred = std::max(entry->second.occurred, count);
    return count <= entry->second.count;
  });
  for (Diagnostic& diagnostic : result.report.diagnostics) {
    diagnostic.severity = severities.severity(diagnostic.rule);
    if (diagnostic.severity != Severity::error || result.status != CompileStatus::ok) continue;
    result.status = CompileStatus::errors;
    result.files.clear();
    result.copies.clear();
  }
  return result;
}

void Baseline::accept(const CompileResult& result, const Diagnostic& diagnostic) {
  Entry& entry = entries_[key(result, diagnostic)];
  ++entry.count;
  if (entry.message.empty()) entry.message = diagnostic.message;
}

std::string Baseline::summary() const {
  std::size_t gone = 0;
  for (const auto& [key, entry] : entries_)
    if (files_.contains(key.file) && entry.occurred < entry.count) gone += entry.count - entry.occurred;
  if (gone == 0) return {};
  return concat("romasc: note: ", gone, gone == 1 ? " finding" : " findings", " of the baseline '", path_,
                "' no longer ", gone == 1 ? "occurs" : "occur", "; --write-baseline=", path_,
                " writes it anew\n");
}

std::string Baseline::text() const {
  JsonWriter json;
  json.begin_object();
  json.field("romas-baseline", kBaselineVersion);
  json.key("findings");
  json.begin_array();
  for (const auto& [key, entry] : entries_) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("file", key.file);
    json.field("rule", key.rule);
    json.field("fingerprint", key.fingerprint);
    json.field("count", entry.count);
    json.field("message", entry.message);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace romas::driver
