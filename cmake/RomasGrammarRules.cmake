# Writes the rules of a grammar's parser as types that read themselves (frontend/language/grammar_parts.h).
# Usage: cmake -DGRAMMAR=path/of/Grammar.g4 -DOUTPUT=path/of/GrammarParserRules.h -P RomasGrammarRules.cmake
# A rule `colorProperty : 'color' expression ';' ;` becomes
#   struct ColorProperty : Production<grammar::RuleColorProperty, Seq<Lit<"color">, Expression, Tok<grammar::SEMICOLON>>> {};
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

file(READ ${GRAMMAR} text)
string(REGEX REPLACE "([^'])//[^\n]*" "\\1" text "${text}")
# Signs by their names, so that brackets and semicolons are those of the grammar itself.
while(text MATCHES "\n([A-Z_]+) : ('[^A-Za-z']+') ;")
  set(name ${CMAKE_MATCH_1})
  set(sign "${CMAKE_MATCH_2}")
  string(REPLACE "${CMAKE_MATCH_0}" "" text "${text}")
  string(REPLACE "${sign}" " ${name} " text "${text}")
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
  # From the inner brackets to the outer ones.
  while(type MATCHES "\\(([^()]*)\\)")
    set(brackets "${CMAKE_MATCH_0}")
    type_of("${CMAKE_MATCH_1}" inner)
    string(REPLACE "${brackets}" "${inner}" type "${type}")
  endwhile()
  type_of("${type}" type)
  string(REPLACE "," ", " type "${type}")
  string(SUBSTRING ${rule} 0 1 initial)
  string(TOUPPER ${initial} initial)
  string(SUBSTRING ${rule} 1 -1 rest)
  string(APPEND declarations "struct ${initial}${rest};\n")
  string(APPEND definitions "struct ${initial}${rest} : Production<grammar::Rule${initial}${rest}, ${type}> {};\n")
endwhile()

get_filename_component(name ${GRAMMAR} NAME)
file(WRITE ${OUTPUT} "// Generated from ${name}.
#pragma once

#include \"frontend/language/grammar_parts.h\"

namespace romas::language::rules {

${declarations}
${definitions}
}  // namespace romas::language::rules
")
