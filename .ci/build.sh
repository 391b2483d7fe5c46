#!/usr/bin/env bash
# build.sh PRESET [TARGET..]: configures a preset of CMakePresets.json and builds it, all of it without targets.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift

# One compiler a core, but not more than memory carries: a LibTorch source needs about 2 GB.
memory_gb=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || echo 2)
jobs=$((memory_gb / 2 < $(nproc) ? memory_gb / 2 : $(nproc)))
jobs=$((jobs > 0 ? jobs : 1))

log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
targets=()
if [[ $# != 0 ]]; then targets=(--target "$@"); fi
cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
