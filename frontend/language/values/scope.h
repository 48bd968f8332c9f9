// The meanings of names: values, functions, modules, instances, files.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "frontend/language/reading/body.h"
#include "frontend/language/values/file_version.h"
#include "frontend/language/values/known_words.h"
#include "frontend/language/values/value.h"
#include "ir/model/model.h"
#include "support/sources/program_names.h"
#include "support/sources/source_manager.h"

namespace romas::language {

class Scope;
using ScopePtr = std::shared_ptr<Scope>;

inline std::vector<const Formal*> pointers_to(const std::vector<Formal>& formals) {
  std::vector<const Formal*> pointers;
  for (const Formal& formal : formals) pointers.push_back(&formal);
  return pointers;
}

// Whether a parameter stands for statements, and for no value.
bool takes_statements(const Formal& formal);

// fn NAME(formals) -> result = body
struct Function {
  Binding name;
  std::vector<const Formal*> formals;
  const TypeExpr* result = nullptr;
  const Expr* body = nullptr;
  const Scope* scope = nullptr;  // in which it was defined
  mutable bool used = false;
};

// type NAME = TYPE
struct TypeDefinition {
  Binding name;
  const TypeExpr* type = nullptr;
  const Scope* scope = nullptr;      // in which it was defined
  mutable bool is_circular = false;  // which was reported
};

// A module, or a robot that is used like one.
struct Module {
  Binding name;
  std::vector<const Formal*> formals;
  std::shared_ptr<const Body> body;
  const Scope* scope = nullptr;
  bool robot = false;
  mutable bool used = false;
  // The first statement, outside of loops and conditions, that may stand in one place alone: in robots, links
  // or joints. Found once, at a use; an empty word: there is none.
  struct Placed {
    std::string word;
    SourceRange range;
  };
  mutable std::optional<Placed> placed = {};
};

// assembly NAME from LIBRARIES { … }
struct AssemblyDefinition {
  Binding name;
  const Statement* statement = nullptr;  // without its body
  std::shared_ptr<const Body> body;
  const Scope* scope = nullptr;
  const struct BlockLibraryModel* own_blocks = nullptr;  // of its file, where it names no library; or null
};

// An instance, made by `use … as NAME`: the entities of a module or robot, by their names in it.
struct Instance {
  Binding name;
  std::string prefix;                                  // of the full names: "LF_"
  std::unordered_map<std::string, std::string> names;  // of links, joints, frames, …: own name → full name
  std::map<std::string, Value, std::less<>> exposed;   // EntityRefs among them
  std::map<std::string, std::string, std::less<>> materials;  // its own names → those in the robot
  std::map<std::string, SourceRange, std::less<>> removed;    // own names of what patches removed → where
};

// Statements that `use … with NAME { … }` gives to a module. Names in them, of values and of what is made,
// are those of the text around the `use`.
struct GivenStatements {
  const Statement* statement = nullptr;  // lives as long as the instance is made; null: nothing is given
  const Scope* scope = nullptr;          // around the `use`
  std::string prefix;                    // of full names
  std::shared_ptr<Instance> instance;    // in which they are written; null: the robot itself
  SourceRange use;                       // that made this instance
};

// Robots of another format, and Blocks of a library, by import.
struct ForeignRobots {
  std::string path;
  std::vector<Model> models;
};
struct BlockLibraryModel {
  std::string path;
  Model model;  // only its Blocks are used
};

// A file of the language: what it defines.
struct LanguageFile {
  std::string path;
  ScopePtr scope;
  std::vector<const Module*> robots;
  std::vector<const AssemblyDefinition*> assemblies;
  std::shared_ptr<const BlockLibraryModel> blocks;  // those it defines outside of robots
  std::set<std::string, std::less<>> hidden;        // private names
  std::optional<FileVersion> version;               // as it says itself
};

// Notes what names mean, for tools that ask for it.
class NameRecorder {
 public:
  explicit NameRecorder(SourceManager& sources) : sources_(sources) {}
  bool is_asked() const { return sources_.expansions().names() != nullptr; }
  // `use` is where the name stands; where it is defined, both are the same.
  void add(ProgramName::Kind kind, SourceRange use, SourceRange definition) const {
    ProgramNames* names = sources_.expansions().names();
    if (names != nullptr && use.valid()) names->add({kind, sources_.text(use), use, definition});
  }
  // Records the value of an expression in one of its evaluations.
  void add_value(SourceRange expression, std::string text) const {
    ProgramNames* names = sources_.expansions().names();
    if (names != nullptr && expression.valid()) names->add_value({expression, {}, std::move(text), true});
  }

 private:
  SourceManager& sources_;
};

class Scope {
 public:
  using Meaning =
      std::variant<Value, const Function*, const Module*, const AssemblyDefinition*,
                   std::shared_ptr<const Instance>, const LanguageFile*, const ForeignRobots*,
                   const BlockLibraryModel*, const TypeDefinition*, std::shared_ptr<const GivenStatements>>;
  struct Entry {
    std::string name;
    SourceRange range;  // where it is defined
    Meaning meaning;
    ProgramName::Kind kind = ProgramName::Kind::property;  // for tools
  };

  explicit Scope(const Scope* parent)
      : parent_(parent), recorder_(parent == nullptr ? nullptr : parent->recorder_) {}
  // Makes the scope of a file. `recorder` may be null.
  explicit Scope(const NameRecorder* recorder) : parent_(nullptr), recorder_(recorder) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  // The innermost meaning of a name, or null.
  const Entry* find(std::string_view name) const;
  const Entry* find_here(std::string_view name) const;
  // Precondition: the name has no meaning in this scope.
  void bind(std::string name, SourceRange range, Meaning meaning);
  // … of a kind that its meaning does not tell: a parameter, an argument.
  void bind(std::string name, SourceRange range, Meaning meaning, ProgramName::Kind kind);
  const NameRecorder* recorder() const { return recorder_; }
  bool is_recorded() const { return recorder_ != nullptr && recorder_->is_asked(); }
  // Records what a name in the text means, for tools. Names of robots are left to Model::name_range.
  void record(const Entry& entry, SourceRange use) const {
    const auto* module = std::get_if<const Module*>(&entry.meaning);
    if (module == nullptr || !(*module)->robot) record(entry.kind, use, entry.range);
  }
  void record(ProgramName::Kind kind, SourceRange use, SourceRange definition) const {
    if (recorder_ != nullptr) recorder_->add(kind, use, definition);
  }
  void record_value(SourceRange expression, std::string text) const {
    if (recorder_ != nullptr) recorder_->add_value(expression, std::move(text));
  }
  // A name that is defined further down, for messages about earlier uses.
  void announce(std::string_view name, SourceRange range) { announced_.emplace_back(name, range); }
  std::optional<SourceRange> announced(std::string_view name) const;
  // The number of names defined in this scope, and in all scopes visible from it.
  std::size_t size() const { return entries_.size(); }
  std::size_t visible_count() const;
  // The names visible from this scope, for suggestions.
  std::vector<std::string_view> visible() const;
  std::vector<std::string_view> own() const;

 private:
  const Scope* parent_;
  const NameRecorder* recorder_;  // null: nobody asks
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<std::pair<std::string_view, SourceRange>> announced_;
  std::unordered_map<std::string_view, const Entry*> index_;  // of scopes with many names
};

// Names of a file that files which import it see. Private names are left out.
const Scope::Entry* find_visible(const LanguageFile& file, std::string_view name);
std::vector<std::string_view> visible_names(const LanguageFile& file);

// "a function", "a module", …
std::string_view describe(const Scope::Meaning& meaning);

}  // namespace romas::language
