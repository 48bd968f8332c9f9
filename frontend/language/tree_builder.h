// From the parse tree to the syntax tree of ast.h.
#pragma once

#include "frontend/language/ast.h"
#include "frontend/language/parse_tree.h"
#include "support/diagnostic.h"

namespace romas::language {

// Expressions within each other, counted in the syntax tree: so deep do later stages recurse. Evaluation ends
// at the same depth.
inline constexpr std::size_t kMaxExpressionDepth = 600;

struct BuildContext {
  FileId file = 0;
  const SourceManager* sources = nullptr;
  DiagnosticEngine* diagnostics = nullptr;
  bool clean = true;  // the parser found no error, so that nothing is missing in the parse tree
};

// The tree of one statement (`fileStatement`, `robotStatement` or `robotHead` of the grammar).
Statement build_statement(ParseTree::Node tree, const BuildContext& context);

}  // namespace romas::language
