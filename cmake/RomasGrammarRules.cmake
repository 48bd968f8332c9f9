# Writes the rules of a grammar as types that read themselves: those of the parser (frontend/language/grammar/grammar_parts.h) and those of the
# lexer (frontend/language/grammar/lexer_parts.h).
# Usage: cmake -DGRAMMAR=path/of/Grammar.g4 -DSTEM=path/of/Grammar -P RomasGrammarRules.cmake (writes GrammarParserRules.h and
# GrammarLexerRules.h)
# The rules `colorProperty : 'color' expression ';' ;` and `NUMBER : DIGIT+ ('.' DIGIT+)? ;` become
#   struct ColorProperty : Production<grammar::RuleColorProperty, Seq<Lit<"color">, Expression, Tok<grammar::SEMICOLON>>> {};
#   struct NUMBER : Token<grammar::NUMBER, Seq<Plus<DIGIT>, Opt<Seq<Chars<"\056">, Plus<DIGIT>>>>> {};
cmake_minimum_required(VERSION 3.25)

# The type of alternatives without brackets: `A B? | C` becomes Any<Seq<A,Opt<B>>,C>. Spaces separate their parts, and types have none.
function(type_of alternatives output)
  string(REPLACE "|" ";" alternatives "${alternatives}")
  set(ways "")
  set(choice OneOf)
  foreach(alternative IN LISTS alternatives)
    string(REGEX MATCHALL "[^ ]+" parts "${alternative}")
    list(TRANSFORM parts REPLACE "^(.*)\\?$" "Opt<\\1>")
    list(TRANSFORM parts REPLACE "^(.*)\\*$" "Star<\\1>")
    list(TRANSFORM parts REPLACE "^(.*)\\+$" "Plus<\\1>")
    list(LENGTH parts count)
    list(JOIN parts "," way)
    if(count GREATER 1)
      set(way "Seq<${way}>")
    endif()
    if(NOT way MATCHES "^(Lit|Tok)<")
      set(choice Any)
    endif()
    list(APPEND ways "${way}")
  endforeach()
  list(LENGTH ways count)
  list(JOIN ways "," type)
  if(count GREATER 1)
    set(type "${choice}<${type}>")
  endif()
  set(${output} "${type}" PARENT_SCOPE)
endfunction()

# The type of a rule: brackets are read from the inner ones to the outer ones.
function(type_of_rule rule output)
  while(rule MATCHES "\\(([^()]*)\\)")
    set(brackets "${CMAKE_MATCH_0}")
    type_of("${CMAKE_MATCH_1}" inner)
    string(REPLACE "${brackets}" "${inner}" rule "${rule}")
  endwhile()
  type_of("${rule}" type)
  string(REPLACE "," ", " type "${type}")
  set(${output} "${type}" PARENT_SCOPE)
endfunction()

file(READ ${GRAMMAR} text)
string(REGEX REPLACE "([^'])//[^\n]*" "\\1" text "${text}")
get_filename_component(name ${GRAMMAR} NAME)

# --- the lexer

# Characters that mean something to this script, and their octal escapes in C++.
set(codes 32 34 40 41 42 43 44 46 59 62 63 91 93 124)
set(octals 040 042 050 051 052 053 054 056 073 076 077 133 135 174)
set(tokens "")
set(declarations "")
set(definitions "")
set(literal "'([^'\\]|\\\\.)+'")
set(characters "\\[([^]\\]|\\\\.)+\\]")
set(rest "${text}")
while(rest MATCHES "\n(fragment )?([A-Z_]+)[ \n]*:(([^;'[]|${literal}|${characters})*);")
  set(fragment "${CMAKE_MATCH_1}")
  set(token ${CMAKE_MATCH_2})
  set(body "${CMAKE_MATCH_3}")
  string(REPLACE "${CMAKE_MATCH_0}" "" rest "${rest}")
  set(rule "")
  while(body MATCHES "(${literal})|(${characters})")
    set(quoted "${CMAKE_MATCH_0}")
    string(FIND "${body}" "${quoted}" at)
    string(SUBSTRING "${body}" 0 ${at} before)
    string(LENGTH "${quoted}" length)
    math(EXPR at "${at} + ${length}")
    math(EXPR length "${length} - 2")
    string(SUBSTRING "${body}" ${at} -1 body)
    string(SUBSTRING "${quoted}" 1 ${length} inner)
    string(REPLACE "\\u007F" "\\177" inner "${inner}")
    string(REPLACE "\\u{10FFFF}" "\\377" inner "${inner}")  # the largest byte
    if(inner MATCHES "\\\\u")
      message(FATAL_ERROR "${GRAMMAR}: the token '${token}' has a character that this script does not know: ${quoted}")
    endif()
    foreach(code octal IN ZIP_LISTS codes octals)
      string(ASCII ${code} character)
      string(REPLACE "${character}" "\\${octal}" inner "${inner}")
    endforeach()
    if(quoted MATCHES "^'")
      string(APPEND rule "${before}Chars<\"${inner}\">")
    else()
      string(APPEND rule "${before}Bytes<\"${inner}\">")
    endif()
  endwhile()
  string(APPEND rule "${body}")
  if(NOT fragment AND NOT rule MATCHES "-> skip")
    list(APPEND tokens ${token})
  endif()
  string(REGEX REPLACE "->.*" "" rule "${rule}")
  string(REGEX REPLACE "~ *(Bytes<[^>]*>|[A-Z_]+)" "Not<\\1>" rule "${rule}")
  string(REGEX REPLACE "\\.\\*\\? +Chars<" "Until<" rule "${rule}")
  string(REPLACE "." "Not<Bytes<\"\">>" rule "${rule}")
  string(REGEX REPLACE "([(|)])" " \\1 " rule "${rule}")
  string(REGEX REPLACE "[ \n]+([?*+])" "\\1" rule "${rule}")
  string(REPLACE "\n" " " rule "${rule}")
  type_of_rule("${rule}" type)
  string(APPEND declarations "struct ${token};\n")
  if(fragment)
    string(APPEND definitions "struct ${token} : ${type} {};\n")
  else()
    string(APPEND definitions "struct ${token} : Token<grammar::${token}, ${type}> {};\n")
  endif()
endwhile()
if(rest MATCHES "\n(fragment +)?([A-Z][A-Za-z_0-9]*)")
  message(FATAL_ERROR "${GRAMMAR}: the token '${CMAKE_MATCH_2}' is not understood")
endif()
list(JOIN tokens ", " tokens)
file(WRITE ${STEM}LexerRules.h "// Generated from ${name}.
#pragma once

#include \"frontend/language/grammar/lexer_parts.h\"

namespace romas::language::tokens {

${declarations}
${definitions}
// All that are not skipped, in the order of the grammar: of two that match as much, the first one is meant.
using All = Tokens<${tokens}>;

}  // namespace romas::language::tokens
")

# --- the parser

# Signs by their names, so that brackets and semicolons are those of the grammar itself.
while(text MATCHES "\n([A-Z_]+) : ('[^A-Za-z']+') ;")
  set(token ${CMAKE_MATCH_1})
  set(sign "${CMAKE_MATCH_2}")
  string(REPLACE "${CMAKE_MATCH_0}" "" text "${text}")
  string(REPLACE "${sign}" " ${token} " text "${text}")
endwhile()

set(declarations "")
set(definitions "")
set(sign_of_rules "'[A-Za-z_0-9]+'|[A-Za-z_0-9]+|[()|?*+]")
while(text MATCHES "\n([a-z][A-Za-z0-9]*)[ \n]*:([^;]*);")
  set(rule ${CMAKE_MATCH_1})
  set(body "${CMAKE_MATCH_2}")
  string(REPLACE "${CMAKE_MATCH_0}" "" text "${text}")
  string(REGEX REPLACE "${sign_of_rules}" "" foreign "${body}")
  string(STRIP "${foreign}" foreign)
  if(NOT foreign STREQUAL "")
    message(FATAL_ERROR "${GRAMMAR}: the rule '${rule}' has signs that this script does not know: ${foreign}")
  endif()
  set(type "")
  string(REGEX MATCHALL "${sign_of_rules}" signs "${body}")
  foreach(sign IN LISTS signs)
    if(sign MATCHES "^'(.*)'$")
      string(APPEND type " Lit<\"${CMAKE_MATCH_1}\">")
    elseif(sign MATCHES "^[?*+]$")
      string(APPEND type "${sign}")
    elseif(sign MATCHES "^[(|)]$")
      string(APPEND type " ${sign}")
    elseif(sign STREQUAL "EOF")  # whoever reads a text looks for its end
    elseif(sign MATCHES "^[A-Z]")
      string(APPEND type " Tok<grammar::${sign}>")
    else()
      string(SUBSTRING ${sign} 0 1 initial)
      string(TOUPPER ${initial} initial)
      string(SUBSTRING ${sign} 1 -1 rest)
      string(APPEND type " ${initial}${rest}")
    endif()
  endforeach()
  type_of_rule("${type}" type)
  string(SUBSTRING ${rule} 0 1 initial)
  string(TOUPPER ${initial} initial)
  string(SUBSTRING ${rule} 1 -1 rest)
  string(APPEND declarations "struct ${initial}${rest};\n")
  string(APPEND definitions "struct ${initial}${rest} : Production<grammar::Rule${initial}${rest}, ${type}> {};\n")
endwhile()

if(text MATCHES "\n([a-z][A-Za-z0-9]*)[ \n]*:")
  message(FATAL_ERROR "${GRAMMAR}: the rule '${CMAKE_MATCH_1}' is not understood")
endif()
file(WRITE ${STEM}ParserRules.h "// Generated from ${name}.
#pragma once

#include \"frontend/language/grammar/grammar_parts.h\"

namespace romas::language::rules {

${declarations}
${definitions}
}  // namespace romas::language::rules
")
