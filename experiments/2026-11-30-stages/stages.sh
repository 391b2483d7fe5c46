#!/bin/sh
# Plays the networks that the stages of the committed configs left against each other and against fixed anchors:
# stages.sh [ALEA], from the project's folder. Killed, it goes on where it was.
set -eu
alea=${1:-build/alea}
here=$(dirname "$0")
mkdir -p tournaments/stages
git show 630ebd7:nets/weights/backgammon-default.safetensors > tournaments/stages/backgammon-stage-1.safetensors
git show 9926bde:nets/weights/backgammon-default.safetensors > tournaments/stages/backgammon-stage-3.safetensors
git show 7202205:nets/weights/dvonn-default.safetensors > tournaments/stages/dvonn-stage-1.safetensors
git show 06b70ab:nets/weights/dvonn-default.safetensors > tournaments/stages/dvonn-stage-2.safetensors
cp "$here"/diablo-*-stage-*.safetensors tournaments/stages
for game in backgammon dvonn dvonn-set-up diablo-4 diablo-6 diablo-8; do
  "$alea" tournament "$here/$game.toml" --db "tournaments/stages/$game.db"
  "$alea" rate "tournaments/stages/$game.db" --anchor fast=0
done
