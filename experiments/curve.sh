#!/usr/bin/env bash
# curve.sh RUN OPPONENT OUT [MATCH OPTIONS]: the strength of every net that a run kept, against an opponent, as lines of
# games, score, standard error appended to OUT. A line that is there already is not measured again.
#
#     experiments/curve.sh runs/backgammon-fast gnubg:plies=0 curve-fast.tsv --games 2000 --seed 11
set -euo pipefail
run=$1 opponent=$2 out=$3
shift 3
alea=${ALEA:-build/alea}
[[ -f $out ]] || printf '# games\tscore\tstderr\n' >"$out"
setting() { sed -n "s/^$1 *= *\"*\([^\"]*\)\"*/\1/p" "$run/config.toml"; }
game=$(setting game) per_generation=$(setting games_per_generation)
for net in "$run"/nets/g*.safetensors; do
  generation=$(basename "$net" .safetensors)
  games=$((10#${generation#g} * per_generation))
  grep -q "^$games"$'\t' "$out" && continue
  "$alea" match "$game" --a "net:weights=$net" --b "$opponent" --paired "$@" --json 2>/dev/null |
    sed -n "s/.*\"score\":\([-0-9.e]*\),\"stderr\":\([-0-9.e]*\),.*/$games\t\1\t\2/p" >>"$out"
done
