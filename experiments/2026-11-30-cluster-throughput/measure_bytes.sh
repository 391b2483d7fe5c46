#!/usr/bin/env bash
# Bytes of real shards, a line per game: games played by the committed default nets, a block of 50 from a worker.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
alea=${1:-build/alea}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf 'game\tgames\tshard_bytes\tbytes_per_game\tbytes_per_game_zstd\tnet_bytes\n'
for game in backgammon dvonn diablo-4 diablo-6; do
  net=nets/weights/$game-default.safetensors
  hidden=$(python3 -c "
import json, sys
file = open(sys.argv[1], 'rb')
layers = json.loads(file.read(int.from_bytes(file.read(8), 'little')))
sizes = [layers[f'layers.{i}.bias']['shape'][0] for i in range(len(layers)) if f'layers.{i}.bias' in layers]
print(sizes[:-1])" "$net")
  run=$folder/$game starts=0
  if [[ $game == dvonn ]]; then starts=1; fi # without it and without exploration all games are the same
  # A generation is open as long as not all of its games are there: the worker leaves after three blocks.
  printf 'game = "%s"\nhidden = %s\nstart = "%s"\ngames = 5000\ngames_per_generation = 5000\nrandom_starts = %s\n' \
    "$game" "$hidden" "$net" "$starts" >"$folder/$game.toml"
  "$alea" learn "$folder/$game.toml" --run "$run" --block-games 50 2>"$folder/learner.log" </dev/null &
  learner=$!
  "$alea" selfplay --run "$run" 2>/dev/null </dev/null &
  worker=$!
  until (($(find "$run/cluster" -name '*.shard' 2>/dev/null | wc -l) >= 3)); do sleep 0.05; done
  kill -STOP "$learner"
  kill -TERM "$worker"
  wait "$worker" || true
  shards=("$run"/cluster/*.shard)
  bytes=$(cat "${shards[@]}" | wc -c) games=$((50 * ${#shards[@]}))
  packed=$(for shard in "${shards[@]}"; do zstd -q -c -3 "$shard"; done | wc -c)
  printf '%s\t%d\t%d\t%d\t%d\t%d\n' "$game" "$games" $((bytes / ${#shards[@]})) $((bytes / games)) $((packed / games)) \
    "$(stat -c %s "$run/cluster/net-g000000.safetensors")"
  kill -KILL "$learner"
  wait "$learner" 2>/dev/null || true
done
