// Copy operations and destructors of the nodes. They need the code of all kinds of nodes and are compiled
// only here.
#include "frontend/language/syntax/ast.h"

namespace romas::language {

Expr::Expr(const Expr&) = default;
Expr& Expr::operator=(const Expr&) = default;
Expr::~Expr() = default;

Argument::Argument(const Argument&) = default;
Argument& Argument::operator=(const Argument&) = default;
Argument::~Argument() = default;

Statement::Statement(const Statement&) = default;
Statement& Statement::operator=(const Statement&) = default;
Statement::~Statement() = default;

}  // namespace romas::language
