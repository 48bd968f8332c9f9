#!/bin/sh
# ccache.sh CCACHE COMPILER ARGUMENT…: the compiler through ccache.
#
# When a precompiled header is made anew, the compiler's preprocessor would find the old one, and ccache would
# take that for what the new one is made from. The old one is therefore removed first. g++ compares the text of each header with the one
# that went into the precompiled one, comments too; ccache does so by the dependencies, and not by what the preprocessor leaves.
makes_header=
output=
previous=
for argument in "$@"; do
  case $previous in
    -x) [ "$argument" != c++-header ] || makes_header=yes ;;
    -o) output=$argument ;;
  esac
  previous=$argument
done
if [ -n "$makes_header" ]; then
  rm -f "$output"
  export CCACHE_DEPEND=1
fi
# Paths below the sources are seen from the build folder, so that other clones have the same ones.
CCACHE_BASEDIR=${0%/cmake/ccache.sh} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec "$@"
