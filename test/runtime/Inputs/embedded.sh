# embedded.sh SOURCE OUTPUT COMPILER NM [OPTION…]: a control cycle in float needs no heap, no exceptions, no type information and no double.
set -e
source=$1 output=$2 compiler=$3 nm=$4
shift 4
"$compiler" -std=c++17 -O2 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror "$@" \
  -I "$source/runtime" -I "$source" -c "$source/test/runtime/Inputs/embedded.cpp" -o "$output"
"$nm" -u --demangle "$output" >"$output.symbols"
! grep -E 'malloc|operator new|__cxa_throw|__cxa_allocate|personality|typeinfo|__aeabi_d(add|sub|mul|div)' "$output.symbols"
