// From ANTLR's parse tree to the syntax tree of ast.h.
#pragma once

#include "frontend/language/ast.h"
#include "support/diagnostic.h"

namespace antlr4 {
class ParserRuleContext;
}

namespace romas::language {

struct BuildContext {
  FileId file = 0;
  const SourceManager* sources = nullptr;
  DiagnosticEngine* diagnostics = nullptr;
  bool clean = true;  // the parser found no error, so that nothing is missing in the parse tree
};

// The tree of one statement (`fileStatement`, `robotStatement` or `robotHead` of the grammar).
Statement build_statement(antlr4::ParserRuleContext& tree, const BuildContext& context);

}  // namespace romas::language
