#!/usr/bin/env bash
# sources.sh FOLDER: unpacks Debian's sources of the libraries that romasc links, for the build to WebAssembly, with what they need
# to be compiled by clang 19. A folder that is up to date is left alone. Status 3: Debian's servers do not give them.
set -euo pipefail
[ $# = 1 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
packages='llvm-toolchain-19 xerces-c antlr4-cpp-runtime yaml-cpp boost1.74'
stamp=$(sha256sum "$0")
stamp=${stamp%% *}
[ "$(cat "$1/stamp" 2>/dev/null)" != "$stamp" ] || exit 0
mkdir -p "$1"
rm -rf "$1/include" "$1"/*/ "$1/stamp"
cd "$1"

# Debian's lists of sources, which few systems have, go into a folder of their own. Systems name their servers in one of two forms.
mkdir -p lists/partial
list=$PWD/debian.sources
if [ -f /etc/apt/sources.list.d/debian.sources ]; then
  sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$list"
else
  list=$PWD/debian.list
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$list"
fi
apt=(-qq -o "Dir::Etc::SourceList=$list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$PWD/lists"
  -o APT::Sandbox::User=root)
apt-get "${apt[@]}" update || exit 3
# shellcheck disable=SC2086 # words of a list
apt-get "${apt[@]}" --download-only source $packages || exit 3
rm -rf lists
ls ./*.dsc | sed -E 's|^\./(.*)_([^_]*)\.dsc|\1 \2|' >versions

unpack() { # FOLDERS PACKAGE PATTERN…: into a folder with the name of the package, without so many outer folders
  local strip=$1 package=$2
  shift 2
  mkdir -p "$package"
  tar -C "$package" --strip-components="$strip" -xf "$package"_*.orig.tar.xz --wildcards "$@"
}
unpack 1 llvm-toolchain-19 '*/libcxx/src/*' '*/libcxx/include/*' '*/libcxx/vendor/llvm/*' '*/libcxxabi/include/*'
unpack 1 boost1.74 '*/libs/program_options/src/*'
unpack 1 xerces-c '*/src/*'
unpack 0 antlr4-cpp-runtime 'runtime/src/*'
unpack 1 yaml-cpp '*/src/*' '*/include/*'
rm -f ./*.tar.* ./*.dsc

# libc++ of version 19 with the C library and the runtime of exceptions of Emscripten, whose own libc++ 13 has no ranges. That runtime
# is older than the function that libc++ 19 makes exceptions with.
mkdir include
cp -r llvm-toolchain-19/libcxx/include include/c++
cp llvm-toolchain-19/libcxxabi/include/*.h include/c++/
cp llvm-toolchain-19/libcxx/vendor/llvm/default_assertion_handler.in include/c++/__assertion_handler
sed -i 's/\(define _LIBCPP_AVAILABILITY_HAS_INIT_PRIMARY_EXCEPTION\) .*/\1 0/' include/c++/__configuration/availability.h
cat >include/c++/__config_site <<'END'
#pragma once
#define _LIBCPP_ABI_VERSION 1
#define _LIBCPP_ABI_NAMESPACE __1
#define _LIBCPP_HAS_MUSL_LIBC
#define _LIBCPP_HAS_THREAD_API_PTHREAD
#define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS
#define _LIBCPP_HAS_NO_TIME_ZONE_DATABASE
#define _LIBCPP_PSTL_BACKEND_SERIAL
#define _LIBCPP_HARDENING_MODE_DEFAULT 2
END
# libc++ 19 asks for an assignment that does not change its source.
sed -i 's/operator = (ATN &other)/operator = (const ATN \&other)/' antlr4-cpp-runtime/runtime/src/atn/ATN.{h,cpp}
# Headers of Debian's packages, one by one: the folder that they lie in holds those of the system's C library.
ln -s /usr/include/{boost,eigen3,nlohmann,unicode} include/
ln -s "$PWD/xerces-c/src/xercesc" "$PWD/yaml-cpp/include/yaml-cpp" include/
ln -s "$PWD/antlr4-cpp-runtime/runtime/src" include/antlr4-runtime
cp /usr/include/xercesc/util/Xerces_autoconf_config.hpp /usr/include/xercesc/util/XercesVersion.hpp xerces-c/src/xercesc/util/
echo '#include <cstdint>' >include/config.h  # what Xerces' configuration would write; the options of its compiler say the rest
echo "$stamp" >stamp
