// Builds the syntax tree of ast.h from the parse tree.
#pragma once

#include "frontend/language/grammar/parse_tree.h"
#include "frontend/language/syntax/ast.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// Upper bound of the depth of expressions in the syntax tree, and so of the recursion of later stages.
// Evaluation has the same limit.
inline constexpr std::size_t kMaxExpressionDepth = 600;

struct BuildContext {
  FileId file = 0;
  const SourceManager* sources = nullptr;
  DiagnosticEngine* diagnostics = nullptr;
  bool clean = true;  // the parser found no error, so that nothing is missing in the parse tree
  std::vector<SourceRange>* lost = nullptr;  // gets the statements in it that are left out
};

// The tree of one statement (`fileStatement`, `robotStatement` or `robotHead` of the grammar).
Statement build_statement(ParseTree::Node tree, const BuildContext& context);

}  // namespace romas::language
