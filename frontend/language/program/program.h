// Files of the language with everything they define, and the robots that one input file makes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/language/expand/expander.h"
#include "frontend/language/program/import_values.h"
#include "frontend/language/reading/parser.h"

namespace romas::language {

class Program {
 public:
  // `tests`: where the results of the robots' tests go; null: they are not run.
  explicit Program(FrontendContext& context, std::vector<RobotTest>* tests = nullptr);
  FrontendResult run(FileId main);

 private:
  // A robot as it stands in a file.
  struct RobotText {
    Name name;
    std::vector<Formal> formals;
    SourceRange head, end;
    std::shared_ptr<Body> body;
  };
  // The syntax of a file. All programs that it makes with the values of imports share it.
  struct Syntax {
    std::deque<Statement> statements;
    std::deque<RobotText> robots;
    std::map<const Statement*, std::shared_ptr<Body>> bodies;  // of modules and assemblies
    std::shared_ptr<const BlockLibraryModel> blocks;  // null: they were not read yet, or there are none
    std::optional<FileVersion> version;
    SourceRange version_statement;  // invalid: there is none
  };
  // A program: the contents of a file with the values of its parameters, kept as long as names refer to them.
  struct FileText {
    std::shared_ptr<Syntax> syntax;
    std::deque<Function> functions;
    std::deque<Module> modules;
    std::deque<TypeDefinition> types;
    std::deque<AssemblyDefinition> assemblies;
    LanguageFile file;
    bool main = false;
    GivenValues given;        // by the import that made it
    std::size_t misfits = 0;  // errors that are about these values
  };

  // program.cpp
  Parser::Piece next(Parser& parser);
  void stream(FileId file, FrontendResult& result);
  FileText& read(FileId file, bool main, GivenValues given);
  std::shared_ptr<Syntax> parse(FileId file);
  bool keep(std::vector<Statement>& statements, Syntax& syntax);
  void add(std::vector<Statement>& statements, Body& robot);
  // True if the body with this text is kept as a tree.
  bool keeps(SourceRange text);
  void define(FileText& text);
  void make_robots(FileText& text, FrontendResult& result);
  void check_unused(const FileText& text);

  // program_definitions.cpp
  // Binds a name; reports it if it is already defined in the scope.
  void bind(Scope& scope, const Binding& name, Scope::Meaning meaning);
  static void define_broken(const Statement& s, Scope& scope);
  static void hide(const Statement& s, LanguageFile& file);
  void expect_fixed(const Name& name, std::string_view of);
  void define_function(const Statement& s, FileText& text);
  std::shared_ptr<Body> body_of(Statement& s, Syntax& syntax);
  void define_type(const Statement& s, FileText& text);
  void define_module(Statement& s, FileText& text);
  void define_assembly(Statement& s, FileText& text);
  void define_robot(const RobotText& robot, FileText& text);
  void define_blocks(FileText& text);
  void define_values(FileText& text);
  void check_definitions(const FileText& text);
  void check_formals(const std::vector<const Formal*>& formals, std::string_view owner);
  void check_statements(const Formal& formal, std::string_view owner);

  // program_parameters.cpp
  void define_param(const Statement& s, FileText& text, Evaluator& evaluator,
                    std::vector<const Name*>& missing);
  void define_parameters_of(const RobotText& robot, Expander& expander);
  std::optional<Value> from_command_line(std::string_view name, bool text, Evaluator& evaluator);
  void check_command_line(const FileText& text);
  void check_given(const FileText& text);
  void report_missing(const FileText& text, const std::vector<const Name*>& missing);

  // program_imports.cpp
  struct Import {
    SourceRange range, statement;  // of what is written in quotes, and of all
    std::string path;              // where the file lies
    std::string identity;
    GivenValues given;
  };
  static std::optional<Binding> name_of_import(const Statement& s);
  static void define_broken_import(const Statement& s, Scope& scope);
  void import_file(const Statement& s, FileText& text, Evaluator* evaluator);
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

  // program_library.cpp
  void import_library(const Name& library, const Statement& s, FileText& text);
  void report_unknown_library(const Name& library, std::string_view name);

  // program_versions.cpp
  std::optional<FileVersion> version_in(const Text& written);
  void note_version(const Statement& s, Syntax& syntax);
  void check_version(const Statement& s, const Import& import, const Scope::Meaning* meaning);

  // program_lints.cpp
  void find_lints(const FileText& text);

  // program_data.cpp
  std::optional<Value> load_data(const std::string& path, SourceRange range);

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return context_.diagnostics.report(rule, range, std::move(message));
  }

  FrontendContext& context_;
  Budget budget_;
  NameRecorder recorder_;
  Session session_;
  std::deque<FileText> files_;
  // Imported files by their identity on disk and the values that they are given. Each is read once, even if
  // several files import it.
  std::map<std::string, Scope::Meaning> imported_;
  std::map<std::string, FileId> texts_;                 // by the identity alone
  std::map<FileId, std::shared_ptr<Syntax>> syntaxes_;  // of files of the language
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
  std::size_t kept_ = 0;  // bytes of text of the bodies that are kept as trees
  bool malformed_ = false;
};

}  // namespace romas::language
