#include "lsp/features/edits/tried_fixes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "support/sources/edited_text.h"

namespace romas::lsp {

namespace {

// The findings of a text, by rule and message: their places move with a fix.
using Kinds = std::map<std::pair<Rule, std::string>, std::size_t>;

Kinds kinds_of(const Reading& reading) {
  Kinds kinds;
  for (const auto& [of, found] : reading.shown_findings()) ++kinds[{found->rule, found->message}];
  return kinds;
}

// The texts of the editor with the fixes of a finding.
SourceManager::Texts fixed_texts(const Finding& finding) {
  const Reading& reading = *finding.reading;
  SourceManager::Texts texts = reading.texts();
  std::map<FileId, EditSet> edits;
  for (const FixIt& fix : finding.diagnostic->fixes) {
    const SourceRange range = reading.sources().written(fix.range);
    romas::TextEdit edit =
        with_blank_line(reading.sources().text(range.file), {range.begin, range.end, fix.replacement});
    EditSet& others = edits[range.file];
    if (others.fit(edit) == EditSet::Fit::fits) others.add(std::move(edit));
  }
  for (auto& [file, of_file] : edits) {
    EditedText text{std::string(reading.sources().text(file))};
    text.apply(of_file.take());
    texts[reading.key(file)] = text.text();
  }
  return texts;
}

}  // namespace

bool TriedFixes::is_right_in(const Reading& reading, const Finding& finding,
                             const SourceManager::Texts& fixed) {
  const romas::Diagnostic& mended = *finding.diagnostic;
  const Kinds before = kinds_of(reading);
  const auto was = before.find({mended.rule, mended.message});
  if (was == before.end()) return true;  // another robot has the finding
  const ProjectRequest& project = workspace_.project_of(reading.input().file);
  Reading after(reading.input(), project, std::make_shared<const SourceManager::Texts>(fixed),
                reading.servo_map());
  // The editor will show the rest of the mistakes in the same way.
  if (!after.is_sound() && reading.before_mistakes()) after.look_back(reading.before_mistakes(), project);
  const Kinds now = kinds_of(after);
  const auto is = now.find(was->first);
  if (is != now.end() && is->second >= was->second) return false;
  // An error may keep back what is not known from before it.
  const bool uncovers = mended.severity == Severity::error && !reading.before_mistakes();
  return std::ranges::none_of(after.shown_findings(), [&](const Reading::Shown& shown) {
    const romas::Diagnostic& found = *shown.finding;
    if (uncovers && found.severity != Severity::error) return false;
    const auto known = before.find({found.rule, found.message});
    return known == before.end() ? !reading.knows(found.rule, found.message)
                                 : now.at(known->first) > known->second;
  });
}

bool TriedFixes::is_right(const Finding& finding,
                          const std::vector<std::shared_ptr<const Reading>>& readings) {
  const auto is_guess = [](const FixIt& fix) { return fix.guess; };
  const bool guesses = std::ranges::any_of(finding.diagnostic->fixes, is_guess);
  const SourceManager::Texts fixed = fixed_texts(finding);
  const std::string& key =
      finding.reading->key(finding.reading->sources().written(finding.diagnostic->fixes.front().range).file);
  std::vector<std::shared_ptr<const Reading>> tried = {finding.reading};
  for (const auto& reading : readings)
    if (reading != finding.reading && reading->file(key) != 0) tried.push_back(reading);
  for (const auto& reading : tried) {
    if (left_ <= left_.zero()) return !guesses;
    const auto begin = std::chrono::steady_clock::now();
    const bool is_right = is_right_in(*reading, finding, fixed);
    left_ -= std::chrono::steady_clock::now() - begin;
    if (!is_right) return false;
  }
  return true;
}

}  // namespace romas::lsp
