// Copies and destructors of the nodes: code for every kind of node below them, compiled here alone.
#include "frontend/language/ast.h"

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
