#!/usr/bin/env bash
# A run on a real Slurm: controller and three nodes, all on this machine, in a temporary folder.
#
#   tests/slurm.sh [PROGRAM]        (default: build/alea)
#
# Needs Debian's slurm-wlm and munge, and root; takes about two minutes, and is not part of the suite. Submits a run with
# `alea train --slurm`, kills a worker's and the learner's process, requeues another worker, delivers a shard twice, and
# then wants: the run complete, every game of every generation counted once, the net of a run in one process bit for bit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
alea=$(realpath "${1:-build/alea}")

for program in munged slurmctld slurmd sbatch; do
  PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || {
    echo "There is no $program; on Debian: apt-get install slurm-wlm munge" >&2
    exit 2
  }
done
[[ $EUID == 0 ]] || { echo "slurmd must be started by root" >&2 && exit 2; }
PATH=$PATH:/usr/sbin

folder=$(mktemp -d /tmp/alea-slurm-XXXXXX)
daemons=()
finish() {
  scancel --user=root 2>/dev/null && sleep 2 # only what a failed test has left
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do kill "${daemons[i]}" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap finish EXIT

begin=$SECONDS
say() { printf '%3d s  %s\n' $((SECONDS - begin)) "$*"; }

# wait_until SECONDS WHAT COMMAND..: until the command succeeds.
wait_until() {
  local limit=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    if ((SECONDS >= limit)); then
      echo "FAILED: no $what in time" >&2
      squeue >&2 || true
      tail -n 20 "$folder"/*.log "$run"/slurm/*.log >&2 || true
      exit 1
    fi
    sleep 0.2
  done
}

# Slurm: users and keys of its own, ports that are free here.

start_slurm() {
  local spool=$folder/spool port=$((20000 + RANDOM % 20000))
  chmod 711 "$folder" # munged's socket is for all users
  mkdir -p "$spool" "$folder/munge"
  chown munge "$folder/munge"
  dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 status=none
  chown munge "$folder/munge/key"
  chmod 400 "$folder/munge/key"
  runuser -u munge -- munged --foreground --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >"$folder/munge.log" 2>&1 &
  daemons+=($!)
  wait_until 10 "munge" test -S "$folder/munge/socket"

  cat >"$folder/slurm.conf" <<CONF
ClusterName=alea
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$spool/controller
SlurmdSpoolDir=$spool/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_interval=1
ReturnToService=2
KillWait=5
MpiDefault=none
NodeName=node1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2
NodeName=node2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2
NodeName=node3 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 3)) CPUs=2
PartitionName=main Nodes=node[1-3] Default=YES MaxTime=60 State=UP
CONF
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -D -L "$folder/slurmctld.log" 2>/dev/null &
  daemons+=($!)
  for node in node1 node2 node3; do
    mkdir -p "$spool/$node"
    slurmd -D -N "$node" -L "$folder/slurmd-$node.log" 2>/dev/null &
    daemons+=($!)
  done
  wait_until 60 "idle nodes" nodes_are_idle
}
nodes_are_idle() { [[ $(sinfo --noheader --states=idle --format=%D 2>/dev/null) == 3 ]]; }

# The run, and what is done to it.

run=$folder/runs/cluster
config=$folder/small.toml
cat >"$config" <<'TOML'
game = "backgammon"
hidden = 48
games = 20000
games_per_generation = 500
lag = 1
window = 2
threads = 1
checkpoint_seconds = 2
TOML

learned() { [[ -f $run/metrics.jsonl ]] && (($(wc -l <"$run/metrics.jsonl") >= $1)); }
process_of() { pgrep -f "^$alea $1 .*$run" | head -n 1; }
kill_process() {
  local id
  wait_until 30 "process of $1" test -n "$(process_of "$1")"
  id=$(process_of "$1")
  kill -KILL "$id"
  say "killed the process $id: alea $1, after $(wc -l <"$run/metrics.jsonl") generations"
}
a_shard() { find "$run/cluster" -name '*.shard' | head -n 1 | grep .; }
no_jobs() { [[ -z $(squeue --noheader 2>/dev/null) ]]; }
tensors() { # a safetensors file without its header, which tells of dates and folders
  local header
  header=$(od -An -t u8 -N 8 "$1" | tr -d ' ')
  tail -c +$((header + 9)) "$1"
}

say "starting Slurm: munged, slurmctld, three slurmd"
start_slurm
say "training in one process, for comparison"
"$alea" train "$config" --run "$folder/runs/single" 2>&1 | tail -n 1

say "submitting"
"$alea" train --slurm "$config" --run "$run" --workers 3 --block-games 25
wait_until 60 "third generation" learned 3
squeue --format='%.10i %.12j %.8T %.8N'

kill_process selfplay
wait_until 60 "sixth generation" learned 6
wait_until 30 "shard" a_shard >/dev/null
shard=$(a_shard || true)
if [[ -n $shard ]] && cp "$shard" "$folder/copy" 2>/dev/null; then
  kill_process learn
  cp "$folder/copy" "$run/cluster/again" && mv "$run/cluster/again" "$shard"
  say "delivered ${shard##*/} twice"
else
  kill_process learn
fi
job=$(squeue --noheader --states=RUNNING --format='%i %j' | awk '/selfplay/ {print $1; exit}')
scontrol requeue "$job" && say "requeued the worker $job"
squeue --format='%.10i %.12j %.8T %.8N'

wait_until 400 "end of the run" test -f "$run/nets/final.safetensors"
wait_until 60 "end of the jobs" no_jobs
say "all jobs are over"
tail -n 3 "$run"/slurm/*.log

# What must hold.

failures=0
check() {
  if "${@:2}"; then echo "ok      $1"; else echo "FAILED  $1" && failures=$((failures + 1)); fi
}
counted_once() {
  sed -E 's/.*"generation":([0-9]+),"games":([0-9]+),.*/\1 \2/' "$run/metrics.jsonl" |
    diff - <(for g in $(seq 40); do echo "$g $((500 * g))"; done)
}
same_net() { cmp <(tensors "$run/nets/final.safetensors") <(tensors "$folder/runs/single/nets/final.safetensors"); }
only_the_order() { [[ $(ls "$run/cluster") == order.json ]]; }
check "every game of every generation counts once" counted_once
check "the net is that of one process, bit for bit" same_net
check "nothing is left between learner and workers" only_the_order
exit $((failures > 0))
