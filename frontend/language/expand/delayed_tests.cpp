// test "NAME" { … }: what a robot says that must hold of it, in postures that the test gives.
#include "frontend/language/expand/delayed_tests.h"

#include "frontend/language/expand/assertions.h"
#include "frontend/language/expand/expander.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/values/texts.h"
#include "frontend/robot_tests.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The names that statements of a test ask for: in expressions, and instances in front of joints.
void add_names_of(const std::vector<Statement>& statements, std::set<std::string_view>& names) {
  for (const Statement& s : statements) {
    for (const Expr* expr : s.all<Expr>()) add_names(*expr, names);
    for (const Name* name : s.all<Name>()) names.insert(name->text);
    add_names_of(s.body, names);
    add_names_of(s.otherwise, names);
  }
}

// Runs the statements of one test.
class TestRun {
 public:
  TestRun(LowerContext& c, Session& session, const PartNumbers& parts, RobotTest& test)
      : c_(c),
        session_(session),
        test_(test),
        posture_(c.model),
        questions_(c, session, posture_, parts),
        flow_(c.evaluator, session.diagnostics, &c.uses) {}

  void run(const std::vector<Statement>& statements, Scope& scope) {
    c_.surroundings.answer = [this](const Expr& call) { return questions_.answer(call); };
    flow_.run(statements, &scope, [this](const Statement& s, Scope& /*scope*/) { statement(s); });
    c_.surroundings.answer = {};
  }

 private:
  void statement(const Statement& s) {
    const std::size_t errors = session_.diagnostics.error_count();
    if (s.word() == "at") {
      place(s);
    } else if (auto broken = broken_assertion(s, c_.evaluator, session_)) {
      fail(s, *std::move(broken));
      return;
    }
    if (session_.diagnostics.error_count() > errors)
      test_.failures.push_back({s.range, "this statement of the test has an error"});
  }

  // Makes a finding only if the results of tests are wanted (--test). An editor wants none.
  void fail(const Statement& s, std::string message) {
    const SourceRange place = s.the<Expr>("assert").range;
    if (session_.tests != nullptr) session_.diagnostics.report(Rule::assertion_failed, place, message);
    test_.failures.push_back({place, std::move(message)});
  }

  // at JOINT = VALUE
  void place(const Statement& s) {
    const Name& name = s.the<Name>("at");
    const std::string full = c_.references.resolve(name, EntityKind::joint);
    if (full.empty()) return;
    const JointId id = questions_.joint(full, name.range);
    if (!id) return;
    const Joint& joint = posture_.model().joint(id);
    const std::string what = concat("joint '", joint.name, "'");
    if (joint.mimic) {
      session_.diagnostics.report(Rule::bad_value, name.range,
                                  concat(what, " follows '", joint.mimic->joint.name, "'; place that joint"));
      return;
    }
    const auto position = c_.values.number(s.the<Expr>("at", 1), motion_units(joint.type).position,
                                           concat("the position of ", what));
    if (position && is_within_limits(joint, position->value(), s.the<Expr>("at", 1).range))
      posture_.move(id, position->value());
  }

  bool is_within_limits(const Joint& joint, double position, SourceRange range) {
    const JointLimit limit = effective_limit(joint);
    constexpr double kRounding = 1e-9;
    const std::string_view units = motion_units(joint.type).position;
    const auto report = [&](const Number& bound, std::string_view side) {
      session_.diagnostics
          .report(Rule::bad_value, range,
                  concat("joint '", joint.name, "' cannot be there: its ", side, " limit is ",
                         format_double(bound.value()), ' ', units))
          .note(joint.limit->range, "the limit is here");
      return false;
    };
    if (limit.lower && position < limit.lower->value() - kRounding) return report(*limit.lower, "lower");
    if (limit.upper && position > limit.upper->value() + kRounding) return report(*limit.upper, "upper");
    return true;
  }

  LowerContext& c_;
  Session& session_;
  RobotTest& test_;
  RobotPosture posture_;
  RobotQuestions questions_;
  ControlFlow flow_;
};

}  // namespace

void DelayedTests::keep(const Statement& s, std::shared_ptr<Instance> instance) {
  Evaluator& evaluator = c_.evaluator;
  const bool wanted = session_.tests != nullptr || session_.options.record_names;
  if (!wanted || evaluator.is_checking() || s.range.file != session_.main_file) return;
  std::set<std::string_view> names;
  add_names_of(s.body, names);
  const Text& name = s.the<Text>("test");
  if (name.pieces)
    for (const Expr& value : name.pieces->values) add_names(value, names);
  tests_.push_back(
      {s, snapshot(*evaluator.scope(), std::move(names)), c_.names.naming(), std::move(instance)});
}

void DelayedTests::run(const PartNumbers& parts) {
  const bool sound = session_.diagnostics.error_count() == session_.errors_of_tests;
  for (const Test& kept : tests_) {
    if (!sound || session_.budget.exhausted()) break;
    run(kept, parts);
  }
  tests_.clear();
}

void DelayedTests::run(const Test& kept, const PartNumbers& parts) {
  Evaluator& evaluator = c_.evaluator;
  const std::size_t errors = session_.diagnostics.error_count();
  const Text& written = kept.statement.the<Text>("test");
  const Names::Naming outer = c_.names.naming();
  c_.names.set_naming(kept.naming);
  const Evaluator::Within within(evaluator, kept.scope.get());
  const Evaluator::Expanding expanding(evaluator);
  RobotTest test{c_.model.name, written.text, kept.statement.range, {}};
  if (written.pieces) test.name = fill(evaluator, *written.pieces, TextUse::message);
  const RobotFacts facts = robot_facts(c_.model);
  c_.surroundings.facts = &facts;
  {
    const ExpansionContext context(session_.diagnostics, written.range,
                                   [&] { return concat("in test '", test.name, "'"); });
    Scope scope(kept.scope.get());
    TestRun(c_, session_, parts, test).run(kept.statement.body, scope);
  }
  c_.surroundings.facts = nullptr;
  c_.names.set_naming(outer);
  if (session_.diagnostics.error_count() > errors && test.failures.empty())
    test.failures.push_back({written.range, "the test has an error"});
  session_.errors_of_tests += session_.diagnostics.error_count() - errors;
  if (session_.tests != nullptr) session_.tests->push_back(std::move(test));
}

}  // namespace romas::language
