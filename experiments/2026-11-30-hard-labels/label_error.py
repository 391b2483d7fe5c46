#!/usr/bin/env python3
"""How far labels of hard 4x4 Diablo positions are from the truth, and what they cost.

Positions are random ones that an exact table holds (each side 1 to 4 checkers on random squares); hard are the --share of
them on which the net differs most from the mean over the rolls of the best reply's value. Each kind of label is made for
all of these by one `alea engine` on one thread, without tables; its cost is the processor time of that process.

    label_error.py --alea build/alea --positions 2000 --share 0.1 --seed 1 --weights fast
"""
import argparse, json, os, pathlib, random, resource, statistics, subprocess, sys

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).parent.parent / "2026-11-30-diablo-networks"))
from decision_loss import random_position

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("--alea", default="build/alea")
p.add_argument("--positions", type=int, default=2000)
p.add_argument("--share", type=float, default=0.1)
p.add_argument("--seed", type=int, default=1)
p.add_argument("--weights", default="fast")
a = p.parse_args()

def ask(positions, tables=False, **request):
    """The winning probability that each answer tells, and the processor seconds of all."""
    lines = [json.dumps({"id": i, "game": "diablo-4", "position": q, **request}) for i, q in enumerate(positions)]
    environment = dict(os.environ) if tables else {**os.environ, "ALEA_TABLES": "/nowhere"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([a.alea, "engine", "--threads", "1"], input="\n".join(lines) + "\n", capture_output=True,
                         text=True, env=environment)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    answers = {r["id"]: r for r in map(json.loads, out.stdout.splitlines())}
    assert len(answers) == len(positions) and not any("error" in r for r in answers.values()), out.stdout[:400] + out.stderr
    return [answers[i]["value"]["win"] for i in range(len(positions))], spent

def search(plies, **_):
    return {"op": "evaluate", "agent": f"expectimax:plies={plies},filter=none,tables=off,cache=0,weights={a.weights}"}

def rollout(turns, trials):
    return {"op": "rollout", "weights": a.weights, "turns": turns, "trials": trials, "seed": a.seed}

rng = random.Random(a.seed)
drawn = sorted({random_position(rng, 4) for _ in range(a.positions)})
said, _ = ask(drawn, **search(0))
one_ply, _ = ask(drawn, **search(1))
drawn = [q for _, q in sorted(((abs(x - y), q) for q, x, y in zip(drawn, said, one_ply)), reverse=True)]
hard = drawn[: round(a.share * len(drawn))]
truth, _ = ask(hard, tables=True, op="evaluate", agent="exact")
_, idle = ask(hard, **search(0))  # reading and writing, and the start of the program
print(f"{len(hard)} hard positions of {len(drawn)}, seed {a.seed}, weights {a.weights}")
kinds = {
    "the net itself": search(0),
    "1 ply": search(1),
    "2 plies": search(2),
    "rollouts, 3 turns, 4 trials": rollout(3, 4),
    "rollouts, 3 turns, 36 trials": rollout(3, 36),
    "rollouts, 7 turns, 4 trials": rollout(7, 4),
    "rollouts, 7 turns, 8 trials": rollout(7, 8),
    "rollouts, 7 turns, 36 trials": rollout(7, 36),
    "rollouts, 11 turns, 36 trials": rollout(11, 36),
}
for name, request in kinds.items():
    labels, spent = ask(hard, **request)
    off = [abs(x - y) for x, y in zip(labels, truth)]
    error = statistics.stdev(off) / len(off) ** 0.5
    root = statistics.mean(x * x for x in off) ** 0.5
    cost = 1000 * max(0.0, spent - idle) / len(hard)
    print(f"{name:30} mean error {statistics.mean(off):.4f} +- {error:.4f}  root mean square {root:.4f}  {cost:.2f} ms a label",
          flush=True)
