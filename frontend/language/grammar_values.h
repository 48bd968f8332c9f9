// The rules of values, patterns, types and names in C++; grammar_rules.h says how they are written.
#pragma once

#include "frontend/language/grammar_parts.h"

namespace romas::language::rules {

struct Name;
struct Pattern;
struct Type;
struct Expression;

struct Pattern : Production<grammar::RulePattern,
                            Any<Name, Seq<Lit<"(">, Pattern, Star<Seq<Lit<",">, Pattern>>, Lit<")">>>> {};
struct Word
    : Production<
          grammar::RuleWord,
          OneOf<Tok<grammar::IDENT>,
                Lits<"robot", "version", "gravity", "material", "color", "texture", "link", "mass", "com",
                     "inertial", "at", "inertia", "implicit", "visual", "named", "collision", "box",
                     "cylinder", "sphere", "radius", "capsule", "ellipsoid", "radii", "mesh", "scale",
                     "length", "joint", "axis", "limit", "lower", "upper", "effort", "velocity",
                     "acceleration", "deceleration", "jerk", "damping", "friction", "armature", "dynamics",
                     "mimic", "safety", "k_position", "k_velocity", "calibration", "reference", "rising",
                     "falling", "pitch", "dialect", "frame", "on", "kind", "loop_joint", "link1", "link2",
                     "as", "element", "spring", "rest_length", "stiffness", "nested", "wing", "parent",
                     "profile", "chord", "span", "stall_angle", "nominal_speed", "thrust", "direction",
                     "scale_factor", "limits", "sensor", "id", "update_rate", "camera", "width", "height",
                     "hfov", "near", "far", "format", "ray", "horizontal", "vertical", "samples",
                     "resolution", "min_angle", "max_angle", "transmission", "actuator", "interface", "role",
                     "offset", "reduction", "type", "attribute", "gazebo", "ros2_control", "plugin",
                     "parameter", "gpio", "command", "state", "block", "name", "tag", "folder", "diffuse",
                     "normal", "thumbnail", "base", "tool", "shape", "contact", "assembly", "rot_axis",
                     "zero_axis", "part", "ground", "by", "match", "extension", "of", "raw", "force_element",
                     "solid", "density", "servo", "couple", "gear", "expose", "from", "remove", "replace",
                     "subtree", "private", "test", "within", "with", "insert">>> {};
struct Name : Production<grammar::RuleName, Any<Word, Lit<"align">, Lit<"foreign">, Tok<grammar::STRING>>> {};
struct TypeMember : Production<grammar::RuleTypeMember, Name, Lit<":">, Type> {};
struct Type
    : Production<grammar::RuleType,
                 Any<Seq<Word, Star<Seq<Lit<".">, Name>>>,
                     Seq<Tok<grammar::STRING>, Star<Seq<Lit<"or">, Tok<grammar::STRING>>>>,
                     Seq<Lit<"[">, Type, Lit<"]">>, Seq<Lit<"(">, Type, Plus<Seq<Lit<",">, Type>>, Lit<")">>,
                     Seq<Tok<grammar::RECORD_OPEN>, TypeMember, Star<Seq<Lit<",">, TypeMember>>,
                         Opt<Lit<",">>, Tok<grammar::RECORD_CLOSE>>>> {};
struct TypeDefinition : Production<grammar::RuleTypeDefinition, Lit<"type">, Name, Lit<"=">, Type, Lit<";">> {
};
struct Library : Production<grammar::RuleLibrary, Word, Star<Seq<Lit<".">, Word>>> {};
struct Ref : Production<grammar::RuleRef, Name, Star<Seq<Lit<".">, Name>>> {};
struct Text : Production<grammar::RuleText, OneOf<Tok<grammar::STRING>, Tok<grammar::RAW_STRING>>> {};
struct Integer : Production<grammar::RuleInteger, Opt<Lit<"-">>, Tok<grammar::NUMBER>> {};
struct SignedAxis : Production<grammar::RuleSignedAxis, Opt<Lit<"-">>, Tok<grammar::IDENT>> {};
struct UnitFactor : Production<grammar::RuleUnitFactor, Tok<grammar::UNIT>, Opt<Seq<Lit<"^">, Integer>>> {};
struct Unit : Production<grammar::RuleUnit, UnitFactor, Star<Seq<Lits<"*", "/">, UnitFactor>>> {};
struct Exponent
    : Production<
          grammar::RuleExponent, Lit<"^">,
          Any<Seq<Opt<Lit<"-">>, Any<Tok<grammar::NUMBER>, Word>>, Seq<Lit<"(">, Expression, Lit<")">>>> {};
struct Suffix : Production<grammar::RuleSuffix, Any<Unit, Exponent>> {};
struct AxisMatch : Production<grammar::RuleAxisMatch, SignedAxis, Lit<"->">, SignedAxis> {};
struct Argument : Production<grammar::RuleArgument, Opt<Seq<Name, Lit<"=">>>, Expression> {};
struct Arguments : Production<grammar::RuleArguments, Lit<"(">,
                              Opt<Seq<Argument, Star<Seq<Lit<",">, Argument>>, Opt<Lit<",">>>>, Lit<")">> {};
struct Selector
    : Production<grammar::RuleSelector,
                 Any<Seq<Any<Seq<Lit<".">, Name>, Seq<Lit<"[">, Expression, Lit<"]">>>, Opt<Exponent>>,
                     Seq<Arguments, Opt<Suffix>>>> {};
struct List : Production<grammar::RuleList, Expression,
                         Any<Seq<Lit<"for">, Pattern, Lit<"in">, Expression, Opt<Seq<Lit<"if">, Expression>>>,
                             Seq<Star<Seq<Lit<",">, Expression>>, Opt<Lit<",">>>>> {};
struct RecordMember : Production<grammar::RuleRecordMember, Name, Lit<":">, Expression> {};
struct Record : Production<grammar::RuleRecord, Tok<grammar::RECORD_OPEN>,
                           Opt<Seq<RecordMember, Star<Seq<Lit<",">, RecordMember>>, Opt<Lit<",">>>>,
                           Tok<grammar::RECORD_CLOSE>> {};
struct Power : Production<grammar::RulePower, Star<Lit<"-">>,
                          Any<Seq<Tok<grammar::NUMBER>, Opt<Suffix>>,
                              Seq<Lit<"(">, Expression, Star<Seq<Lit<",">, Expression>>, Lit<")">,
                                  Opt<Any<Suffix, Plus<Selector>>>>,
                              Seq<Word, Opt<Any<Exponent, Plus<Selector>>>>,
                              Seq<Lit<"[">, Opt<List>, Lit<"]">, Star<Selector>>, Seq<Record, Star<Selector>>,
                              Seq<Lit<"align">, Lit<"(">, AxisMatch, Lit<",">, AxisMatch, Lit<")">>,
                              Tok<grammar::STRING>, Lit<"true">, Lit<"false">>> {};
struct Local : Production<grammar::RuleLocal, Pattern, Opt<Seq<Lit<":">, Type>>, Lit<"=">, Expression> {};
struct Product : Production<grammar::RuleProduct, Power, Star<Seq<Lits<"*", "/">, Power>>> {};
// Operators of all ranks in one flat list: the builder of the syntax tree applies their precedence.
struct Expression
    : Production<grammar::RuleExpression,
                 Any<Seq<Lit<"if">, Expression, Lit<"then">, Expression, Lit<"else">, Expression>,
                     Seq<Lit<"let">, Local, Star<Seq<Lit<",">, Local>>, Lit<"in">, Expression>,
                     Seq<Star<Lit<"not">>, Power,
                         Star<Any<Seq<Lits<"+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=">, Power>,
                                  Seq<Lits<"and", "or">, Star<Lit<"not">>, Power>>>>>> {};

}  // namespace romas::language::rules
