// The two rules of the grammar that the parser reads piece by piece, whole; grammar_rules.h says how rules
// are written.
#pragma once

#include "frontend/language/grammar_rules.h"

namespace romas::language::rules {

struct Robot : Production<grammar::RuleRobot, RobotHead, Star<Any<RobotStatement, Lit<";">>>, Lit<"}">> {};
struct File : Production<grammar::RuleFile, Star<Any<Robot, FileStatement, Lit<";">>>> {};

}  // namespace romas::language::rules
