#!/usr/bin/env bash
# From nothing to a trained backgammon player.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
run=runs/quickstart
net=net:weights=$run/nets/final.safetensors
start=4HPwATDgc/ABMA # the Position ID of the start of a game

step() { printf '\n== %s\n\n' "$*"; }

echo "Builds alea (about 6 minutes on two cores), trains a backgammon network from nothing (about 3 minutes), tests it in matches"
echo "and asks it for the best opening play with 3-1. Ctrl-C at any time; run again, it goes on where it was."

step "1/5 Packages"
.ci/install.sh

step "2/5 Build, in build/"
.ci/build.sh release alea alea-learner

step "3/5 Training, in $run"
build/alea train configs/backgammon-quick.toml --run "$run"

step "4/5 Matches"
build/alea match backgammon --a "$net" --b random --games 1000 --paired
if command -v gnubg >/dev/null || [[ -x /usr/games/gnubg ]]; then
  echo
  build/alea match backgammon --a "$net" --b gnubg:plies=0 --games 1000 --paired
fi

step "5/5 Analysis: the opening 3-1"
build/alea analyse backgammon --position "$start" --dice 3-1 --agent "$net" --top 5

cat <<END

Next:
  build/alea match backgammon --a net:weights=default --b $net --games 2000 --paired
      the network that comes with alea against yours
  build/alea train configs/backgammon-evening.toml
      a stronger network, in two hours
  build/alea --help, and README.md
      the rest
END
