#!/bin/sh
# run.sh ALEA OUT: tree search against each game's other search, with amounts of work that take about the same time a play.
set -eu
alea=$1
out=$2
play() {
  game=$1
  shift
  "$alea" match "$game" --paired --threads 1 --seed 1 "$@" 2>/dev/null | tee -a "$out"
}
play backgammon --a mcts:simulations=800 --b expectimax:plies=2,filter=normal,prune=fast --games 300 --luck net:weights=default
play diablo-4 --a mcts:simulations=125 --b expectimax:plies=3,filter=normal --games 400
play dvonn --a mcts:simulations=3000 --b alphabeta:nodes=60000 --games 100 --random-start
play diablo-6 --a mcts:simulations=120 --b expectimax:plies=3,filter=normal --games 100
play diablo-6 --a expectimax:plies=3,filter=normal --b expectimax:plies=2,filter=normal --games 150
play diablo-8 --a mcts:simulations=64 --b expectimax:plies=2,filter=normal --games 60
