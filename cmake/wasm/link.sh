#!/bin/sh
# link.sh WORD…: em++ with the linker of clang 19, and with the packages of Debian's Node wherever Node comes from.
set -e
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
for tool in clang clang++ wasm-ld; do ln -s "$(command -v $tool-19)" "$tools/$tool"; done
for tool in llvm-nm llvm-ar llvm-ranlib llvm-objcopy; do ln -s "$(command -v $tool)" "$tools/$tool"; done
NODE_PATH=/usr/share/nodejs EM_LLVM_ROOT=$tools EM_LLVM_ADD_VERSION='' EM_CLANG_ADD_VERSION='' em++ "$@"
