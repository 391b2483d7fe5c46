#!/usr/bin/env python3
"""How long DVONN's exact solver takes for positions some plays before the end of recorded games.

Reads a games.tsv (id, score, tags, plays), takes the first games that are long enough, goes back --plies plays from
their end and asks `alea analyse --agent exact` for the best play: one process, one thread, a position at a time.

    solve_endings.py GAMES.tsv --plies 14 --games 100 --seconds 60
"""
import argparse, json, subprocess, time

class Engine:
    def __init__(self, alea):
        self.child = subprocess.Popen([alea, "engine", "--threads", "1"], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.child.stdin.write(json.dumps({"id": 1, "game": "dvonn", **request}) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

def stacks(position):
    return sum(c in "wbr" for c in position.split(" ")[0])

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games_file")
    p.add_argument("--alea", default="build/alea")
    p.add_argument("--plies", type=int, default=14)
    p.add_argument("--games", type=int, default=100)
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--nodes", type=int, help="at most so many nodes a position, instead of --seconds")
    p.add_argument("--most-stacks", type=int, default=49, help="only positions with at most so many stacks")
    a = p.parse_args()
    engine = Engine(a.alea)
    limit = f"nodes={a.nodes}" if a.nodes else f"time={a.seconds:g}s"
    rows = [line.rstrip("\n").split("\t") for line in open(a.games_file) if not line.startswith("#")]
    times, unsolved = [], []
    for row in rows:
        if len(times) + len(unsolved) == a.games:
            break
        plays = row[3].split()
        if len(plays) - a.plies < 49:
            continue
        position = "........./........../.........../........../......... w p"
        for play in plays[: len(plays) - a.plies]:
            position = engine.ask(op="apply", position=position, play=play)["position"]
        if stacks(position) > a.most_stacks:
            continue
        begin = time.monotonic()
        answer = engine.ask(op="evaluate", position=position, agent=f"exact:{limit},table=256")
        if "error" in answer:
            unsolved.append((row[0], stacks(position)))
        else:
            times.append(time.monotonic() - begin)
    times.sort()
    n = len(times) + len(unsolved)
    rank = lambda share: times[int(share * n)] if int(share * n) < len(times) else float("inf")
    print(f"{a.plies} plies before the end, {n} games, at most {a.most_stacks} stacks: solved {len(times)}, "
          f"median {rank(0.5):.3f} s, 90% {rank(0.9):.3f} s, longest of the solved {times[-1]:.3f} s")
    for game, height in unsolved:
        print(f"  not within {limit}: {game}, {height} stacks")

main()
