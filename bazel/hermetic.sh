#!/bin/bash
# What the rules of romas.bzl run: romasc without anything from outside of the build.
# Usage: hermetic.sh FOLDER FILES ROMASC WORD…
# FOLDER is where romasc writes; it is empty for a check. FILES are the paths that it must write, a line each;
# without them it may write any. A file that is read outside of the build's folder is an error, and so is a
# path of that folder in what is written.
folder=$1 declared=$2
shift 2
here=$(pwd)
read=$(mktemp) || exit 3
trap 'rm -f "$read"' EXIT

run() { env -i LC_ALL=C "$@"; }
fail() {
  printf 'error: %s\n' "$1" >&2
  printf '%s\n' "${@:2}" >&2
  exit 1
}

if [ -n "$declared" ] && listed=$(run "$@" --list-outputs 2>/dev/null); then
  if [ "$(sort <<<"$listed")" != "$(sort <<<"$declared")" ]; then
    fail "outs are not what romasc writes, which is, below $folder/:" "${listed//"$folder/"/  }"
  fi
fi
run "$@" -MD -MF "$read" -MT read || exit
outside=$(sed -n 's/^  //; s/ \\$//; s/\\ / /g; /^\//p' "$read" | grep -vF "$here/")
if [ -n "$outside" ]; then
  fail "this file is outside of the build, and no deps or data declare it: $outside"
fi
if [ -n "$folder" ]; then
  named=$(grep -rnF -e "$here" -e "$(pwd -P)" -- "$folder")
  [ -z "$named" ] || fail "the output names a folder of this machine; write package:// or a relative path for \$(find …):" "$named"
fi
