# headers.sh SOURCE each|all COMPILER [OPTION…]: compiles each header of the runtime alone, or all together; the loop and Eigen are for hosts.
set -e
source=$1 how=$2 compiler=$3
shift 3
compile() {
  "$compiler" -x c++ -std=c++17 -fsyntax-only -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "$@" \
    -I "$source/runtime" -isystem /usr/include/eigen3 -
}
includes=
for header in "$source"/runtime/romas/*.hpp; do
  name=$(basename "$header")
  case $compiler:$name in arm-none-eabi-*:loop.hpp | arm-none-eabi-*:eigen.hpp) continue ;; esac
  if [ "$how" = each ]; then echo "#include <romas/$name>" | compile "$@"; fi
  includes="$includes#include <romas/$name>
"
done
printf '%s' "$includes" | compile "$@"
