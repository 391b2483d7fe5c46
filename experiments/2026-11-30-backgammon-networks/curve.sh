#!/usr/bin/env bash
# curve.sh RUN: the strength of every net that a run kept, against GNU Backgammon 0-ply, as lines of
# games, points a game, standard error. A line that is there already is not measured again.
set -euo pipefail
run=$1
out=$(dirname "$0")/curve-$(basename "$run").tsv
[[ -f $out ]] || printf '# games\tscore\tstderr\n' >"$out"
per_generation=$(sed -n 's/^games_per_generation *= *//p' "$run/config.toml")
for net in "$run"/nets/g*.safetensors; do
  generation=$(basename "$net" .safetensors)
  games=$((10#${generation#g} * per_generation))
  grep -q "^$games"$'\t' "$out" && continue
  build/alea match backgammon --a "net:weights=$net" --b gnubg:plies=0 --games 2000 --paired --seed 11 --json 2>/dev/null |
    sed -n "s/.*\"score\":\([-0-9.e]*\),\"stderr\":\([-0-9.e]*\),.*/$games\t\1\t\2/p" >>"$out"
done
