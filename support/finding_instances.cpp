#include "support/finding_instances.h"

#include <algorithm>

#include "support/text.h"

namespace romas {

namespace {

constexpr std::size_t kMostSteps = 6;      // of a chain that are shown
constexpr std::size_t kMostInstances = 5;  // that are named
constexpr std::size_t kMostOrigins = 3;    // that are shown of a finding

constexpr bool is_same_fix(const FixIt& a, const FixIt& b) {
  return a.range == b.range && a.replacement == b.replacement && a.guess == b.guess;
}

// Calls take(line) for each line.
template <class Take>
void for_each_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// The arguments of a call on one line, as many as have room.
std::string shown_arguments(std::string_view lines) {
  constexpr std::size_t kRoom = 80;
  std::string shown;
  for_each_line(lines, [&](std::string_view line) {
    if (shown.ends_with("…")) return;
    if (!shown.empty()) shown += ' ';
    if (shown.size() + line.size() > kRoom)
      shown += "…";
    else
      shown += line;
  });
  return shown;
}

// The value of the first argument that another call gives otherwise; empty if there is none.
std::string_view distinct_value(std::string_view lines, std::string_view others) {
  std::string_view distinct;
  for_each_line(lines, [&](std::string_view line) {
    bool shared = false;
    for_each_line(others, [&](std::string_view other) { shared = shared || other == line; });
    if (!shared && distinct.empty()) distinct = line.substr(std::min(line.find(":=") + 2, line.size()));
  });
  return distinct;
}

std::string_view step_text(SourceStep::Kind kind) {
  switch (kind) {
    case SourceStep::Kind::macro_call: return "called here";
    case SourceStep::Kind::include: return "included here";
    case SourceStep::Kind::insert_block: return "inserted here";
  }
  return {};
}

}  // namespace

FindingInstances::Chain FindingInstances::chain_of(FileId file) const {
  Chain chain;
  for (const SourceStep* step = sources_.expansions().step(file); step != nullptr;
       step = sources_.expansions().step(step->place.file))
    chain.push_back(step);
  return chain;
}

// "21:3", with the name of the file where that is another one than `from`.
std::string FindingInstances::place_text(SourceRange range, FileId from) const {
  const SourceRange plain = sources_.written(range);
  const LineColumn at = sources_.line_column(plain.start());
  const std::string place = concat(at.line, ":", at.column);
  return plain.file == from ? place : concat(sources_.name(plain.file), ":", place);
}

void FindingInstances::add_chain_notes(Diagnostic& diagnostic, Finding& finding) const {
  const Chain& chain = finding.chain;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const SourceStep& step = *chain[i];
    const SourceRange place = sources_.written(step.place);
    const bool again = i > 0 && place == sources_.written(chain[i - 1]->place);  // a recursion
    // Of a chain that is too long the outermost step is shown, too.
    if (again || (shown + 1 >= kMostSteps && i + 1 < chain.size())) {
      finding.notes.push_back(diagnostic.notes.size());
      ++left_out;
      continue;
    }
    if (step.kind == SourceStep::Kind::macro_call) {
      const std::string arguments = shown_arguments(step.arguments);
      diagnostic.notes.push_back(
          {sources_.written(step.definition),
           concat("in macro '", step.name, "'", arguments.empty() ? "" : ", called with ", arguments), true});
    }
    finding.notes.push_back(diagnostic.notes.size());
    diagnostic.notes.push_back({place, std::string(step_text(step.kind)), true});
    ++shown;
  }
  if (left_out > 0) diagnostic.notes.back().message += concat(" (and ", left_out, " more around it)");
}

// Of one value, or of the few values of a single tag.
void FindingInstances::add_origin_notes(Diagnostic& diagnostic, SourceRange seen) const {
  if (sources_.expansions().origin_count() == 0) return;
  const auto origins = sources_.expansions().origins(seen);
  if (origins.empty() || std::ranges::count(sources_.text(diagnostic.range), '<') > 1) return;
  for (std::size_t i = 0; i < std::min(origins.size(), kMostOrigins); ++i)
    diagnostic.notes.push_back(
        {sources_.written(origins[i]->from), concat(origins[i]->name, " comes from here")});
}

// A note in another instance than the finding says where that was called.
void FindingInstances::write_notes_plainly(Diagnostic& diagnostic, FileId seen) const {
  const Expansions& expansions = sources_.expansions();
  for (DiagnosticNote& note : diagnostic.notes) {
    const SourceStep* step = expansions.step(note.range.file);
    const FileId in = note.range.file;
    note.range = sources_.written(note.range);
    if (step == nullptr || in == seen || step == expansions.step(seen)) continue;
    std::string_view what = step_text(step->kind);
    what.remove_suffix(std::string_view(" here").size());
    note.message += concat(" (", what, " at ", place_text(step->place, note.range.file), ")");
  }
}

void FindingInstances::add_instance(Finding& finding, const Chain& chain, const std::vector<FixIt>& fixes) {
  ++finding.count;
  finding.fixes_agree = finding.fixes_agree && std::ranges::equal(finding.fixes, fixes, is_same_fix);
  if (finding.others.size() == kMostInstances) return;
  const std::size_t least = std::min(chain.size(), finding.chain.size());
  if (finding.others.empty()) {
    finding.level = 0;
    while (finding.level < least &&
           chain[finding.level]->place.begin == finding.chain[finding.level]->place.begin)
      ++finding.level;
    if (finding.level == least) finding.level = 0;  // a recursion
  }
  if (finding.level < chain.size()) finding.others.push_back(chain[finding.level]);
}

bool FindingInstances::merge(Diagnostic& diagnostic) {
  const SourceRange seen = diagnostic.range;
  const SourceStep* step = sources_.expansions().step(seen.file);
  diagnostic.range = sources_.written(seen);
  for (FixIt& fix : diagnostic.fixes) fix.range = sources_.written(fix.range);
  if (diagnostic.severity == Severity::ignored) return false;
  if (step == nullptr) {
    write_notes_plainly(diagnostic, seen.file);
    add_origin_notes(diagnostic, seen);
    return false;
  }
  Finding finding;
  finding.chain = chain_of(seen.file);
  const SourceRange& at = diagnostic.range;
  Place& place = places_[{diagnostic.rule, at.file, at.begin, at.end}];
  const std::size_t nth = place.reported[step]++;
  if (nth < place.findings.size()) {
    add_instance(findings_[place.findings[nth]], finding.chain, diagnostic.fixes);
    return true;
  }
  write_notes_plainly(diagnostic, seen.file);
  add_origin_notes(diagnostic, seen);
  add_chain_notes(diagnostic, finding);
  finding.fixes = diagnostic.fixes;
  place.findings.push_back(findings_.size());
  findings_.push_back(std::move(finding));
  diagnostic.instances = findings_.size();
  return false;
}

std::string FindingInstances::instances_text(const Finding& finding) const {
  const SourceStep& first = *finding.chain[finding.level];
  const FileId from = sources_.written(first.place).file;
  std::string text = "; and at ";
  for (std::size_t i = 0; i < finding.others.size(); ++i) {
    const SourceStep& other = *finding.others[i];
    if (i > 0) text += ", ";
    text += place_text(other.place, from);
    const std::string_view value = distinct_value(other.arguments, first.arguments);
    if (!value.empty()) text += concat(" (", value, ")");
  }
  const std::size_t more = finding.count - 1 - finding.others.size();
  if (more > 0) text += concat(" and ", more, " more");
  return text + ", the same finding";
}

// A text can be edited if it was written literally and every instance of it wants the same edit.
bool FindingInstances::can_edit(const Diagnostic& diagnostic, const Finding* finding) const {
  if (finding != nullptr && !finding->fixes_agree) return false;
  return std::ranges::all_of(diagnostic.fixes, [&](const FixIt& fix) {
    const std::string_view text = sources_.text(fix.range);
    if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos) return false;
    return sources_.expansions().occurrences(fix.range) <= (finding == nullptr ? 1 : finding->count);
  });
}

bool FindingInstances::take_suppression(Suppression& suppression) {
  suppression.comment = sources_.written(suppression.comment);
  suppression.covered = sources_.written(suppression.covered);
  return suppressions_.emplace(suppression.comment.file, suppression.comment.begin).second;
}

void FindingInstances::finish(Diagnostic& diagnostic) const {
  if (!sources_.expansions().used()) return;
  const Finding* finding = diagnostic.instances == 0 ? nullptr : &findings_[diagnostic.instances - 1];
  if (!diagnostic.fixes.empty() && !can_edit(diagnostic, finding)) {
    for (const FixIt& fix : diagnostic.fixes)
      diagnostic.notes.push_back(
          {fix.range, fix.replacement.empty()
                          ? "the text that means this here is to be taken out"
                          : concat("what is meant here is '", trim(fix.replacement), "'")});
    diagnostic.fixes.clear();
  }
  if (finding != nullptr && !finding->others.empty() && finding->level < finding->notes.size() &&
      finding->notes[finding->level] < diagnostic.notes.size())
    diagnostic.notes[finding->notes[finding->level]].message += instances_text(*finding);
}

}  // namespace romas
