// Evaluates expressions: quantities with dimensions, texts, lists, poses. Every problem is reported at its
// place. The functions return the most likely meaning, so that one mistake gives one error.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/language/mistakes/lost_names.h"
#include "frontend/language/values/budget.h"
#include "frontend/language/values/scope.h"
#include "frontend/language/values/surroundings.h"
#include "frontend/language/words/builtin_info.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// The names of RobotFacts.
bool is_robot_fact(std::string_view name);
// The names that expressions know without a definition: constants, and the facts that assertions may ask for.
struct BuiltinNames {
  std::span<const std::string_view> constants, facts;
};
BuiltinNames builtin_names();
// The members of tuples, by place.
inline constexpr std::array<std::string_view, 3> kTupleMembers = {"x", "y", "z"};
// … of poses: the position as a vector, its parts, and the angles of rpy(…).
inline constexpr std::array<std::string_view, 7> kPoseMembers = {"position", "x",     "y",  "z",
                                                                 "roll",     "pitch", "yaw"};
bool mentions_robot_facts(const Expr& expr);
// The facts of the links and joints from these indices on.
RobotFacts robot_facts(const Model& model, std::size_t first_link = 0, std::size_t first_joint = 0);

class Evaluator {
 public:
  // The model keeps the spellings of numbers. The references must outlive this.
  Evaluator(const SourceManager& sources, DiagnosticEngine& diagnostics, Model& model, Budget& budget,
            LostNames& lost, const Surroundings& surroundings, const Scope* scope)
      : sources_(sources),
        diagnostics_(diagnostics),
        model_(model),
        budget_(budget),
        lost_(lost),
        surroundings_(surroundings),
        scope_(scope) {}

  // --- what properties ask for (evaluator_properties.cpp) ---
  // Units are written as in ir/model/units.h ("N*m"); "1" is a plain number, empty takes every dimension.
  // `what` names the value in messages ("the mass"), `parts` what it consists of. Literal numbers keep their
  // digits (Number).
  std::optional<Number> number(const Expr& expr, std::string_view units, std::string_view what);
  std::optional<Number3> number3(const Expr& expr, std::string_view units, std::string_view what,
                                 std::string_view parts = {});
  std::optional<Number4> number4(const Expr& expr, std::string_view units, std::string_view what,
                                 std::string_view parts = {});
  // A list of pairs of numbers, as (1 mm, 2 deg); `whats` name the two of a pair.
  struct Pairs {
    struct Pair {
      std::array<Number, 2> numbers;
      SourceRange range;
    };
    std::vector<Pair> list;
    bool unknown = false;  // some values are known only in an instance
  };
  std::optional<Pairs> pairs(const Expr& expr, std::string_view what,
                             const std::array<std::string_view, 2>& units,
                             const std::array<std::string, 2>& whats);
  // One number, or a tuple of them.
  std::vector<Number> numbers(const Expr& expr, std::string_view units, std::string_view what);
  // The two ends of LOW .. HIGH; a unit that both lack is one error.
  std::array<std::optional<Number>, 2> range(const Expr& low, const Expr& high, std::string_view units,
                                             std::string_view what);
  // An angle, in degrees.
  std::optional<Number> degrees(const Expr& expr, std::string_view what);
  // A quantity of any dimension, for check_dimension() once the expected dimension is known.
  std::optional<Quantity> quantity(const Expr& expr, std::string_view what);
  // Reports a quantity of the wrong dimension.
  void check_dimension(const Quantity& quantity, SourceRange range, std::string_view units,
                       std::string_view what);
  Number to_number(const Quantity& quantity) const;
  std::optional<long long> whole_number(const Expr& expr, std::string_view what);
  std::optional<TransformExpr> pose(const Expr& expr, std::string_view what);
  std::optional<bool> boolean(const Expr& expr, std::string_view what);
  // x, -x, y, … or a direction as a tuple of plain numbers.
  std::optional<Number3> axis(const Expr& expr);
  std::optional<std::string> text(const Expr& expr, std::string_view what);
  // The text of an interpolated string. Names take only texts, whole and plain numbers; messages take
  // quantities as well. `unknown`, if there is one: set where a value is not known.
  enum class TextUse : unsigned char { name, message };
  std::string fill(const Template& pieces, TextUse use, bool* unknown = nullptr);

  // --- values ---
  std::optional<Value> evaluate(const Expr& expr);
  // The value as one of the type; reports it if it is of another one.
  std::optional<Value> conform(const Value& value, const Type& type, std::string_view what);
  Type type(const TypeExpr* written);  // null: anything
  Type named_type(const TypeExpr& written);
  // … whose names are those of a scope; null: of the present one.
  Type type_in(const Scope* scope, const TypeExpr* written) {
    const Within within(*this, scope);
    return type(written);
  }
  // Reports what is wrong with the meaning of a type.
  void check_type(const TypeDefinition& definition);
  // The meaning of a name or of a path of names; null if it has none. Reports nothing.
  const Scope::Entry* lookup(const Expr& path) const;
  // The meaning of a name at a place, which is noted for tools.
  const Scope::Entry* find(std::string_view name, SourceRange use) const;
  // Notes for tools what the names in an expression mean that is not evaluated. Lists that a loop makes and
  // `let … in` are left out, because their names mean nothing here, and so are axes.
  void note_names(const Expr& expr) const;
  // "nothing is called 'x'; did you mean 'y'?"
  void report_unknown_name(const Expr& name, bool robots = false);  // whether a robot may be meant
  void report_unknown_statements(const Name& name);
  // Whether the type of a parameter is one that was reported as unknown.
  bool has_lost_type(const Formal& formal);
  // A function or module that is called.
  struct Callee {
    std::string_view what;  // "function 'f'"
    SourceRange definition;
    const std::vector<const Formal*>& formals;
    const Scope* defaults;  // in which the presets and types of its parameters are evaluated
  };
  // Binds the arguments of a call to the parameters in `into`, a scope below that of the defaults; a null
  // call has no arguments. Returns false on errors.
  bool bind_arguments(const Expr* call, SourceRange where, const Callee& callee, Scope& into);
  bool bind_pattern(const Pattern& pattern, const Value& value, Scope& into);
  // Defines the names of `let NAMES [: TYPE] = VALUE`, the type null where none is written. With an error, or
  // without a value, they are defined as unknown.
  void let(const Pattern& pattern, const TypeExpr* written, const Expr* said, Scope& into);
  // The values that a loop iterates over; nullopt if they are no list.
  std::optional<std::vector<Value>> elements(const Expr& list);
  // Binds a name; reports it if it is already defined in this scope.
  bool define(Scope& scope, const Binding& name, Scope::Meaning meaning);

  const Scope* scope() const { return scope_; }
  Budget& budget() { return budget_; }
  LostNames& lost() { return lost_; }
  // Adds the names that a part of the text may define to the lost names, because of a reported error.
  void lose(SourceRange part);
  // Sets the scope of evaluation during its lifetime.
  class Within {
   public:
    Within(Evaluator& evaluator, const Scope* scope) : evaluator_(evaluator), before_(evaluator.scope_) {
      if (scope != nullptr) evaluator.scope_ = scope;
    }
    ~Within() { evaluator_.scope_ = before_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Evaluator& evaluator_;
    const Scope* before_;
  };
  // Findings during its lifetime are about a value: where a data file says it, they lead there.
  class FromData {
   public:
    FromData(const Evaluator& evaluator, const Value& value);

   private:
    std::optional<ExpansionContext> note_;
  };
  // … about a part of a value: they lead to the whole, where that stands in another file.
  class FromPart {
   public:
    FromPart(const Evaluator& evaluator, const Value& whole, const Value& part);

   private:
    std::optional<ExpansionContext> note_;
  };
  // How often a member of a type stands in the records of a value, is missing there, or is of another kind.
  struct MemberFit {
    std::size_t all = 0, missing = 0, misfits = 0;
    bool reported = false;
    bool in_every() const { return all > 2 && missing + misfits == all; }
  };
  using MemberFits = std::map<std::string, MemberFit, std::less<>>;
  // During its lifetime, evaluation may be repeated many times and costs steps.
  class Expanding {
   public:
    // `loop`: the target of the loop that is run; null: the body of a module.
    explicit Expanding(Evaluator& evaluator, const Pattern* loop = nullptr)
        : evaluator_(evaluator), before_(evaluator.expanding_), loop_before_(evaluator.loop_) {
      evaluator.expanding_ = true;
      evaluator.loop_ = loop;
    }
    ~Expanding() {
      evaluator_.expanding_ = before_;
      evaluator_.loop_ = loop_before_;
    }
    Expanding(const Expanding&) = delete;
    Expanding& operator=(const Expanding&) = delete;

   private:
    Evaluator& evaluator_;
    bool before_;
    const Pattern* loop_before_;
  };
  bool expanding() const { return expanding_; }
  bool is_checking() const { return surroundings_.is_check; }
  // The target of the innermost loop around the present statement; null outside of loops.
  const Pattern* loop() const { return loop_; }
  // How many numbers were asked for so far whose values are not known.
  std::size_t unknown_numbers() const { return unknown_numbers_; }

 private:
  // evaluator.cpp
  std::optional<Value> raw(const Expr& expr);
  std::optional<Value> group(const Expr& expr);
  std::optional<std::vector<Value>> all(std::span<const Expr> exprs);
  std::optional<Value> index(const Expr& expr);
  std::optional<Value> each(const Expr& expr);
  std::optional<Value> record(const Expr& expr);
  bool apply_unit(Value& value, const Expr& expr);
  bool check_unit_names(const Expr& expr);

  // evaluator_powers.cpp
  std::optional<Value> raised(const Expr& expr);
  std::optional<Value> exponent(const Expr& expr);
  std::optional<Value> power_of(const Value& base, const Value& exponent, const Expr& expr);

  // evaluator_control.cpp
  std::optional<Value> conditional(const Expr& expr);
  std::optional<Value> let_in(const Expr& expr);

  // evaluator_types.cpp
  const TypeDefinition* find_type_definition(const TypeExpr& written);
  bool report_parts(const Value& value, const Type& type, std::string_view what);
  void report_missing_member(const Record& record, const Value& value, std::string_view name,
                             std::string_view what);

  // evaluator_texts.cpp
  std::optional<Value> text_value(const Expr& expr);

  // evaluator_operators.cpp
  std::optional<Value> negate(const Expr& expr);
  std::optional<Value> sum(const Expr& expr);
  std::optional<Value> add(const Expr& expr, const Value& left, const Value& right, Operator op);
  std::optional<Value> add_elements(const Expr& expr, const Tuple& left, const Tuple& right, Operator op);
  std::optional<Value> product(const Expr& expr);
  std::optional<Value> multiply(const Expr& expr, const Value& left, const Value& right, Operator op);
  std::optional<Value> comparison(const Expr& expr);
  std::optional<bool> equal(const Value& left, const Value& right, SourceRange where);
  std::optional<bool> equal_records(const Record& left, const Record& right, SourceRange where);
  std::optional<Value> logical(const Expr& expr);
  std::optional<Value> logical_not(const Expr& expr);
  std::optional<Value> finite(Quantity quantity, SourceRange range, bool unknown);

  // evaluator_names.cpp
  std::optional<Value> named(const Expr& expr);
  std::optional<Value> meaning_as_value(const Scope::Entry& entry, const Expr& expr);
  std::optional<Value> call(const Expr& expr);
  std::optional<Value> call_function(const Expr& expr, const Function& function);
  std::optional<Value> call_builtin(const Expr& expr, std::string_view name);
  std::optional<std::size_t> find_parameter(const Binding& name, const Callee& callee);
  std::optional<Value> value_of_parameter(const Formal& formal, const Expr* given, const Scope* defaults,
                                          const Scope& earlier);
  void report_unknown_function(const Expr& callee);

  // evaluator_members.cpp
  std::optional<Value> member(const Expr& expr);
  bool append_quantity(const Quantity& quantity, const Value& value, const ValueFormat& format, TextUse use,
                       std::string& out);
  void report_unseen(const LanguageFile& file, const Scope::Entry& import, std::string_view name,
                     SourceRange where);
  static std::optional<Value> member_of_pose(const Pose& pose, const Expr& expr, bool unknown);
  std::optional<Value> member_of_instance(const Expr& expr, const Instance& instance);
  std::optional<Value> member_of_record(const Value& owner, const Record& record, std::string_view name,
                                        SourceRange where);

  // builtins.cpp and evaluator_poses.cpp: what is built in
  friend struct Builtins;
  std::optional<Value> pose_product(const Expr& expr, std::vector<Value> factors);
  std::optional<Value> sized_pose(const Expr& expr, TransformExpr pose, std::size_t parts, std::size_t depth,
                                  bool unknown);
  std::optional<Value> align(const Expr& expr);

  void doubt(SourceRange place) const;
  std::optional<Value> taken(const Expr& expr);
  class Doubting;
  bool is_first_misfit(SourceRange expression, const Dimension& found, const Dimension& wanted);
  bool is_first_misfit(SourceRange expression, std::string_view as);
  bool expect_quantity(Value& value, std::string_view what);  // turns Anything into a number
  std::optional<Number> to_number(Value value, std::string_view units, std::string_view what);
  template <std::size_t count>
  std::optional<std::array<Number, count>> array(const Expr& expr, std::string_view units,
                                                 std::string_view what, std::string_view parts);
  std::optional<Quantity> adapt(Quantity quantity, SourceRange range, std::string_view units,
                                std::string_view what);
  std::string shown(SourceRange range) const;

  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model& model_;
  Budget& budget_;
  LostNames& lost_;
  const Surroundings& surroundings_;
  const Scope* scope_;
  std::vector<const TypeDefinition*> open_types_;  // whose meanings are being found
  bool expanding_ = false;
  std::optional<MemberFits> fits_;  // of the value whose parts are reported
  const Pattern* loop_ = nullptr;
  std::size_t unknown_numbers_ = 0;
  std::optional<Dimension> reported_;  // a dimension that was reported for the same property already
};

// A number with a unit behind it, as `30 N*m`.
Quantity with_unit(double number, const std::vector<UnitFactor>& unit);
// How many of these units a quantity is; nothing if it is of another dimension.
std::optional<double> number_of_units(const Quantity& quantity, const std::vector<UnitFactor>& unit);

}  // namespace romas::language
