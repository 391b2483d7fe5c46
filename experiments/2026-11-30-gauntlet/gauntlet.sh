#!/bin/sh
# The gauntlets of this folder into one database, then the report: gauntlet.sh [ALEA] [DB], from anywhere.
# Killed, it goes on where it was.
set -eu
here=$(dirname "$0")
alea=${1:-$here/../../build/alea}
db=${2:-gauntlet.db}
for config in backgammon dvonn dvonn-search diablo-4 diablo-6 diablo-8; do
  "$alea" tournament "$here/$config.toml" --db "$db"
done
"$alea" games "$db" --check
"$alea" report "$db" --out "$here/report.html"
