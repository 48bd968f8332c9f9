// Files of the language with everything they define, and the robots that one input file makes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/language/program/imports.h"
#include "frontend/language/program/parameters.h"
#include "frontend/language/program/syntax_reader.h"

namespace romas::language {

class Program {
 public:
  // `tests`: where the results of the robots' tests go; null: they are not run.
  explicit Program(FrontendContext& context, std::vector<RobotTest>* tests = nullptr);
  FrontendResult run(FileId main);

 private:
  // program.cpp
  void stream(FileId file, FrontendResult& result);
  FileText& read(FileId file, bool main, GivenValues given);
  Imports::Read read_import(FileId file, const GivenValues& given);
  void define(FileText& text);
  void make_robots(FileText& text, FrontendResult& result);
  void check_unused(const FileText& text);

  // program_definitions.cpp
  static void define_broken(const Statement& s, Scope& scope);
  static void hide(const Statement& s, LanguageFile& file);
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

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return context_.diagnostics.report(rule, range, std::move(message));
  }

  FrontendContext& context_;
  Budget budget_;
  NameRecorder recorder_;
  Session session_;
  SyntaxReader syntax_reader_;
  Parameters parameters_;
  Imports imports_;
  std::deque<FileText> files_;
  std::map<FileId, std::shared_ptr<Syntax>> syntaxes_;  // of files of the language
};

}  // namespace romas::language
