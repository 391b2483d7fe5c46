#!/usr/bin/env python3
"""decision_loss.py AGENT DECISIONS.tsv: an agent's mean loss a decision, judged by GNU Backgammon 2-ply.

DECISIONS.tsv has rows posid, dice, n, then pairs of resulting posid and equity, best first. The loss of a choice is the best
listed equity minus its own; a play that is not listed counts as the last listed one, which is a lower bound.
"""
import json
import math
import subprocess
import sys


def alea(*arguments, lines):
    done = subprocess.run(["build/alea", *arguments], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    agent, file = sys.argv[1:]
    rows = [line.rstrip("\n").split("\t") for line in open(file) if not line.startswith("#")]
    plays = alea("plays", "backgammon", "--batch", lines=[f"{row[0]}\t{row[1]}" for row in rows])
    positions = [play["position"] for answer in plays for play in answer["plays"]]
    values = iter(alea("evaluate", "backgammon", "--batch", "--agent", agent, lines=positions))
    losses, unlisted = [], 0
    for row, answer in zip(rows, plays):
        equities = {play["position"]: -next(values)["utility"] for play in answer["plays"]}
        choice = max(equities, key=equities.get)
        listed = dict(zip(row[3::2], map(float, row[4::2])))
        best, last = float(row[4]), float(row[-1])
        unlisted += choice not in listed
        losses.append(best - listed.get(choice, last))
    n = len(losses)
    mean = sum(losses) / n
    error = math.sqrt(sum((x - mean) ** 2 for x in losses) / (n - 1) / n)
    print(f"{agent}: mean loss {mean:.4f} +- {1.96 * error:.4f} points over {n} decisions, {unlisted} choices not listed")


main()
