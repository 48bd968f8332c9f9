#include "frontend/language/lower/statements.h"

#include <algorithm>
#include <array>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/lower_context.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

template <class Function>
struct StatementRow {
  std::string_view word;
  Function* function;
};
constexpr std::array kStatements = {
#define STATEMENT(word, function) StatementRow<LowerStatement>{word, function},
#include "frontend/language/words/statements.def"
};
constexpr std::array kLinkProperties = {
#define LINK_PROPERTY(word, function) StatementRow<LowerLinkProperty>{word, function},
#include "frontend/language/words/statements.def"
};
constexpr std::array kJointProperties = {
#define JOINT_PROPERTY(word, function) StatementRow<LowerJointProperty>{word, function},
#include "frontend/language/words/statements.def"
};

// The row of a word in one of the tables; null if it has none.
constexpr auto find_row(const auto& rows, std::string_view word) {
  const auto row = std::ranges::find_if(rows, [&](const auto& each) { return each.word == word; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace

bool expect_place(const Statement& s, std::string_view where, DiagnosticEngine& diagnostics) {
  const std::string_view own = place_of(s.word());
  if (own == where) return true;
  diagnostics.report(Rule::unknown_property, s.word_range(),
                     concat("'", s.word(), "' belongs in ", own, ", but is inserted in ", where, " here"));
  return false;
}

void lower_statement(LowerContext& c, const Statement& s) {
  if (const auto* row = find_row(kStatements, s.word())) row->function(c, s);
  if (c.evaluator.expanding()) c.session.budget.spend(Budget::kEntityCost, s.range);
}

void lower_link_property(LowerContext& c, const Statement& s, Link& link, InertialParts& parts) {
  if (const auto* row = find_row(kLinkProperties, s.word())) row->function(c, s, link, parts);
}

void lower_joint_property(LowerContext& c, const Statement& s, Joint& joint) {
  if (const auto* row = find_row(kJointProperties, s.word())) row->function(c, s, joint);
}

// The units of a joint's values depend on its type, which is not known here. So these values are evaluated,
// and their units are not checked.
void check_property(LowerContext& c, const Statement& s) {
  if (place_of(s.word()) == "a link") {
    Link link;
    InertialParts parts;
    lower_link_property(c, s, link, parts);
  } else if (s.word() == "at" || s.word() == "axis") {
    Joint joint;
    lower_joint_property(c, s, joint);
  } else {
    for (const Expr* expr : s.all<Expr>()) c.evaluator.evaluate(*expr);
  }
}

namespace {

void note_single(LowerContext& c, const Statement& s) {
  const auto [first, is_new] = c.single.try_emplace(std::string(s.word()), s.range);
  if (is_new) return;
  c.report_repeated(first->second, s.range, s.word());
  first->second = s.range;
}

}  // namespace

void lower_version(LowerContext& c, const Statement& s) {
  note_single(c, s);
  c.model.version = c.text(s, "version");
}

void lower_gravity(LowerContext& c, const Statement& s) {
  note_single(c, s);
  c.model.gravity = c.values.number3(s.the<Expr>("gravity"), "m/s^2", "gravity");
}

Model finish_robot(LowerContext& c, SourceRange end) {
  c.model.range.end = end.end;
  c.model.rebuild_index();
  c.references.check();
  c.quantities.check(c.model, c.evaluator);
  c.parts.resolve(c.model, c.diagnostics);
  c.extensions.resolve();
  return std::move(c.model);
}

}  // namespace romas::language
