#!/usr/bin/env python3
"""Random 4x4 Diablo turns of at most CHECKERS a side, as `position<TAB>dice`: diablo_turns.py COUNT CHECKERS SEED"""
import random, sys


def position(rng, checkers):
    squares = rng.sample(range(16), 16)
    grid = ["."] * 16
    for side in "bg":
        count = rng.randint(1, checkers)
        heights = [1] * rng.randint(1, count)
        for _ in range(count - len(heights)):
            heights[rng.randrange(len(heights))] += 1
        for height in heights:
            grid[squares.pop()] = side + (str(height) if height > 1 else "")
    return "/".join("".join(grid[row : row + 4]) for row in (12, 8, 4, 0)) + " b"


count, checkers, seed = map(int, sys.argv[1:])
rng = random.Random(seed)
for _ in range(count):
    print(position(rng, checkers), rng.choice(["1-1", "2-1", "2-1", "2-2"]), sep="\t")
