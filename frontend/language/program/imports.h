// Imports: the search for files, which are read once for the values that they are given, and the detection of
// cycles.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/lower/session.h"
#include "frontend/language/program/import_values.h"
#include "frontend/language/values/scope.h"

namespace romas::language {

// The files that one program imports or loads, each with what it means.
class Imports {
 public:
  struct Read {
    const LanguageFile* program = nullptr;
    bool is_faulty = false;  // it has errors of its own, and not only in the values that it is given
  };
  // Makes a program of a file of the language with these values.
  using ReadProgram = std::function<Read(FileId, const GivenValues&)>;

  Imports(FrontendContext& context, Session& session, ReadProgram read);
  // Notes the file that imports the others.
  void open_main(FileId main);
  // Binds the name of an import: import "PATH" [version "1.2"] [as NAME [(VALUES)]], or of std.NAME. The
  // evaluator is asked for the values; null: the import gives none.
  void run(const Statement& s, Scope& scope, Evaluator* evaluator);
  // The data of a file. A file is read once, and its problems are reported once.
  std::optional<Value> load(const std::string& path, SourceRange range);

 private:
  struct Import {
    SourceRange range, statement;  // of what is written in quotes, and of all
    std::string path;              // where the file lies
    std::string identity;
    GivenValues given;
  };
  void import_library(const Name& library, const Statement& s, Scope& scope);
  void report_unknown_library(const Name& library, std::string_view name);
  std::optional<Scope::Meaning> imported(const Import& import);
  std::optional<Scope::Meaning> import_folder(const Import& import);
  std::optional<Scope::Meaning> import_text(const Import& import);
  std::optional<Scope::Meaning> import_language(const Import& import, FileId file);
  std::optional<Scope::Meaning> import_robots(const Import& import, FileId file, std::string_view format);
  bool expect_no_values(const Import& import, bool of_robot);
  bool is_open(const Import& import);
  FileId read_import(const Import& import);
  std::optional<std::string> find_import(const std::string& path, SourceRange range);
  void note_manifest(const std::string& package, const FileSearch& search);
  std::optional<std::string> find_uri(const std::string& uri, SourceRange range);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return session_.diagnostics.report(rule, range, std::move(message));
  }

  FrontendContext& context_;
  Session& session_;
  ReadProgram read_;
  // Imported files by their identity on disk and the values that they are given. Each is read once, even if
  // several files import it.
  std::map<std::string, Scope::Meaning> imported_;
  std::map<std::string, FileId> texts_;  // by the identity alone
  std::set<std::string> faulty_;  // identities of files in which errors were found: they are not read again
  struct OpenFile {
    std::string identity;
    std::string path;
    SourceRange range;  // of the import that opened it
  };
  static constexpr std::size_t kStepsOfImport = 200;  // that a text costs which is read with further values
  std::vector<OpenFile> open_;  // files whose imports are being read, the outermost first
  std::map<std::string, std::optional<Value>> data_;  // by identity; nothing for files with errors
  std::deque<ForeignRobots> foreign_;
  std::deque<BlockLibraryModel> libraries_;
};

// The name behind `as`, or that of the file; nothing where that is no name.
std::optional<Binding> name_of_import(const Statement& s);
// Uses of what an import with a syntax error reads give no further errors.
void define_broken_import(const Statement& s, Scope& scope);
// Binds a name; reports it if it is already defined in the scope.
void bind_once(Scope& scope, const Binding& name, Scope::Meaning meaning, DiagnosticEngine& diagnostics);

}  // namespace romas::language
