// Executes the statements of a robot: uses of modules and robots, loops, conditions and assertions. The
// others are lowered by words/statements.def.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "frontend/language/expand/delayed_tests.h"
#include "frontend/language/lower/lower_context.h"

namespace romas::language {

class Expander {
 public:
  // `global` is the scope of the file; the robot's own names live in a scope below it.
  Expander(std::string name, SourceRange name_range, SourceRange head, Session& session, const Scope* global);

  void run(const Statement& statement);
  // A parameter of the robot, in front of its statements. One that is there already is reported elsewhere.
  void define_parameter(const Formal& formal, Value value);
  // The complete robot. Assertions about all of it are checked here.
  Model finish(SourceRange end);
  Evaluator& evaluator() { return c_.evaluator; }

  // True if an instance could not be made, so that references to it cannot be resolved.
  bool incomplete() const { return incomplete_ || flow_.broken() || c_.incomplete(); }

  // Check an unused module or function with unknown values. Their only results are diagnostics.
  static void check(const Module& module, Session& session);
  static void check(const Function& function, Session& session);

 private:
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return session_.diagnostics.report(rule, range, std::move(message));
  }
  void statement(const Statement& s, Scope& scope);

  // use (expander_use.cpp)
  void use(const Statement& s, Scope& scope);
  void lose_instance(const Statement& s, Scope& scope);
  std::string other_name(const Statement& s, std::string_view own);
  bool make_instance(const Scope::Entry& entry, const Expr& target, const Statement& s,
                     const std::shared_ptr<Instance>& instance);
  bool instantiate(const Module& module, const Expr& target, const Statement& s,
                   const std::shared_ptr<Instance>& instance);
  bool bind(const Module& module, const Expr& target, const Statement& s, const Scope& around, Scope& into);
  bool has_broken_head(const Module& module) const;
  bool bind_given(const Module& module, const Statement& s, const Scope& around, Scope& into);
  bool expect_nothing_given(const Statement& s, std::string_view what);
  void run_given(const GivenStatements& given, const std::function<void()>& run);
  bool use_file(const LanguageFile& file, const Expr& target, const Statement& s,
                const std::shared_ptr<Instance>& instance);
  bool use_assembly(const AssemblyDefinition& assembly, const Statement& s, Instance& instance);
  void merge(const Model& part, const Statement& s, Instance& instance, FileId file);
  void find_root(Instance& instance, std::size_t first_link, std::size_t first_joint, SourceRange range);
  void pass_names_on(const Instance& instance);
  bool may_nest(SourceRange where);
  // Looks up the name behind a `use`. Returns null if it is unknown, which is reported.
  const Scope::Entry* used_thing(const Expr& callee);
  bool expect_no_arguments(const Expr& target, std::string_view what);

  // expander_parts.cpp: modules of parts of links and joints
  bool part(const Statement& s, std::string_view where, const Uses::Part& run);
  bool use_parts(const Statement& s, std::string_view where, const Uses::Part& run);
  const Module* module_of_parts(const Expr& callee);
  bool fits(const Module& module, std::string_view where, const Expr& target);
  void check_place(const Statement& s);

  void expose(const Statement& s);
  void assertion(const Statement& s);
  void check_delayed(std::size_t first, std::size_t first_link, std::size_t first_joint);

  Session& session_;
  Scope scope_;
  LowerContext c_;
  ControlFlow flow_;
  DelayedTests tests_;
  int depth_ = 0;                                             // of nested instances
  std::map<std::string, SourceRange, std::less<>> prefixes_;  // of instances, and the first use with each
  // Assertions about the complete robot, and the meanings of their names.
  struct DelayedAssertion {
    Statement statement;
    std::unique_ptr<Scope> scope;
  };
  std::vector<DelayedAssertion> delayed_;
  std::shared_ptr<Instance> instance_;  // that is being made; null: the robot itself
  // The first statement of a module that fits one place alone, while the module is checked by itself.
  struct {
    std::string word;
    SourceRange range;
    bool reported = false;
  } placed_;
  int used_robots_ = 0;  // around the present statement: their tests are about themselves
  bool incomplete_ = false;
};

// The names in an expression.
void add_names(const Expr& expr, std::set<std::string_view>& names);
// Copies the meanings of names to a scope that lives on. Functions and modules are not copied, only referred
// to.
std::unique_ptr<Scope> snapshot(const Scope& scope, std::set<std::string_view> names);

// The robot that an assembly makes; nothing if it has errors, which are reported. The tests of one that is
// used in a robot do not run.
std::optional<Model> assemble(const AssemblyDefinition& assembly, Session& session, bool is_used);

}  // namespace romas::language
