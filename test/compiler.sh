#!/bin/bash
# A compiler for the tests, named by the link that was called, through ccache.
#
# ccache keeps what makes one object. A call that compiles and links is parted therefore: an object for each source, then the program.
# Python's temporary folders have another name each time, so that ccache is called there, where all paths are absolute.
name=${0##*/}
compiler=$(PATH=${PATH//"${0%/*}:"/} command -v "$name") || exit 127

with_cache() {
  export CCACHE_BASEDIR=$ROMAS_COMPILER_BASE
  if [[ "$*" =~ "${TMPDIR:-/tmp}"/tmp[a-z0-9_]{8} ]]; then
    temporary=${BASH_REMATCH[0]}
    for argument in "$@"; do
      case $previous:$argument in
        -o:/* | *:/* | *:-I/* | *:-[^I]*) ;;
        -o:* | *:-I?*) temporary= ;;
        *) [ ! -e "$argument" ] || temporary= ;;
      esac
      previous=$argument
    done
    [ -z "$temporary" ] || { cd "$temporary" && export CCACHE_BASEDIR=/; }
  fi
  exec ccache "$compiler" "$@"
}

compiled=() linked=() sources=() previous=
for argument in "$@"; do
  case $argument in
    -[cESMx]* | -### | -v | -f*-only | -fstack-usage | -save-temps* | --*) previous= && with_cache "$@" ;;
  esac
  case $previous:$argument in
    -o:* | *:-o | *:-[lL]* | *:-Wl,* | *:-shared | *:-static* | *:-rdynamic | *:*.o | *:*.a | *:*.so*) ;;
    -I:* | -isystem:* | -include:* | -D:*) compiled+=("$argument") ;;
    *:*.c | *:*.cc | *:*.cpp | *:*.cxx)
      [ -n "${folder-}" ] || { folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT; }
      sources+=("$argument")
      argument=$folder/${#sources[@]}.o ;;
    *) compiled+=("$argument") ;;
  esac
  linked+=("$argument")
  previous=$argument
done
for i in "${!sources[@]}"; do
  (previous= && with_cache "${compiled[@]}" -c "${sources[i]}" -o "$folder/$((i + 1)).o") || exit
done
case $name in *clang*) linked+=(-Wno-unused-command-line-argument) ;; esac
"$compiler" "${linked[@]}"
