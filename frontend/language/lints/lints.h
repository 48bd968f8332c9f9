// Finds names that nothing uses (RM1047) or that hide others (RM1048), and code that never runs (RM1049). All
// of it follows from the text alone, without values, so that it holds for all values of the parameters.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/reading/body.h"
#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// Gets the definitions of a file first, then its statements and robots in any order.
class Lints {
 public:
  // A kind of definition that gives something a name.
  enum class Kind : unsigned char { import, parameter, value, variable, function, module, type, instance };

  Lints(const SourceManager& sources, DiagnosticEngine& diagnostics);
  // Whether any of the rules is on.
  static bool are_wanted(const DiagnosticEngine& diagnostics);

  // A name that all of the file knows. `whole`: the statement that defines it. `told`: whether the file alone
  // says who uses it.
  void define(Kind kind, const Binding& name, SourceRange whole, bool told);
  // The members of the records that a `type` names. Call it where the file alone says who reads them.
  void define_members(const Statement& type);
  // A statement of the file; the statements of its body, where they stand apart, or null.
  void file_statement(const Statement& s, const Body* body);
  // Statements between open_robot and close_robot belong to one robot.
  void open_robot(const std::vector<const Formal*>& formals);
  void close_robot() { close(); }
  void robot_statement(const Statement& s) { statement(s); }
  // Reports what was found, unless an error has taken parts of the file away, in which more may be used.
  void report(FileId file);

 private:
  struct Local {
    Kind kind = Kind::value;
    Binding name;
    SourceRange whole;  // what is taken out where nothing uses the name; invalid: it can only be renamed
    bool told = false;
    bool used = false;
  };
  using Frame = std::map<std::string, Local, std::less<>>;
  struct Finding {
    Rule rule = Rule::unused_name;
    SourceRange range;
    std::string message;
    SourceRange other;  // of a note; invalid: there is none
    std::string_view note;
    FixIt fix;  // an invalid range: there is none
  };

  // lints.cpp: names
  void open() { frames_.emplace_back(); }
  void close();
  void bind(Kind kind, const Binding& name, SourceRange whole);
  void bind(Kind kind, const Pattern& pattern, SourceRange whole);
  void bind(const Formal& formal);
  Local* find(std::string_view name);
  void use(std::string_view name);
  void add_unused(const Local& local);
  void statement(const Statement& s);
  void body(const std::vector<Statement>& statements);
  void condition(const Statement& s);
  void values(const Statement& s);
  void item(const Statement& s, const Argument& argument, const Item& item);
  void name(const Name& name);
  void type(const TypeExpr& type);
  void pieces(const TemplatePtr& pieces);
  void expression(const Expr& expr);
  void local_names(const Expr& expr);

  // lints_members.cpp: members of types that nothing reads
  void add_members(const Binding& of, const TypeExpr& record);
  void read_members(const Expr& expr);
  void hand_over(const Expr& call);
  void goes_through(const Pattern& pattern, const Expr& list);
  void find_unread_members();

  // lints_reach.cpp: what never runs
  void check_branches(const Statement& s, const std::set<std::string_view>& earlier);
  void check_choice(const Expr& expr);
  void check_loop(const Expr& list, SourceRange dead);
  void add_dead(SourceRange dead, std::string_view what, SourceRange cause, std::string_view why);

  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::vector<Frame> frames_;      // the innermost last; the first is that of the file
  const Local* inside_ = nullptr;  // the function or module whose own text is read
  std::vector<Finding> findings_;
  struct Member {
    Binding type, name;
    SourceRange whole;  // with the ',' that goes with it; invalid: it is the only one
  };
  std::vector<Member> members_;
  std::set<std::string, std::less<>> read_members_;  // names behind a '.', and texts that may be such a name
  bool all_are_read_ = false;  // records are handed to other files, or all of their members are gone through
};

// The value of a condition that no name takes part in: `true`, `not (1 < 2)`, `x and false`.
std::optional<bool> constant_truth(const Expr& condition);
// Whether a list is empty as it is written: `[]`, `range(0)`, `range(5, 2)`.
bool is_empty_list(const Expr& list);

}  // namespace romas::language
