#!/usr/bin/env python3
"""Checks the solved hypergammon (`alea solve hypergammon`): hypergammon_check.py [ALEA [POSITIONS]]

The opening roll's winner against Tom Keith's published values ("Hyper Fun 06", bkgm.com, 2018), and how far the values of
random positions are from what follows from the positions one roll later.
"""
import subprocess, sys

from choices import ask

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
START = "AACgAgAAKgAAAA"
PUBLISHED = {"utility": 0.0836795444708631, "win": 0.52118, "winG": 0.31021, "winBG": 0.02082, "loseG": 0.27245, "loseBG": 0.01726}


def best(alea, turns):
    requests = [{"op": "analyse", "game": "hypergammon", "position": p, "dice": d, "agent": "exact", "top": 1} for p, d in turns]
    return [answer["candidates"][0] for answer in ask(alea, requests)]


def main():
    alea = sys.argv[1] if len(sys.argv) > 1 else "build/alea"
    count = sys.argv[2] if len(sys.argv) > 2 else "300"
    opening = best(alea, [(START, f"{high}-{low}") for high, low in ROLLS if high != low])
    for key, published in PUBLISHED.items():
        found = sum(c["utility"] if key == "utility" else c["value"][key] for c in opening) / 15
        print(f"{key:8} {found:.7f}, published {published:.7f}")
    lines = subprocess.run([sys.path[0] + "/backgammon_turns.py", count, "3", "25", "1"], capture_output=True, text=True, check=True)
    positions = [line.split("\t")[0] for line in lines.stdout.splitlines()]
    values = ask(alea, [{"op": "evaluate", "game": "hypergammon", "position": p, "agent": "exact"} for p in positions])
    after = best(alea, [(p, f"{high}-{low}") for p in positions for high, low in ROLLS])
    largest = 0
    for i, value in enumerate(values):
        plays = after[21 * i : 21 * i + 21]
        mean = sum(c["utility"] * (1 if high == low else 2) for c, (high, low) in zip(plays, ROLLS)) / 36
        largest = max(largest, abs(mean - value["utility"]))
    print(f"largest residual of {len(positions)} positions: {largest:.2e}")


if __name__ == "__main__":
    main()
