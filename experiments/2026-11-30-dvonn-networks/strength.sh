#!/usr/bin/env bash
# strength.sh OUT: network + alpha-beta against the evaluator written by hand + the same search, at equal time, and
# against that evaluator without a search. Random set-ups and own placement; one core a game, colours balanced.
set -euo pipefail
out=$1
alea=${ALEA:-build/alea}
play() {
  printf '%s against %s, %s\n' "$1" "$2" "${*:3}" >>"$out"
  "$alea" match dvonn --a "$1" --b "$2" --paired --seed 1 "${@:3}" --json 2>/dev/null >>"$out"
}
for start in --random-start "--random-turns 3"; do
  # shellcheck disable=SC2086
  play alphabeta:game_time=1s alphabeta:game_time=1s,weights=handwritten --games "${GAMES:-200}" --threads "${THREADS:-2}" $start
  # shellcheck disable=SC2086
  play alphabeta:game_time=1s handwritten --games "${GAMES:-200}" --threads "${THREADS:-2}" $start
  # shellcheck disable=SC2086
  play alphabeta:game_time=10s alphabeta:game_time=10s,weights=handwritten --games "${LONG:-20}" --threads "${THREADS:-2}" $start
done
