#!/bin/sh
# Stands for romasc in same_robots.mjs: MJCF becomes a text of the Romas language and MJCF again.
#   through_romas.sh FILE --emit=mjcf --mjcf-version=3 -o WRITTEN     with ROMASC in the environment
"$ROMASC" "$1" --emit=romas -o "$5.romas" && "$ROMASC" "$5.romas" "$2" "$3" "$4" "$5"
