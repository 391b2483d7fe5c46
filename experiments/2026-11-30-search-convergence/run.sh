#!/bin/sh
# run.sh [ALEA [TABLES]]: the measurements of this folder, half an hour of one core; then gnuplot plot.gp. Tables are solved
# in the folder TABLES, if they are not there (default: one that is removed in the end).
set -e
cd "$(dirname "$0")"
alea=${1:-../../build/alea}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
ALEA_TABLES=${2:-$work}
export ALEA_TABLES
"$alea" solve diablo-4 --checkers 4
"$alea" solve backgammon-bearoff
"$alea" solve hypergammon
./diablo_turns.py 400 4 1 > "$work/diablo-4"
./backgammon_turns.py 400 3 6 1 > "$work/bearoff-3"
./backgammon_turns.py 400 6 6 1 > "$work/bearoff-6"
./backgammon_turns.py 400 2 25 1 > "$work/hypergammon-2"
./backgammon_turns.py 400 3 25 1 > "$work/hypergammon-3"

# measure TURNS GAME WEIGHTS SIMULATIONS: a file of simulations and the columns of choices.py
measure() {
    file=mcts-$1-$3.tsv
    printf '# simulations\tloss of a choice\tstandard error\terror of its value\tseconds a turn\n' > "$file"
    for simulations in $4; do
        agent=mcts:simulations=$simulations,weights=$3,tables=off,arena=512
        ./choices.py --alea "$alea" --game "$2" --turns "$work/$1" --agent "$agent" | sed -n "s/^mcts:[^\t]*/$simulations/p" >> "$file"
    done
}
few="1 10 25 50 100 200 400 800 1600 3200"
many="$few 12800 51200"
for weights in fast default handwritten; do measure diablo-4 diablo-4 $weights "$few"; done
measure bearoff-3 backgammon fast "$many"
measure bearoff-6 backgammon fast "$many"
measure bearoff-6 backgammon default "$few 12800"
for checkers in 2 3; do measure hypergammon-$checkers hypergammon handwritten "$many"; done
