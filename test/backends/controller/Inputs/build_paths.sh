# Builds the programs about paths of a controller's project as its CMakeLists.txt does, without CMake and in less time.
# Usage: build_paths.sh PROJECT
set -e
cd "$1"
for program in src/follow_path test/path_follows; do
  g++ -std=c++17 -O1 -Wall -Wextra -Werror -I src -I runtime -I test $program.cpp -o "$(basename $program)" -lpthread
done
