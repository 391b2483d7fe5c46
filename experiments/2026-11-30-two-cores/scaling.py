#!/usr/bin/env python3
"""How much faster two threads analyse than one: scaling.py [--alea ALEA] [--rounds N] [SEARCH ..]

Each search analyses some positions with 1 and with 2 threads, in turn, N rounds. Work is what the search counts (evaluated
positions; for a tree search simulations), speed is work by the seconds that it took. Beside the speed-up stand the two
things that limit it: how much more processor time the same work takes on two threads, and how much of the time both
worked.
"""
import argparse, itertools, json, os, statistics, subprocess

PLAYED = ["4HPwATDgc/ABMA", "0PMxAwiF6+AAQw", "WG/gADRszpgDQA", "4HPiASjg8+ABIQ"]  # from a game's start to its middle
BACKGAMMON = list(itertools.product(PLAYED, ["2-1", "4-2", "4-4", "5-3", "6-5"]))
DVONN = [
    ("wbwbwbbbb/wwwwwbwbbw/wwwrbbwwbbb/rwwwbbwwbb/rwwbwbbbb w m", None),
    (".w2.w5...bb/wwww..b6.bw/wwwrw2w3w.bbb/rww.w2.b2b2bb/rw..w...b w m", None),
    ("ww...w3rb2./wwbbbb5*rbb4./wwwwb..b.../wwwb..w7b../www....bb w m", None),
]
# name: game, turns, agent, what is counted of an answer
SEARCHES = {
    "expectimax 2-ply": ("backgammon", BACKGAMMON, "expectimax:plies=2", "nodes"),
    "expectimax 3-ply": ("backgammon", BACKGAMMON[::4], "expectimax:plies=3", "nodes"),
    "mcts": ("backgammon", BACKGAMMON[::4], "mcts:simulations=20000,arena=256", "visits"),
    "alpha-beta": ("dvonn", DVONN, "alphabeta:time=500ms", "nodes"),
}


def analyse(alea, game, turns, agent, counted):
    """Work, seconds of searching, processor seconds of the whole program."""
    requests = [{"id": i, "op": "analyse", "game": game, "position": p, "agent": agent} for i, (p, _) in enumerate(turns)]
    for request, (_, dice) in zip(requests, turns):
        if dice:
            request["dice"] = dice
    process = subprocess.Popen([alea, "engine", "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("".join(json.dumps(request) + "\n" for request in requests))
    process.stdin.close()
    answers = [json.loads(line) for line in process.stdout]
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0 and not any("error" in answer for answer in answers), answers
    visits = sum(c.get("visits", 0) for answer in answers for c in answer["candidates"])
    work = visits if counted == "visits" else sum(answer["nodes"] for answer in answers)
    return work, sum(answer["seconds"] for answer in answers), used.ru_utime + used.ru_stime


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--alea", default="build/alea")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("search", nargs="*", default=list(SEARCHES))
    a = p.parse_args()
    print("# search\tspeed-up\twork/s on 1\twork/s on 2\tprocessor time for the same work, 2 to 1\tprocessors busy of 2")
    for name in a.search:
        game, turns, agent, counted = SEARCHES[name]
        rounds = [[analyse(a.alea, game, turns, f"{agent},threads={n}", counted) for n in (1, 2)] for _ in range(a.rounds)]
        speed = [[work / seconds for work, seconds, _ in found] for found in zip(*rounds)]
        cpu = [[used / work for work, _, used in found] for found in zip(*rounds)]
        busy = statistics.median(used / seconds for _, (_, seconds, used) in rounds)
        one, two = map(statistics.median, speed)
        ratio = statistics.median(b / a for a, b in zip(*cpu))
        print(f"{name}\t{two / one:.2f}\t{one:.0f}\t{two:.0f}\t{ratio:.3f}\t{busy:.2f}", flush=True)


if __name__ == "__main__":
    main()
