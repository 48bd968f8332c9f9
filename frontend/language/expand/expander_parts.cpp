// Modules of parts of links and joints: their use in links and joints, and what tells them from modules of
// whole links and joints.
#include "frontend/language/expand/expander.h"
#include "frontend/language/lower/statements.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// Returns true for statements of modules that may stand anywhere. Statements inside loops and conditions are
// checked where they are run.
bool stands_anywhere(std::string_view word) {
  return word == "let" || word == "for" || word == "if" || word == "insert" || word == "use" ||
         word == "assert";
}

std::string_view places(std::string_view where) {
  return where == "a robot" ? "robots" : where == "a link" ? "links" : "joints";
}

}  // namespace

// Handles `use` and `assert` inside a link or joint. Returns false for an ordinary property.
bool Expander::part(const Statement& s, std::string_view where, const Uses::Part& run) {
  if (s.word() == "assert") {
    assertion(s);
    return true;
  }
  if (s.word() != "use") return false;
  if (use_parts(s, where, run)) return true;
  incomplete_ = true;
  evaluator().lose(s.range);
  return true;
}

// use TARGET [(arguments)] [with NAME { STATEMENTS }]… in a link or joint: the statements of the module stand
// there. False if they could not be run, which was reported.
bool Expander::use_parts(const Statement& s, std::string_view where, const Uses::Part& run) {
  const Expr& target = s.the<Expr>("use");
  const Expr& callee = target.kind == Expr::Kind::call ? target.operands.front() : target;
  if (!may_nest(target.range)) return false;
  const Module* module = module_of_parts(callee);
  if (module == nullptr || !session_.budget.spend(1, target.range)) return false;
  const ExpansionContext context(session_.diagnostics, target.range,
                                 [&] { return concat("in this use of '", callee.text(), "'"); });
  Scope scope(module->scope);
  const Scope around(evaluator().scope());
  if (!fits(*module, where, target) || !bind(*module, target, s, around, scope)) return false;
  const Evaluator::Expanding expanding(evaluator());
  ++depth_;
  module->body->visit(session_.sources, session_.diagnostics, [&](const Statement& statement) {
    const Evaluator::Within within(evaluator(), &scope);
    run(statement, scope);
  });
  --depth_;
  // The link or joint has what is broken in the module.
  if (session_.diagnostics.in_doubt(module->body->text())) session_.diagnostics.doubt(s.range);
  return true;
}

// Looks up the module that a `use` in a link or joint names. Returns null if the name means no module, which
// is reported.
const Module* Expander::module_of_parts(const Expr& callee) {
  const Scope::Entry* entry = used_thing(callee);
  if (entry == nullptr) return nullptr;
  const auto* module = std::get_if<const Module*>(&entry->meaning);
  if (module != nullptr && !(*module)->robot) return *module;
  const auto* value = std::get_if<Value>(&entry->meaning);
  if (value != nullptr && std::holds_alternative<Anything>(value->content)) return nullptr;
  report(Rule::type_mismatch, callee.range,
         concat("'", callee.text(), "' is ", module != nullptr ? "a robot" : describe(entry->meaning),
                "; in links and joints, 'use' takes a module of their parts"))
      .note(entry->range, "it is defined here");
  return nullptr;
}

// Whether the statements of the module may stand where it is used.
bool Expander::fits(const Module& module, std::string_view where, const Expr& target) {
  if (module.robot || evaluator().is_checking()) return true;
  if (!module.placed) {
    module.placed.emplace();
    module.body->visit(session_.sources, session_.diagnostics, [&](const Statement& statement) {
      if (!module.placed->word.empty() || stands_anywhere(statement.word())) return;
      module.placed->word = statement.word();
      module.placed->range = statement.word_range();
    });
  }
  const std::string_view own = module.placed->word.empty() ? where : place_of(module.placed->word);
  if (own == where) return true;
  report(Rule::type_mismatch, target.range,
         concat("module '", module.name.text, "' has '", module.placed->word, "', which belongs in ", own,
                "; use the module in ", places(own), ", not in ", places(where)))
      .note(module.placed->range, concat("'", module.placed->word, "' is here"));
  return false;
}

// A statement of a module that is checked by itself.
void Expander::check_place(const Statement& s) {
  const std::string_view own = place_of(s.word());
  if (own == "a robot")
    lower_statement(c_, s);
  else
    check_property(c_, s);
  if (flow_.doubtful() || placed_.reported) return;
  if (placed_.word.empty()) {
    placed_.word = s.word();
    placed_.range = s.word_range();
  } else if (place_of(placed_.word) != own) {
    placed_.reported = true;
    report(Rule::unknown_property, s.word_range(),
           concat("'", s.word(), "' belongs in ", own, ", but '", placed_.word,
                  "' of this module belongs in ", place_of(placed_.word), "; no place takes both"))
        .note(placed_.range, concat("'", placed_.word, "' is here"));
  }
}

}  // namespace romas::language
