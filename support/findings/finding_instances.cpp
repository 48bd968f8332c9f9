#include "support/findings/finding_instances.h"

#include <algorithm>

#include "support/findings/finding_groups.h"
#include "support/text/characters.h"
#include "support/text/text.h"

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

// Rules about how a path is written. They say nothing of one that begins with what is computed:
// "file://$(find arm)/a.stl" is another path on every machine.
constexpr bool is_about_spelling(Rule rule) { return rule == Rule::mesh_absolute_path; }

bool is_computed(std::string_view text) {
  return text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word) {
  const auto is_in_word = [&](std::size_t i) { return i < text.size() && is_word_character(text[i]); };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (!is_in_word(at + word.size()) && (at == 0 || !is_in_word(at - 1))) return true;
  return false;
}

// Whether a text means itself in XML and YAML alike.
bool is_plain_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_-+./ ").find(c) != std::string_view::npos;
  };
  return !text.empty() && text != "-" && text == trim(text) && std::ranges::all_of(text, is_plain);
}

// Not the source of a value, but what a patch of the language changes.
bool is_patch(const ValueOrigin* origin) { return origin->name.empty(); }

std::string_view step_text(SourceStep::Kind kind) {
  switch (kind) {
    case SourceStep::Kind::macro_call: return "called here";
    case SourceStep::Kind::include: return "included here";
    case SourceStep::Kind::insert_block: return "inserted here";
    case SourceStep::Kind::class_use: return "used here";
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
    // If the chain is too long, its outermost step is shown, too.
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

// Adds notes on the origin of one value, or of the few values of a single tag. If the message names some of
// them, only these get notes.
void FindingInstances::add_origin_notes(Diagnostic& diagnostic, SourceRange seen) const {
  if (sources_.expansions().origin_count() == 0) return;
  auto origins = sources_.expansions().origins(seen);
  std::vector<const ValueOrigin*> patched;
  std::ranges::copy_if(origins, std::back_inserter(patched), is_patch);
  for (std::size_t i = 0; i < std::min(patched.size(), kMostOrigins); ++i)
    diagnostic.notes.push_back({sources_.written(patched[i]->from), "the patched part is here"});
  std::erase_if(origins, is_patch);
  if (origins.empty() || std::ranges::count(sources_.text(diagnostic.range), '<') > 1) return;
  const auto unnamed = [&](const ValueOrigin* origin) { return !has_word(diagnostic.message, origin->name); };
  if (!std::ranges::all_of(origins, unnamed)) std::erase_if(origins, unnamed);
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

// Whether the beginning of a path is written as it is: at the place, or where its value comes from.
bool FindingInstances::begins_literally(SourceRange seen) const {
  constexpr std::string_view kScheme = "file://";
  auto origins = sources_.expansions().origins(seen);
  std::erase_if(origins, is_patch);
  std::string_view text = sources_.text(sources_.written(origins.empty() ? seen : origins[0]->from));
  if (text.starts_with(kScheme)) text.remove_prefix(kScheme.size());
  text.remove_prefix(std::min(text.find_first_not_of('/'), text.size()));  // file:///$(find arm)
  return !text.starts_with("$");
}

void FindingInstances::add_instance(Finding& finding, const Chain& chain, const Diagnostic& diagnostic) {
  ++finding.count;
  finding.fixes_agree =
      finding.fixes_agree && std::ranges::equal(finding.fixes, diagnostic.fixes, is_same_fix);
  // Another cause, and not the same one with the names of another instance.
  const bool other_cause = rule_info(diagnostic.rule).cls != RuleClass::error &&
                           diagnostic.message != finding.message &&
                           finding_kind(diagnostic, {}) != finding.kind;
  if (other_cause && finding.causes.size() < kMostInstances && !chain.empty() &&
      std::ranges::find(finding.causes, diagnostic.message, &Cause::message) == finding.causes.end())
    finding.causes.push_back({chain.front(), diagnostic.message});
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

void FindingInstances::add_notes(Diagnostic& diagnostic, SourceRange seen, Finding& finding) const {
  write_notes_plainly(diagnostic, seen.file);
  add_origin_notes(diagnostic, seen);
  add_chain_notes(diagnostic, finding);
}

// A text that is one parameter or property is edited where its value was written. Other places may take the
// same value, so that the edit is a guess.
void FindingInstances::move_to_origin(FixIt& fix) const {
  if (!is_computed(sources_.text(sources_.written(fix.range))) || !is_plain_word(fix.replacement)) return;
  const auto origins = sources_.expansions().origins(fix.range);
  if (origins.size() != 1 || origins[0]->at != fix.range) return;
  SourceRange from = sources_.written(origins[0]->from);
  const std::string_view text = sources_.text(from);
  if (text.size() > 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    ++from.begin;
    --from.end;
  }
  if (is_plain_word(sources_.text(from))) fix = {from, std::move(fix.replacement), true};
}

namespace {

// Tells the losses of different targets of one run apart, which have one rule: the words in front of the
// first name. Empty for other rules.
std::string target_of(const Diagnostic& diagnostic) {
  switch (diagnostic.rule) {
    case Rule::feature_dropped:
    case Rule::value_approximated:
    case Rule::unportable_feature:
    case Rule::target_refuses: return diagnostic.message.substr(0, diagnostic.message.find('\''));
    default: return {};
  }
}

}  // namespace

bool FindingInstances::merge(Diagnostic& diagnostic, bool in_full) {
  const SourceRange seen = diagnostic.range;
  const SourceStep* step = sources_.expansions().step(seen.file);
  diagnostic.range = sources_.written(seen);
  for (FixIt& fix : diagnostic.fixes) {
    move_to_origin(fix);
    fix.range = sources_.written(fix.range);
  }
  if (sources_.expansions().used() && is_about_spelling(diagnostic.rule) && !begins_literally(seen))
    diagnostic.severity = Severity::ignored;
  Finding finding;
  finding.chain = chain_of(seen.file);
  if (diagnostic.severity == Severity::ignored || step == nullptr) {
    if (in_full || diagnostic.severity != Severity::ignored) add_notes(diagnostic, seen, finding);
    return false;
  }
  const SourceRange& at = diagnostic.range;
  Place& place = places_[{diagnostic.rule, at.file, at.begin, at.end, target_of(diagnostic)}];
  const std::size_t nth = place.reported[step]++;
  if (nth < place.findings.size()) {
    add_instance(findings_[place.findings[nth]], finding.chain, diagnostic);
    if (in_full) add_notes(diagnostic, seen, finding);
    return true;
  }
  add_notes(diagnostic, seen, finding);
  finding.fixes = diagnostic.fixes;
  finding.message = diagnostic.message;
  finding.kind = finding_kind(diagnostic, {});
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
    if (is_computed(sources_.text(fix.range))) return false;
    return sources_.expansions().occurrences(fix.range) <= (finding == nullptr ? 1 : finding->count);
  });
}

bool FindingInstances::take_suppression(Suppression& suppression) {
  suppression.comment = sources_.written(suppression.comment);
  suppression.covered = sources_.written(suppression.covered);
  return suppressions_.emplace(suppression.comment.file, suppression.comment.begin).second;
}

void turn_fixes_into_notes(Diagnostic& diagnostic) {
  for (const FixIt& fix : diagnostic.fixes)
    diagnostic.notes.push_back(
        {fix.range, fix.replacement.empty()
                        ? "the text that causes this here should be removed"
                        : concat("the text here should be '", trim(fix.replacement), "'")});
  diagnostic.fixes.clear();
}

void FindingInstances::finish(Diagnostic& diagnostic) const {
  const Finding* finding = diagnostic.instances == 0 ? nullptr : &findings_[diagnostic.instances - 1];
  if (finding == nullptr && !sources_.expansions().used()) return;
  if (!can_edit(diagnostic, finding)) turn_fixes_into_notes(diagnostic);
  if (finding != nullptr && !finding->others.empty() && finding->level < finding->notes.size() &&
      finding->notes[finding->level] < diagnostic.notes.size())
    diagnostic.notes[finding->notes[finding->level]].message += instances_text(*finding);
  if (finding == nullptr) return;
  for (const Cause& cause : finding->causes)
    diagnostic.notes.push_back(
        {sources_.written(cause.step->place), concat("seen from here, ", cause.message), true});
}

}  // namespace romas
