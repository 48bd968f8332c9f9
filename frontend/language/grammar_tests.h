// The rules of tests in C++: what a robot says that must hold of it. grammar_rules.h says how they are
// written.
#pragma once

#include "frontend/language/grammar_values.h"

namespace romas::language::rules {

struct Let;
struct TestBody;
struct TestCondition;

struct TestCondition : Production<grammar::RuleTestCondition, Lit<"if">, Expression, TestBody,
                                  Opt<Seq<Lit<"else">, Any<TestCondition, TestBody>>>> {};
struct TestLoop : Production<grammar::RuleTestLoop, Lit<"for">, Pattern, Lit<"in">, Expression, TestBody> {};
struct Expectation : Production<grammar::RuleExpectation, Lit<"assert">, Expression,
                                Opt<Seq<Lit<"~">, Expression, Lit<"within">, Expression>>,
                                Opt<Seq<Lit<",">, Expression>>, Lit<";">> {};
struct JointPosition
    : Production<grammar::RuleJointPosition, Lit<"at">, Ref, Lit<"=">, Expression, Lit<";">> {};
struct TestBody
    : Production<grammar::RuleTestBody, Lit<"{">,
                 Star<Any<JointPosition, Expectation, Let, TestLoop, TestCondition, Lit<";">>>, Lit<"}">> {};
struct Test : Production<grammar::RuleTest, Lit<"test">, Text, TestBody> {};

}  // namespace romas::language::rules
