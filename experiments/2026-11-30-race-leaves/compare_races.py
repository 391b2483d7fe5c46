#!/usr/bin/env python3
"""How far evaluators are from the exact value of races between home boards.

    compare_races.py ALEA [--positions 4000] [--seed 1]

$ALEA_TABLES must hold what `alea solve backgammon-bearoff --checkers 8` makes. Each side has 1 to 8 checkers, at least
one side 7 or 8, on points drawn at random: outside the usual table of 6, inside the one of 8.
"""
import argparse
import base64
import json
import math
import random
import struct
import subprocess
from math import comb
from os import environ
from pathlib import Path

HEADER = 128  # bytes before the data of a table file
RECORD = struct.Struct("<fBBH20H8H")


def board_number(points):
    """The number of a home board, as search/tables/home_boards.hpp defines it; points[0] is the 1-point."""
    number = place = 0
    for point in range(6, 0, -1):
        place += points[point - 1]
        number += comb(place, 7 - point)
        place += 1
    return number


def rolls_to_bear_off(table, points):
    record = RECORD.unpack_from(table, HEADER + board_number(points) * RECORD.size)
    counts = [0.0] * 64
    for n, code in enumerate(record[4:24]):
        counts[record[1] + n] = code / 65535
    return counts


def one_sided_win(table, own, their):
    own, their = rolls_to_bear_off(table, own), rolls_to_bear_off(table, their)
    return sum(own[n] * sum(their[n:]) for n in range(len(own)))


def position_id(own, their):
    bits = []
    for side in (their, own):
        for count in side + [0] * (25 - len(side)):
            bits += [1] * count + [0]
    bits += [0] * (80 - len(bits))
    octets = bytes(sum(bits[8 * i + j] << j for j in range(8)) for i in range(10))
    return base64.b64encode(octets).decode()[:14]


def random_board(rng, checkers):
    points = [0] * 6
    for _ in range(checkers):
        points[rng.randrange(6)] += 1
    return points


def wins(alea, agent, ids):
    command = [alea, "evaluate", "backgammon", "--batch", "--agent", agent]
    done = subprocess.run(command, input="\n".join(ids) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line)["value"]["win"] for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("alea")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = (Path(environ["ALEA_TABLES"]) / "backgammon/bearoff-one-sided.table").read_bytes()
    rng = random.Random(options.seed)
    boards = []
    while len(boards) < options.positions:
        own, their = rng.randint(1, 8), rng.randint(1, 8)
        if max(own, their) >= 7:
            boards.append((random_board(rng, own), random_board(rng, their)))
    ids = [position_id(own, their) for own, their in boards]
    exact = wins(options.alea, "exact", ids)
    found = {"one-sided table": [one_sided_win(table, own, their) for own, their in boards]}
    for agent in ("net:weights=default", "net:weights=fast", "gnubg:plies=0"):
        found[agent] = wins(options.alea, agent, ids)
    print("| evaluator | root mean square | mean | largest |\n| --- | --- | --- | --- |")
    for name, values in found.items():
        errors = [abs(value - truth) for value, truth in zip(values, exact)]
        square = math.sqrt(sum(error * error for error in errors) / len(errors))
        print(f"| {name} | {square:.5f} | {sum(errors) / len(errors):.5f} | {max(errors):.4f} |")


if __name__ == "__main__":
    main()
