# Writes the numbers of the grammar's tokens and rules, the names of the rules and the literals of the tokens as a header that needs
# nothing of ANTLR.
# Usage: cmake -DSTEM=path/of/Grammar -P RomasGrammarTypes.cmake (reads GrammarParser.h and Grammar.tokens, writes GrammarParserTypes.h)
file(READ ${STEM}Parser.h parser)
string(REGEX MATCHALL "enum {[^}]*}" enums "${parser}")
list(LENGTH enums count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "${STEM}Parser.h does not look as expected: has ANTLR another version?")
endif()
list(GET enums 0 tokens)
list(GET enums 1 rules)
string(REPLACE "enum {" "enum TokenType : unsigned short {" tokens "${tokens}")
string(REPLACE "enum {" "enum RuleIndex : unsigned short {" rules "${rules}")

string(REGEX MATCHALL "Rule[A-Za-z0-9]+ =" names "${rules}")
list(TRANSFORM names REPLACE "^Rule(.*) =$" "    \"\\1\",\n")
list(JOIN names "" names)

# Lines of two kinds: NAME=12 and 'word'=12.
file(READ ${STEM}.tokens literals)
string(REGEX REPLACE "[A-Za-z_0-9]+=[0-9]+\n" "" literals "${literals}")
string(REGEX REPLACE "'([^\n]*)'=([0-9]+)\n" "    {\"\\1\", \\2},\n" literals "${literals}")

get_filename_component(name ${STEM} NAME)
file(WRITE ${STEM}ParserTypes.h "// Generated from ${name}.g4.
#pragma once

#include <string_view>

namespace romas::grammar {

${tokens};
${rules};
// The names of the rules, with capital letters.
inline constexpr std::string_view kRuleNames[] = {
${names}};

struct Literal {
  std::string_view text;
  unsigned short type;
};
inline constexpr Literal kLiterals[] = {
${literals}};

}  // namespace romas::grammar
")
