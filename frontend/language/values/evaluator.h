// Evaluates expressions: quantities with dimensions, texts, lists, poses. Every problem is reported at its
// place. The functions return the most likely meaning, so that one mistake gives one error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/mistakes/lost_names.h"
#include "frontend/language/values/budget.h"
#include "frontend/language/values/property_values.h"
#include "frontend/language/values/scope.h"
#include "frontend/language/values/surroundings.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

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

  std::optional<Value> evaluate(const Expr& expr);
  std::optional<std::vector<Value>> all(std::span<const Expr> exprs);
  // The values of properties, each with the unit that it must have.
  PropertyValues& properties() { return properties_; }

  // --- names ---
  // The meaning of a name or of a path of names; null if it has none. Reports nothing.
  const Scope::Entry* lookup(const Expr& path) const;
  // The meaning of a name at a place, which is noted for tools.
  const Scope::Entry* find(std::string_view name, SourceRange use) const;
  // Notes for tools what the names in an expression mean that is not evaluated. Lists that a loop makes and
  // `let … in` are left out, because their names mean nothing here, and so are axes.
  void note_names(const Expr& expr) const;
  // Binds a name; reports it if it is already defined in this scope.
  bool define(Scope& scope, const Binding& name, Scope::Meaning meaning);
  bool bind_pattern(const Pattern& pattern, const Value& value, Scope& into);
  // Defines the names of `let NAMES [: TYPE] = VALUE`, the type null where none is written. With an error, or
  // without a value, they are defined as unknown.
  void let(const Pattern& pattern, const TypeExpr* written, const Expr* said, Scope& into);
  // The values that a loop iterates over; nullopt if they are no list.
  std::optional<std::vector<Value>> elements(const Expr& list);

  // --- what is wrong ---
  // The text of a range for messages: "'2 * x'", or "this" where it is long.
  std::string shown(SourceRange range) const;
  // Adds the names that a part of the text may define to the lost names, because of a reported error.
  void lose(SourceRange part);
  // Marks `place` as unreliable: an error reported elsewhere affects it. Nothing is marked in a module that
  // is checked by itself, because no parameter has a value there and nothing is wrong.
  void doubt(SourceRange place) const;

  const SourceManager& sources() const { return sources_; }
  DiagnosticEngine& diagnostics() const { return diagnostics_; }
  Model& model() { return model_; }
  Budget& budget() { return budget_; }
  LostNames& lost() { return lost_; }
  const Surroundings& surroundings() const { return surroundings_; }
  const Scope* scope() const { return scope_; }
  bool is_checking() const { return surroundings_.is_check; }

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
  // The target of the innermost loop around the present statement; null outside of loops.
  const Pattern* loop() const { return loop_; }

 private:
  std::optional<Value> raw(const Expr& expr);

  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model& model_;
  Budget& budget_;
  LostNames& lost_;
  const Surroundings& surroundings_;
  const Scope* scope_;
  PropertyValues properties_{*this};
  bool expanding_ = false;
  const Pattern* loop_ = nullptr;
};

}  // namespace romas::language
