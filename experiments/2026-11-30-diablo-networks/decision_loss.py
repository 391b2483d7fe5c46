#!/usr/bin/env python3
"""Mean loss of winning probability per decision on random 4x4 positions that an exact table holds.

A decision is a random position (each side 1 to --checkers checkers on random squares) with a random roll. Every play's
resulting position is valued by the agent and by the table; the loss is the exact value of the best play minus that of
the play the agent likes best. Also printed: predicted against exact values of the positions before the roll.

    decision_loss.py --alea build/alea --agent net:weights=default --agent expectimax:plies=1,filter=none,tables=off
"""
import argparse, json, random, statistics, subprocess

def lines(alea, command, agent, rows):
    arguments = [alea, command, "diablo-4", "--batch"] + (["--agent", agent] if agent else [])
    out = subprocess.run(arguments, input="\n".join(rows) + "\n", capture_output=True, text=True)
    result = [json.loads(line) for line in out.stdout.splitlines()]
    assert len(result) == len(rows) and not any("error" in r for r in result), out.stdout[:400] + out.stderr[:400]
    return result

def random_position(rng, checkers):
    squares = rng.sample(range(16), 16)
    grid = {}
    for side in "bg":
        n = rng.randint(1, checkers)
        stacks = [squares.pop() for _ in range(rng.randint(1, n))]
        heights = [1] * len(stacks)
        for _ in range(n - len(stacks)):
            heights[rng.randrange(len(stacks))] += 1
        for square, height in zip(stacks, heights):
            grid[square] = side + (str(height) if height > 1 else "")
    rows = ["".join(grid.get(4 * r + c, ".") for c in range(4)) for r in (3, 2, 1, 0)]
    return "/".join(rows) + " b"

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--alea", default="build/alea")
    p.add_argument("--agent", action="append", required=True)
    p.add_argument("--decisions", type=int, default=2000)
    p.add_argument("--checkers", type=int, default=4)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--calibration", help="write predicted and exact values of each agent to PREFIX-<n>.tsv")
    a = p.parse_args()
    rng = random.Random(a.seed)
    turns = [(random_position(rng, a.checkers), rng.choice(["1-1", "2-1", "2-1", "2-2"])) for _ in range(a.decisions)]
    plays = [r["plays"] for r in lines(a.alea, "plays", None, [f"{q}\t{d}" for q, d in turns])]
    after = sorted({play["position"] for turn in plays for play in turn})
    exact = {q: 1 - r["value"]["win"] for q, r in zip(after, lines(a.alea, "evaluate", "exact", after))}
    before = [q for q, _ in turns]
    truth = [r["value"]["win"] for r in lines(a.alea, "evaluate", "exact", before)]
    for number, agent in enumerate(a.agent):
        said = {q: 1 - r["value"]["win"] for q, r in zip(after, lines(a.alea, "evaluate", agent, after))}
        losses = []
        for turn in plays:
            choices = [play["position"] for play in turn]
            chosen = max(choices, key=lambda q: said[q])
            losses.append(max(exact[q] for q in choices) - exact[chosen])
        losses.sort()
        error = statistics.stdev(losses) / len(losses) ** 0.5
        share = sum(loss > 0.0005 for loss in losses) / len(losses)
        told = [r["value"]["win"] for r in lines(a.alea, "evaluate", agent, before)]
        off = statistics.mean(abs(x - y) for x, y in zip(told, truth))
        print(f"{agent}: mean loss {statistics.mean(losses):.5f} +- {error:.5f} over {len(losses)} decisions, "
              f"{share:.1%} lose more than 0.0005, 99th percentile {losses[int(0.99 * len(losses))]:.4f}, "
              f"worst {losses[-1]:.4f}; mean error of a value {off:.4f}")
        if a.calibration:
            with open(f"{a.calibration}-{number}.tsv", "w") as f:
                f.writelines(f"{x:.6f}\t{y:.6f}\n" for x, y in zip(told, truth))

if __name__ == "__main__":
    main()
