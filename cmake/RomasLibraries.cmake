# Xerces-C, ANTLR and yaml-cpp as Romas::xerces, Romas::antlr and Romas::yaml, for the build of romasc and for programs that link the
# installed compiler. RomasLibraries_MISSING names what is not there.
#
# They are linked statically where they can be: Debian's shared Xerces pulls in curl, Kerberos and LDAP, which take more start-up time
# than a whole check and give a compiler access to the network that it does not need.
find_package(Threads QUIET)
set(RomasLibraries_MISSING "")

# romas_library(NAME HEADER FOLDER LIBRARY): finds LIBRARY.a, else LIBRARY, and HEADER, which may lie in FOLDER of an include path.
function(romas_library name header folder library)
  string(TOUPPER ROMAS_${name} variable)
  find_path(${variable}_INCLUDE ${header} PATH_SUFFIXES ${folder})
  find_library(${variable}_LIBRARY NAMES lib${library}.a ${library})
  if(NOT ${variable}_INCLUDE OR NOT ${variable}_LIBRARY OR NOT Threads_FOUND)
    set(RomasLibraries_MISSING ${RomasLibraries_MISSING} ${library} PARENT_SCOPE)
  elseif(NOT TARGET Romas::${name})
    add_library(Romas::${name} INTERFACE IMPORTED)
    target_include_directories(Romas::${name} SYSTEM INTERFACE ${${variable}_INCLUDE})
    target_link_libraries(Romas::${name} INTERFACE ${${variable}_LIBRARY} Threads::Threads)
  endif()
endfunction()

romas_library(xerces xercesc/sax2/SAX2XMLReader.hpp "" xerces-c)
romas_library(antlr antlr4-runtime.h antlr4-runtime antlr4-runtime)
romas_library(yaml yaml-cpp/yaml.h "" yaml-cpp)
