#!/usr/bin/env python3
"""overhead.py ALEA [ROUNDS]: what a tournament takes beyond a match of the same games, in time and in processor time.

Each round plays 10,000 backgammon games of the two committed networks at 0 ply on one thread, once as a tournament and once as
the match with the seed of its pairing, which is the same games. Run it on an idle machine.
"""
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

CONFIG = """game = "backgammon"
format = "round-robin"
games = 10000
seed = 1
[players.default]
agent = "net:weights=default"
[players.fast]
agent = "net:weights=fast"
"""


def cost(command):
    """Seconds on the clock and of the processor."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    return end - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    alea, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 14
    more = []
    for i in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            config, database = os.path.join(folder, "t.toml"), os.path.join(folder, "t.db")
            with open(config, "w") as file:
                file.write(CONFIG)
            kept = cost([alea, "tournament", config, "--db", database, "--threads", "1"])
            with sqlite3.connect(database) as stored:
                (seed,) = stored.execute("SELECT seed FROM pairings").fetchone()
            bare = cost([alea, "match", "backgammon", "--a", "net:weights=default", "--b", "net:weights=fast",
                         "--games", "10000", "--paired", "--seed", str(seed), "--threads", "1"])
            more.append([k / b - 1 for k, b in zip(kept, bare)])
    for name, values in zip(("time", "processor time"), zip(*more)):
        error = statistics.stdev(values) / rounds**0.5
        print(f"{name}: {statistics.mean(values):+.1%} +- {error:.1%} standard error, median {statistics.median(values):+.1%}")


main()
