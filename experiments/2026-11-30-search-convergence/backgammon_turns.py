#!/usr/bin/env python3
"""Random turns as `position<TAB>dice`: backgammon_turns.py COUNT CHECKERS POINTS SEED

Each side has 1 to CHECKERS checkers on points 1 to POINTS (25: with the bar), no point is held by both: 6 6 is in the
two-sided bearoff table, 2 25 in hypergammon's of two checkers.
"""
import base64, random, sys


def position_id(own, their):
    bits = ""
    for side in (their, own):
        bits += "".join("1" * side.count(point) + "0" for point in range(1, 26))
    number = int(bits.ljust(80, "0")[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


count, checkers, points, seed = map(int, sys.argv[1:])
rng = random.Random(seed)
while count > 0:
    own, their = ([rng.randint(1, points) for _ in range(rng.randint(1, checkers))] for _ in range(2))
    if any(point < 25 and 25 - point in their for point in own):
        continue
    high, low = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
    print(position_id(own, their), f"{high}-{low}", sep="\t")
    count -= 1
