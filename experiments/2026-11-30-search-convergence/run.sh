#!/bin/sh
# run.sh [ALEA]: the measurements of this folder, some minutes of one core; then gnuplot plot.gp.
set -e
cd "$(dirname "$0")"
alea=${1:-../../build/alea}
ALEA_TABLES=$(mktemp -d)
export ALEA_TABLES
trap 'rm -r "$ALEA_TABLES"' EXIT
"$alea" solve diablo-4 --checkers 4
"$alea" solve backgammon-bearoff
./diablo_turns.py 400 4 1 > "$ALEA_TABLES/diablo"
./backgammon_turns.py 400 6 6 1 > "$ALEA_TABLES/bearoff"

# measure NAME GAME TURNS WEIGHTS: a file of simulations and the columns of choices.py
measure() {
    file=mcts-$1-$4.tsv
    printf '# simulations\tloss of a choice\tstandard error\terror of its value\tseconds a turn\n' > "$file"
    for simulations in 1 10 25 50 100 200 400 800 1600 3200; do
        agent=mcts:simulations=$simulations,weights=$4,tables=off
        ./choices.py --alea "$alea" --game "$2" --turns "$3" --agent "$agent" | sed -n "s/^mcts:[^\t]*/$simulations/p" >> "$file"
    done
}
for weights in fast default handwritten; do measure diablo-4 diablo-4 "$ALEA_TABLES/diablo" $weights; done
for weights in fast; do measure bearoff backgammon "$ALEA_TABLES/bearoff" $weights; done
