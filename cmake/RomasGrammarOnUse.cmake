# Lets the generated lexer and parser set up their tables when the first of them is made, rather than when the process starts:
# reading the tables takes longer than the check of a small robot. Usage: cmake -DSTEM=path/of/Grammar -P RomasGrammarOnUse.cmake
# The tool writes `Initializer CLASS::_init;`, a static object whose constructor fills the tables. It becomes a local of the
# constructors, which C++ initializes once, whatever the number of threads.
foreach(class Lexer Parser)
  get_filename_component(name ${STEM} NAME)
  set(name ${name}${class})
  foreach(ending cpp h)
    file(READ ${STEM}${class}.${ending} text)
    set(before "${text}")
    string(REPLACE "${name}::Initializer ${name}::_init;" "" text "${text}")
    string(REPLACE "  static Initializer _init;\n" "" text "${text}")
    string(REPLACE "  _interpreter = new atn::" "  static const Initializer tables;\n  _interpreter = new atn::" text "${text}")
    if(text STREQUAL before)
      message(FATAL_ERROR "${name}.${ending} does not look as expected: has ANTLR another version?")
    endif()
    file(WRITE ${STEM}${class}.${ending} "${text}")
  endforeach()
endforeach()
