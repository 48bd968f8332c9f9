// Diagnostics: findings with a place, notes and fixes. Rules are rows of diagnostics.def.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas {

enum class Rule : std::uint16_t {
#define RULE(number, enumerator, slug, cls, summary) enumerator,
#include "support/findings/diagnostics.def"
#undef RULE
};

// The severity class of a rule by its nature (see diagnostics.def); options turn it into a Severity.
enum class RuleClass : std::uint8_t { error, defect, warning, note };

struct RuleInfo {
  Rule rule;
  int number;  // shown as RM<number>
  std::string_view slug;
  RuleClass cls;
  std::string_view summary;

  std::string id() const;  // "RM1404"
};

std::span<const RuleInfo> all_rules();
const RuleInfo& rule_info(Rule rule);
// Finds a rule by slug ("inertia-triangle") or id ("RM1404", any case).
const RuleInfo* find_rule(std::string_view slug_or_id);

enum class Severity : std::uint8_t { ignored, note, warning, error };
std::string_view severity_name(Severity severity);

// The severities of rules, as the command line sets them. Errors by nature cannot be turned off or down.
class SeverityPolicy {
 public:
  // Takes the text after "-W": "inertia-triangle", "no-effort-zero", "error", "error=inertia-triangle",
  // "no-error=…", "all", "extra", "pedantic", "everything". Returns what is wrong with it, or nothing.
  std::optional<std::string> apply(std::string_view option);
  void set_strict(bool strict) { strict_ = strict; }
  // Raises a rule's natural class for a target that depends on it; -W options still take precedence.
  void raise(Rule rule, Severity at_least);
  // Turns a rule off unless a -W option or raise() asks for it. An error by nature stays on.
  void quiet(Rule rule) { quieted_.insert(rule); }
  // `at_least`: what the rule's natural class is raised to for one finding.
  Severity severity(Rule rule, Severity at_least = Severity::ignored) const;
  // A text that every finding of a rule gets as a note, such as its meaning in a simulator. The text must
  // outlive the policy.
  void add_consequence(Rule rule, std::string_view text);
  std::span<const std::string_view> consequences(Rule rule) const;

 private:
  struct Override {
    std::optional<bool> enabled;
    std::optional<bool> as_error;
  };
  std::map<Rule, Override> overrides_;
  std::map<Rule, Severity> raised_;
  std::set<Rule> quieted_;
  std::map<Rule, std::vector<std::string_view>> consequences_;
  bool strict_ = false;
  bool warnings_are_errors_ = false;
  bool notes_enabled_ = false;
};

struct DiagnosticNote {
  SourceRange range;  // that of the finding itself, where the note adds to it
  std::string message;
  bool step = false;  // on a step of the chain of expansions that leads to the place
};

struct FixIt {
  SourceRange range;  // what to replace; an empty range inserts
  std::string replacement;
  bool guess = false;  // not what the author must have meant, or it makes another robot: applied only when
                       // asked for by --fix=unsafe
};

// How an editor shows the place of a finding, where a rule has findings of several kinds.
enum class FindingMark : std::uint8_t { none, unused, deprecated };

struct Diagnostic {
  Rule rule{};
  Severity severity = Severity::error;
  SourceRange range;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::vector<FixIt> fixes;
  std::size_t instances = 0;  // of FindingInstances; 0: the place has one
  FindingMark mark = FindingMark::none;
  std::string subject = {};  // the name that it is about, where others compare it
};

// The part of a text in which a comment ("romas: ignore SLUG …") silences rules that are not errors by
// nature.
struct Suppression {
  std::vector<std::string> slugs;
  SourceRange comment;
  SourceRange covered;
};

class DiagnosticEngine;
class FindingInstances;

// A diagnostic under construction; it is reported when the builder goes out of scope.
//   diags.report(Rule::duplicate_name, range, concat("link '", name, "' is defined twice"))
//       .note(first, "the first is here");
class DiagnosticBuilder {
 public:
  DiagnosticBuilder(DiagnosticEngine& engine, Diagnostic diagnostic);
  DiagnosticBuilder(const DiagnosticBuilder&) = delete;
  DiagnosticBuilder& operator=(const DiagnosticBuilder&) = delete;
  ~DiagnosticBuilder();

  DiagnosticBuilder& note(SourceRange range, std::string message);
  // The only correct text: the fix changes nothing of the robot beyond what the finding names. Several fixes
  // of a finding belong together.
  DiagnosticBuilder& fix(SourceRange range, std::string replacement);
  // Suggests the text that the author probably meant.
  DiagnosticBuilder& suggest(SourceRange range, std::string replacement);
  // If a candidate is near to `word`, the message asks whether the nearest one was meant, and the fix
  // suggests it in place of the finding's range.
  template <class Range, class Projection = std::identity>
  DiagnosticBuilder& nearest(std::string_view word, const Range& candidates, Projection name_of = {}) {
    return meant(nearest_name(word, candidates, name_of));
  }
  // The same for a name that was already looked up; empty: there is none.
  DiagnosticBuilder& meant(std::string_view name);
  DiagnosticBuilder& mark(FindingMark mark);
  DiagnosticBuilder& about(std::string_view subject);

 private:
  DiagnosticEngine* engine_;
  Diagnostic diagnostic_;
};

// During its lifetime all findings come from one of several expansions of a text (a module, the body of a
// loop). They get a note on the expansion. The same finding at the same place is reported once, also if a
// later stage finds it again.
class ExpansionContext {
 public:
  // `describe` is called only for findings; it and what it refers to must live as long as the context.
  ExpansionContext(DiagnosticEngine& engine, SourceRange range, std::function<std::string()> describe);
  ~ExpansionContext();
  ExpansionContext(const ExpansionContext&) = delete;
  ExpansionContext& operator=(const ExpansionContext&) = delete;

 private:
  DiagnosticEngine& engine_;
};

// Collects the diagnostics of one compilation. It never throws and never prints.
class DiagnosticEngine {
 public:
  // Upper bound of the findings kept of one rule. Further ones are only counted.
  static constexpr std::size_t kKeptPerRule = 1000;

  explicit DiagnosticEngine(SeverityPolicy policy = {});
  DiagnosticEngine(const DiagnosticEngine&) = delete;
  DiagnosticEngine& operator=(const DiagnosticEngine&) = delete;
  ~DiagnosticEngine();

  // The message states the situation in lower case without a full stop. An invalid range stands for the whole
  // run.
  [[nodiscard]] bool enabled(Rule rule) const { return policy_.severity(rule) != Severity::ignored; }
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message);
  // The same as an error, whatever the class of the rule, because the format's own reader refuses the text.
  // -W options and comments about the rule still count.
  DiagnosticBuilder refuse(Rule rule, SourceRange range, std::string message);
  // Ranges may lie in instances of the texts of `sources` from now on (expansions.h). It must live as long as
  // findings are reported, and sorted() is called.
  void see_instances_of(const SourceManager& sources);

  void add_suppression(Suppression suppression);

  // Whether something in a part of a text was not understood: a finding that is an error by nature begins
  // there. Something absent in such a part may only be misspelt, so that checks report nothing that follows
  // from its absence. This hides no fault for good: an error must be fixed before anything else counts.
  [[nodiscard]] bool in_doubt(SourceRange part) const;
  // Marks the element at `place` as unreliable: an error reported elsewhere affects it. in_doubt() is then
  // true there.
  void doubt(SourceRange place);

  bool has_errors() const { return errors_ > 0; }
  // Memory was exhausted while something was reported: findings are missing.
  bool incomplete() const { return incomplete_; }
  std::size_t error_count() const { return errors_; }
  // The number of reports of a rule so far, including findings that were silenced or not kept.
  std::size_t reported(Rule rule) const;
  const SeverityPolicy& policy() const { return policy_; }
  SeverityPolicy& policy() { return policy_; }

  // Keeps a copy of every finding of a rule, also of silenced ones.
  void collect(Rule rule) { collected_rules_.insert(rule); }
  const std::vector<Diagnostic>& collected() const { return collected_; }

  // Reports suppression comments that had no effect (RM1025). Call once, after everything else was reported.
  void finish_suppressions();

  // The reported diagnostics, ordered by file and position; those without a place come first.
  std::vector<Diagnostic> sorted() const;
  // How many findings of a rule were counted but not kept.
  const std::map<Rule, std::size_t>& omitted() const { return omitted_; }

 private:
  friend class DiagnosticBuilder;
  friend class ExpansionContext;
  void add(Diagnostic diagnostic);
  bool seen_in_expansion(const Diagnostic& diagnostic);
  void add_trace(Diagnostic& diagnostic) const;
  bool suppressed(const Diagnostic& diagnostic);

  struct Expansion {
    SourceRange range;
    std::function<std::string()> describe;
  };
  std::vector<Expansion> expansions_;  // the outermost first
  // Findings reported in expansions.
  std::set<std::tuple<Rule, FileId, std::uint32_t, std::uint32_t>> expanded_;

  struct ActiveSuppression {
    Suppression suppression;
    std::vector<bool> used;  // by slug
  };

  // The ranges in which one rule is silenced, searchable by place.
  class CoveredRanges {
   public:
    struct Owner {
      std::size_t suppression;  // index in suppressions_
      std::size_t slug;
    };
    void add(SourceRange range, Owner owner);
    const Owner* find(SourceLocation place);

   private:
    struct Entry {
      SourceRange range;
      Owner owner;
      std::uint32_t farthest_end;  // of this range and all before it in the file
    };
    std::vector<Entry> ranges_;
    std::size_t prepared_ = 0;  // entries whose farthest_end is valid
    bool sorted_ = true;
  };

  SeverityPolicy policy_;
  std::unique_ptr<FindingInstances> instances_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<ActiveSuppression> suppressions_;
  std::map<Rule, CoveredRanges> covered_;
  std::set<Rule> collected_rules_;
  std::vector<Diagnostic> collected_;
  std::map<Rule, std::size_t> reported_;
  std::map<Rule, std::size_t> kept_;
  std::map<Rule, std::size_t> omitted_;
  // The places where errors by nature begin, and those marked by doubt().
  std::set<std::pair<FileId, std::uint32_t>> doubts_;
  std::size_t errors_ = 0;
  bool incomplete_ = false;
};

// Recognises "romas: ignore SLUG [SLUG …]" (commas allowed) in the text of a comment; nothing if the comment
// says something else.
std::optional<std::vector<std::string>> parse_suppression_comment(std::string_view comment);

}  // namespace romas
