// Functions that lower the statements and properties of statements.def.
#pragma once

#include <string_view>

#include "frontend/language/syntax/ast.h"
#include "frontend/language/words/statement_places.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

struct LowerContext;
struct InertialParts;

// Adds what a statement makes to the robot.
using LowerStatement = void(LowerContext&, const Statement&);
// Adds what a property says to its link or joint.
using LowerLinkProperty = void(LowerContext&, const Statement&, Link&, InertialParts&);
using LowerJointProperty = void(LowerContext&, const Statement&, Joint&);
#define STATEMENT(word, function) LowerStatement function;
#define LINK_PROPERTY(word, function) LowerLinkProperty function;
#define JOINT_PROPERTY(word, function) LowerJointProperty function;
#include "frontend/language/words/statements.def"

// By the word of the statement or property.
LowerStatement lower_statement;
LowerLinkProperty lower_link_property;
LowerJointProperty lower_joint_property;
// Checks a property of a link or joint in a module that nothing uses, so that nobody knows which one it is.
LowerStatement check_property;
// Returns the robot with its references resolved. `end` is where its text ends.
Model finish_robot(LowerContext& c, SourceRange end);

// Reports a statement that is put where none of its kind may stand.
bool expect_place(const Statement& s, std::string_view where, DiagnosticEngine& diagnostics);

}  // namespace romas::language
