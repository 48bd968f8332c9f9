// Files of the language with everything they define, and the robots that one input file makes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/language/expander.h"
#include "frontend/language/parser.h"

namespace romas::language {

class Program {
 public:
  explicit Program(FrontendContext& context);
  FrontendResult run(FileId main);

 private:
  // A robot as it stands in a file.
  struct RobotText {
    Name name;
    SourceRange head, end;
    std::shared_ptr<Body> body;
  };
  // The contents of a file, kept as long as names refer to them.
  struct FileText {
    std::deque<Statement> statements;
    std::deque<RobotText> robots;
    std::deque<Function> functions;
    std::deque<Module> modules;
    std::deque<AssemblyDefinition> assemblies;
    LanguageFile file;
  };

  // program.cpp
  Parser::Piece next(Parser& parser);
  void stream(FileId file, FrontendResult& result);
  FileText& read(FileId file, bool main);
  void parse(FileId file, FileText& text);
  bool keep(std::vector<Statement>& statements, FileText& text);
  void add(std::vector<Statement>& statements, Body& robot);
  // True if the body with this text is kept as a tree.
  bool keeps(SourceRange text);
  void define(FileText& text, bool main);
  void make_robots(FileText& text, FrontendResult& result);
  void check_unused(const FileText& text);

  // program_definitions.cpp
  // Binds a name; reports it if it is already defined in the scope.
  void bind(Scope& scope, const Binding& name, Scope::Meaning meaning);
  static void define_broken(const Statement& s, Scope& scope);
  void expect_fixed(const Name& name, std::string_view of);
  void define_function(const Statement& s, FileText& text);
  void define_module(Statement& s, FileText& text);
  void define_assembly(Statement& s, FileText& text);
  void define_robot(const RobotText& robot, FileText& text);
  void define_blocks(FileText& text);
  void define_values(FileText& text, bool main);
  void define_param(const Statement& s, Evaluator& evaluator, Scope& scope, bool main);
  void check_definitions(const FileText& text);

  // program_imports.cpp
  void import_file(const Statement& s, FileText& text);
  std::optional<Scope::Meaning> imported(const std::string& path, SourceRange range);
  std::optional<Scope::Meaning> import_language(const std::string& path, const std::string& identity,
                                                FileId file, SourceRange range);
  std::optional<std::string> find_import(const std::string& path, SourceRange range);

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return context_.diagnostics.report(rule, range, std::move(message));
  }

  FrontendContext& context_;
  Budget budget_;
  NameRecorder recorder_;
  Session session_;
  std::deque<FileText> files_;
  // Imported files by their identity on disk. Each is read once, even if several files import it.
  std::map<std::string, Scope::Meaning> imported_;
  struct OpenFile {
    std::string identity;
    std::string path;
    SourceRange range;  // of the import that opened it
  };
  std::vector<OpenFile> open_;  // files whose imports are being read, the outermost first
  std::deque<ForeignRobots> foreign_;
  std::deque<BlockLibraryModel> libraries_;
  std::size_t kept_ = 0;  // bytes of text of the bodies that are kept as trees
  bool malformed_ = false;
};

}  // namespace romas::language
