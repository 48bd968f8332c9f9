// The statements of a module, an assembly or a robot.
#pragma once

#include <functional>
#include <vector>

#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// A syntax tree takes many times the memory of its text. Bodies of long programs are therefore not kept as
// trees: they are read again, statement by statement, each time that they are run.
class Body {
 public:
  using Visitor = std::function<void(const Statement&)>;

  // A robot whose statements are added one by one; `head` is `robot NAME {`.
  explicit Body(SourceRange head) : text_(head) {}
  // Moves the body out of a statement.
  explicit Body(Statement& statement)
      : text_(statement.range), statements_(std::move(statement.body)), kept_(!statement.left_out) {}

  void add(Statement statement) { statements_.push_back(std::move(statement)); }
  // Drops the statements. From now on they are read again from the text.
  void leave_out();
  void end_at(std::uint32_t offset) { text_.end = offset; }

  bool kept() const { return kept_; }
  // From the first keyword to the last '}'.
  SourceRange text() const { return text_; }
  // Calls the visitor with each statement, in order. A statement lives as long as the call. An error is
  // reported if too little stack is left to read the text again.
  void visit(const SourceManager& sources, DiagnosticEngine& diagnostics, const Visitor& visitor) const;

 private:
  SourceRange text_;
  std::vector<Statement> statements_;
  bool kept_ = true;
};

// Reads a statement of a file again, with the body that was left out. Reports errors as `Body::visit` does.
Statement read_again(const Statement& statement, const SourceManager& sources, DiagnosticEngine& diagnostics);

}  // namespace romas::language
