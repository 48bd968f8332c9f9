#include "support/findings/diagnostic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <tuple>

#include "support/findings/finding_instances.h"
#include "support/text/text.h"

namespace romas {

namespace {
constexpr std::array kRules = {
#define RULE(number, enumerator, slug, cls, summary) \
  RuleInfo{Rule::enumerator, number, slug, RuleClass::cls, summary},
#include "support/findings/diagnostics.def"
#undef RULE
};
}  // namespace

std::string RuleInfo::id() const { return concat("RM", number); }

std::span<const RuleInfo> all_rules() { return kRules; }

const RuleInfo& rule_info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

const RuleInfo* find_rule(std::string_view slug_or_id) {
  const std::string wanted = to_lower(slug_or_id);
  const auto number =
      wanted.starts_with("rm") ? parse_integer(std::string_view(wanted).substr(2)) : std::nullopt;
  for (const RuleInfo& info : kRules)
    if (number ? *number == info.number : wanted == info.slug) return &info;
  return nullptr;
}

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::ignored: return "ignored";
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

namespace {

// A world of SDF is of use without a model that it includes. In other formats nothing is written all the
// same.
bool may_be_warning(Rule rule) { return rule == Rule::import_missing; }

}  // namespace

std::optional<std::string> SeverityPolicy::apply(std::string_view option) {
  if (option == "all" || option == "extra") {
    quieted_.clear();  // without a profile all warnings are on already
    return std::nullopt;
  }
  if (option == "pedantic" || option == "everything") {
    notes_enabled_ = true;
    quieted_.clear();
    return std::nullopt;
  }
  if (option == "error" || option == "no-error") {
    warnings_are_errors_ = option == "error";
    return std::nullopt;
  }
  const std::string_view whole = option;
  const auto take = [&](std::string_view prefix) {
    if (!option.starts_with(prefix)) return false;
    option.remove_prefix(prefix.size());
    return true;
  };
  const bool no_error = take("no-error=");
  const bool as_error = !no_error && take("error=");
  const bool off = !no_error && !as_error && find_rule(option) == nullptr && take("no-");
  const RuleInfo* info = find_rule(option);
  if (info == nullptr) {
    return concat("-W", whole, ": there is no rule '", option, "'",
                  did_you_mean(option, kRules, &RuleInfo::slug));
  }
  if (info->cls == RuleClass::error && (off || (no_error && !may_be_warning(info->rule))))
    return concat("-W", whole, ": ", info->id(), " is always an error");
  Override& entry = overrides_[info->rule];
  if (no_error) {
    entry.as_error = false;
  } else if (as_error) {
    entry.as_error = true;
    entry.enabled = true;
  } else {
    entry.enabled = !off;
  }
  return std::nullopt;
}

void SeverityPolicy::raise(Rule rule, Severity at_least) {
  Severity& raised = raised_[rule];
  raised = std::max(raised, at_least);
}

void SeverityPolicy::add_consequence(Rule rule, std::string_view text) {
  std::vector<std::string_view>& texts = consequences_[rule];
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

std::span<const std::string_view> SeverityPolicy::consequences(Rule rule) const {
  const auto found = consequences_.find(rule);
  return found == consequences_.end() ? std::span<const std::string_view>() : found->second;
}

Severity SeverityPolicy::severity(Rule rule, Severity at_least) const {
  const RuleInfo& info = rule_info(rule);
  if (info.cls == RuleClass::error && !may_be_warning(rule)) return Severity::error;
  const auto entry = overrides_.find(rule);
  const Override asked = entry == overrides_.end() ? Override() : entry->second;
  const bool raises = at_least != Severity::ignored || raised_.contains(rule);
  if (quieted_.contains(rule) && !raises && asked.enabled != true) return Severity::ignored;
  Severity severity = Severity::warning;
  if (info.cls == RuleClass::error) return asked.as_error == false ? Severity::warning : Severity::error;
  if (info.cls == RuleClass::note) severity = notes_enabled_ ? Severity::note : Severity::ignored;
  if (info.cls == RuleClass::defect && strict_) severity = Severity::error;
  if (const auto raised = raised_.find(rule); raised != raised_.end())
    severity = std::max(severity, raised->second);
  severity = std::max(severity, at_least);
  if (severity == Severity::warning && warnings_are_errors_) severity = Severity::error;
  if (asked.enabled == false) return Severity::ignored;
  if (asked.enabled == true && severity == Severity::ignored) severity = Severity::note;
  if (asked.as_error == true) severity = Severity::error;
  if (asked.as_error == false && severity == Severity::error) severity = Severity::warning;
  return severity;
}

DiagnosticBuilder::DiagnosticBuilder(DiagnosticEngine& engine, Diagnostic diagnostic)
    : engine_(&engine), diagnostic_(std::move(diagnostic)) {}

DiagnosticBuilder::~DiagnosticBuilder() {
  try {
    engine_->add(std::move(diagnostic_));
  } catch (const std::bad_alloc&) {
    engine_->incomplete_ = true;  // a destructor must not throw
  }
}

DiagnosticBuilder& DiagnosticBuilder::note(SourceRange range, std::string message) {
  if (diagnostic_.severity != Severity::ignored) diagnostic_.notes.push_back({range, std::move(message)});
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::fix(SourceRange range, std::string replacement) {
  if (diagnostic_.severity != Severity::ignored) diagnostic_.fixes.push_back({range, std::move(replacement)});
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::suggest(SourceRange range, std::string replacement) {
  if (diagnostic_.severity != Severity::ignored)
    diagnostic_.fixes.push_back({range, std::move(replacement), true});
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::meant(std::string_view name) {
  diagnostic_.message += did_you_mean(name);
  if (!name.empty() && diagnostic_.range.valid()) suggest(diagnostic_.range, std::string(name));
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::mark(FindingMark mark) {
  diagnostic_.mark = mark;
  return *this;
}

DiagnosticBuilder& DiagnosticBuilder::about(std::string_view subject) {
  diagnostic_.subject = subject;
  return *this;
}

DiagnosticEngine::DiagnosticEngine(SeverityPolicy policy) : policy_(std::move(policy)) {}
DiagnosticEngine::~DiagnosticEngine() = default;

void DiagnosticEngine::see_instances_of(const SourceManager& sources) {
  instances_ = std::make_unique<FindingInstances>(sources);
}

DiagnosticBuilder DiagnosticEngine::report(Rule rule, SourceRange range, std::string message) {
  Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.severity = policy_.severity(rule);
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return {*this, std::move(diagnostic)};
}

DiagnosticBuilder DiagnosticEngine::refuse(Rule rule, SourceRange range, std::string message) {
  Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.severity = policy_.severity(rule, Severity::error);
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return {*this, std::move(diagnostic)};
}

std::size_t DiagnosticEngine::reported(Rule rule) const {
  const auto found = reported_.find(rule);
  return found == reported_.end() ? 0 : found->second;
}

ExpansionContext::ExpansionContext(DiagnosticEngine& engine, SourceRange range,
                                   std::function<std::string()> describe)
    : engine_(engine) {
  engine.expansions_.push_back({range, std::move(describe)});
}

ExpansionContext::~ExpansionContext() { engine_.expansions_.pop_back(); }

bool DiagnosticEngine::seen_in_expansion(const Diagnostic& diagnostic) {
  if (expansions_.empty() && expanded_.empty()) return false;
  const std::tuple key(diagnostic.rule, diagnostic.range.file, diagnostic.range.begin, diagnostic.range.end);
  return expansions_.empty() ? expanded_.contains(key) : !expanded_.insert(key).second;
}

// Adds notes on the innermost expansions, from the inside out.
void DiagnosticEngine::add_trace(Diagnostic& diagnostic) const {
  constexpr std::size_t kMostNotes = 6;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  SourceRange last;
  for (auto expansion = expansions_.rbegin(); expansion != expansions_.rend(); ++expansion) {
    const SourceRange& around = expansion->range;
    const SourceRange& place = diagnostic.range;
    // A finding within a use needs no note on that use.
    if (around.file == place.file && around.begin <= place.begin && place.end <= around.end) continue;
    const bool again = around == last;  // a recursion
    if (again || shown == kMostNotes) {
      ++left_out;
      continue;
    }
    diagnostic.notes.push_back({around, expansion->describe()});
    last = around;
    ++shown;
  }
  if (left_out > 0 && shown > 0)
    diagnostic.notes.back().message.append(concat(" (and ", left_out, " more around it)"));
}

void DiagnosticEngine::add(Diagnostic diagnostic) {
  if (seen_in_expansion(diagnostic)) return;
  add_trace(diagnostic);
  const bool collected = collected_rules_.contains(diagnostic.rule);
  constexpr std::size_t kInFull = 10'000;  // that have the notes of a finding: they are several for each
  const bool again = instances_ && instances_->merge(diagnostic, collected && collected_.size() < kInFull);
  for (const std::string_view text : policy_.consequences(diagnostic.rule))
    diagnostic.notes.push_back({diagnostic.range, std::string(text)});
  ++reported_[diagnostic.rule];
  if (collected) collected_.push_back(diagnostic);
  if (again) return;
  if (diagnostic.severity == Severity::ignored) return;
  if (suppressed(diagnostic)) return;
  if (diagnostic.severity == Severity::error) ++errors_;
  if (kept_[diagnostic.rule]++ < kKeptPerRule) {
    // A mistake of XML breaks a tag, and not the element around it.
    const bool casts_doubt =
        rule_info(diagnostic.rule).cls == RuleClass::error && diagnostic.rule != Rule::xml_malformed;
    if (diagnostic.range.valid() && casts_doubt)
      doubts_.emplace(diagnostic.range.file, diagnostic.range.begin);
    diagnostics_.push_back(std::move(diagnostic));
  } else {
    ++omitted_[diagnostic.rule];
  }
}

bool DiagnosticEngine::in_doubt(SourceRange part) const {
  if (!part.valid()) return false;
  if (instances_) part = instances_->sources().written(part);
  const auto first = doubts_.lower_bound({part.file, part.begin});
  return first != doubts_.end() && first->first == part.file &&
         first->second < std::max(part.end, part.begin + 1);
}

void DiagnosticEngine::doubt(SourceRange place) {
  if (!place.valid()) return;
  if (instances_) place = instances_->sources().written(place);
  doubts_.emplace(place.file, place.begin);
}

void DiagnosticEngine::add_suppression(Suppression suppression) {
  if (instances_ && !instances_->take_suppression(suppression)) return;
  for (std::size_t i = 0; i < suppression.slugs.size(); ++i)
    if (const RuleInfo* info = find_rule(suppression.slugs[i]))
      covered_[info->rule].add(suppression.covered, {suppressions_.size(), i});
  std::vector<bool> used(suppression.slugs.size(), false);
  suppressions_.push_back({std::move(suppression), std::move(used)});
}

void DiagnosticEngine::CoveredRanges::add(SourceRange range, Owner owner) {
  sorted_ = sorted_ && (ranges_.empty() || std::tie(ranges_.back().range.file, ranges_.back().range.begin) <=
                                               std::tie(range.file, range.begin));
  ranges_.push_back({range, owner, 0});
}

const DiagnosticEngine::CoveredRanges::Owner* DiagnosticEngine::CoveredRanges::find(SourceLocation place) {
  const auto key = [](const Entry& entry) { return std::tie(entry.range.file, entry.range.begin); };
  if (!sorted_)
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  if (!sorted_) prepared_ = 0;
  sorted_ = true;
  for (; prepared_ < ranges_.size(); ++prepared_) {
    const Entry* before = prepared_ > 0 ? &ranges_[prepared_ - 1] : nullptr;
    Entry& entry = ranges_[prepared_];
    entry.farthest_end = before != nullptr && before->range.file == entry.range.file
                             ? std::max(before->farthest_end, entry.range.end)
                             : entry.range.end;
  }
  auto at = std::upper_bound(ranges_.begin(), ranges_.end(), place, [](SourceLocation p, const Entry& entry) {
    return std::tie(p.file, p.offset) < std::tie(entry.range.file, entry.range.begin);
  });
  // Searches backwards for the innermost range that reaches the place; farthest_end tells when there is none.
  while (at != ranges_.begin()) {
    --at;
    if (at->range.file != place.file || at->farthest_end <= place.offset) return nullptr;
    if (at->range.end > place.offset) return &at->owner;
  }
  return nullptr;
}

bool DiagnosticEngine::suppressed(const Diagnostic& diagnostic) {
  if (rule_info(diagnostic.rule).cls == RuleClass::error) return false;
  const auto covered = covered_.find(diagnostic.rule);
  if (covered == covered_.end()) return false;
  const auto* owner = covered->second.find(diagnostic.range.start());
  if (owner == nullptr) return false;
  suppressions_[owner->suppression].used[owner->slug] = true;
  return true;
}

void DiagnosticEngine::finish_suppressions() {
  const auto suppressions = std::move(suppressions_);
  suppressions_.clear();
  covered_.clear();
  for (const ActiveSuppression& active : suppressions) {
    for (std::size_t i = 0; i < active.used.size(); ++i) {
      if (active.used[i]) continue;
      const std::string& slug = active.suppression.slugs[i];
      const RuleInfo* info = find_rule(slug);
      if (info == nullptr) {
        report(Rule::unused_suppression, active.suppression.comment,
               concat("the comment ignores '", slug, "', which is not a rule",
                      did_you_mean(slug, kRules, &RuleInfo::slug)));
      } else if (info->cls == RuleClass::error) {
        report(Rule::unused_suppression, active.suppression.comment,
               concat("'", slug, "' is always an error and cannot be ignored"));
      } else if (has_errors()) {
        continue;  // checks leave out what an error breaks, so that the rule may occur
      } else if (policy_.severity(info->rule) != Severity::ignored) {
        auto builder =
            report(Rule::unused_suppression, active.suppression.comment,
                   concat("the comment ignores '", slug, "', which does not occur here; remove it"));
        // Only a suggestion, because whether a rule occurs depends on options, too.
        if (active.used.size() == 1) builder.suggest(active.suppression.comment, "");
      }
    }
  }
}

std::vector<Diagnostic> DiagnosticEngine::sorted() const {
  std::vector<Diagnostic> result = diagnostics_;
  if (instances_)
    for (Diagnostic& diagnostic : result) instances_->finish(diagnostic);
  std::stable_sort(result.begin(), result.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.range.file, a.range.begin) < std::tie(b.range.file, b.range.begin);
  });
  return result;
}

std::optional<std::vector<std::string>> parse_suppression_comment(std::string_view comment) {
  comment = trim(comment);
  constexpr std::string_view kIntroduction = "romas:";
  if (!comment.starts_with(kIntroduction)) return std::nullopt;
  comment = trim(comment.substr(kIntroduction.size()));
  std::string spaced(comment);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  const auto words = split_words(spaced);
  if (words.empty() || words.front().text != "ignore") return std::nullopt;
  std::vector<std::string> slugs;
  for (std::size_t i = 1; i < words.size(); ++i) slugs.emplace_back(words[i].text);
  return slugs;
}

}  // namespace romas
