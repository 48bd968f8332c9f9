# Writes ${OUTPUT}: a C++ source with the text of every file ${FOLDER}/**/*${ENDING}, as embedded_${NAME}() (support/bytes/embedded.h).
# Run as a script: cmake -DNAME=… -DFOLDER=… -DENDING=… -DOUTPUT=… -P RomasEmbed.cmake
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*${ENDING})
list(SORT files)
# With "sv" the compiler need not count the letters, of which it would count no more than 262144.
set(rows "")
set(texts "")
set(index 0)
foreach(name ${files})
  file(READ ${FOLDER}/${name} text)
  string(APPEND texts "constexpr std::string_view kFile${index} = R\"__file__(${text})__file__\"sv;\n")
  string(APPEND rows "    {\"${name}\", kFile${index}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT}.new
  "#include \"support/bytes/embedded.h\"\n#include <array>\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\nnamespace romas {\nnamespace {\nusing namespace std::string_view_literals;\n${texts}constexpr std::array<EmbeddedFile, ${index}> kFiles = {{\n${rows}}};\n}  // namespace\nstd::span<const EmbeddedFile> embedded_${NAME}() { return kFiles; }\n}  // namespace romas\n")
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different ${OUTPUT}.new ${OUTPUT})
file(REMOVE ${OUTPUT}.new)
