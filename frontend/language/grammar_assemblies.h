// The rules of modular robots in C++: Blocks, assemblies of them, and parts. grammar_rules.h says how they
// are written.
#pragma once

#include "frontend/language/grammar_tests.h"

namespace romas::language::rules {

struct AssemblyBody;
struct AssemblyCondition;
struct Let;
struct Assertion;
struct MassProperty;
struct ComProperty;
struct InertiaProperty;

struct AssemblyCondition : Production<grammar::RuleAssemblyCondition, Lit<"if">, Expression, AssemblyBody,
                                      Opt<Seq<Lit<"else">, Any<AssemblyCondition, AssemblyBody>>>> {};
struct AssemblyLoop
    : Production<grammar::RuleAssemblyLoop, Lit<"for">, Pattern, Lit<"in">, Expression, AssemblyBody> {};
struct BlockChoice : Production<grammar::RuleBlockChoice, Lit<"block">, Lit<"(">, Text,
                                Opt<Seq<Lit<",">, Text, Opt<Seq<Lit<",">, Text>>>>, Lit<")">> {};
struct AssemblyPartPart
    : Production<grammar::RuleAssemblyPartPart,
                 Any<Seq<Lit<"on">, Name, Lit<".">, Lit<"contact">, Lit<"[">, Expression, Lit<"]">>,
                     Seq<Lit<"by">, Lit<"contact">, Lit<"[">, Expression, Lit<"]">>, Tok<grammar::IDENT>,
                     Seq<Lit<"match">, SignedAxis, Lit<"->">, SignedAxis>, Seq<Lit<"offset">, Expression>>> {
};
struct AssemblyPart : Production<grammar::RuleAssemblyPart, Lit<"part">, Name, Lit<"=">, BlockChoice,
                                 Star<AssemblyPartPart>, Lit<";">> {};
struct AssemblyBase
    : Production<grammar::RuleAssemblyBase, Lit<"base">, Name, Lit<"=">, BlockChoice, Lit<";">> {};
struct AssemblyBody : Production<grammar::RuleAssemblyBody, Lit<"{">,
                                 Star<Any<AssemblyBase, AssemblyPart, Let, Assertion, Test, AssemblyLoop,
                                          AssemblyCondition, Lit<";">>>,
                                 Lit<"}">> {};
struct Assembly : Production<grammar::RuleAssembly, Lit<"assembly">, Name,
                             Opt<Seq<Lit<"from">, Name, Star<Seq<Lit<",">, Name>>>>, AssemblyBody> {};
struct ContactIndex : Production<grammar::RuleContactIndex, Lit<"contact">, Lit<"[">, Integer, Lit<"]">> {};
struct PartPart
    : Production<grammar::RulePartPart,
                 Any<Seq<Lit<"on">, Any<Seq<Lit<"part">, Integer>, Lit<"ground">>, Opt<ContactIndex>>,
                     Seq<Lit<"by">, ContactIndex>, Tok<grammar::IDENT>,
                     Seq<Lit<"match">, SignedAxis, Lit<"->">, SignedAxis>, Seq<Lit<"offset">, Expression>,
                     Seq<Lit<"as">, Lits<"link", "joint">, Name>>> {};
struct Part : Production<grammar::RulePart, Lit<"part">, Integer, Lit<"=">, Lit<"block">, Lit<"(">,
                         Opt<Seq<Text, Opt<Seq<Lit<",">, Text, Lit<",">, Text>>>>, Lit<")">, Star<PartPart>,
                         Lit<";">> {};
struct ContactPart
    : Production<grammar::RuleContactPart,
                 Any<Seq<Lit<"at">, Expression>, Seq<Lits<"rot_axis", "zero_axis">, SignedAxis>>> {};
struct Contact : Production<grammar::RuleContact, Lit<"contact">, Lits<"joint", "assembly">,
                            Star<ContactPart>, Lit<";">> {};
struct BlockShape
    : Production<grammar::RuleBlockShape, Lit<"shape">, Text, Opt<Seq<Lit<"at">, Expression>>, Lit<";">> {};
struct BlockFlag : Production<grammar::RuleBlockFlag, Lits<"base", "tool">, Expression, Lit<";">> {};
struct BlockText
    : Production<grammar::RuleBlockText, Lits<"name", "tag", "folder", "diffuse", "normal", "thumbnail">,
                 Text, Lit<";">> {};
struct BlockBody : Production<grammar::RuleBlockBody, Lit<"{">,
                              Star<Any<BlockText, BlockFlag, BlockShape, Contact, MassProperty, ComProperty,
                                       InertiaProperty, Lit<";">>>,
                              Lit<"}">> {};
struct Block : Production<grammar::RuleBlock, Lit<"block">, Text, Any<BlockBody, Lit<";">>> {};

}  // namespace romas::language::rules
