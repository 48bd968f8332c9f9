// The contents of a file of the language: its syntax, and what that means with the values of its parameters.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "frontend/language/program/import_values.h"
#include "frontend/language/reading/body.h"
#include "frontend/language/values/scope.h"

namespace romas::language {

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

}  // namespace romas::language
