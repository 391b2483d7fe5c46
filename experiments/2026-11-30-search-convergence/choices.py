#!/usr/bin/env python3
"""How well agents choose where the truth is known: error of the value and loss of the choice, a line for each agent.

Turns are lines `position<TAB>dice`. The truth of every play is what --truth says (an agent; default: the tables), or the
equities listed in DECISIONS.tsv (--listed: rows posid, dice, n, then pairs of resulting posid and equity, best first).

    choices.py --game diablo-4 --turns turns.tsv --agent mcts:simulations=100,weights=fast,tables=off
    choices.py --game backgammon --listed DECISIONS.tsv --agent mcts:simulations=800
"""
import argparse, json, math, subprocess


def ask(alea, requests):
    """Answers of `alea engine` to requests, in their order."""
    lines = "".join(json.dumps({"id": i, **request}) + "\n" for i, request in enumerate(requests))
    done = subprocess.run([alea, "engine"], input=lines, text=True, capture_output=True, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert not any("error" in answer for answer in answers.values()), next(a for a in answers.values() if "error" in a)
    return [answers[i] for i in range(len(requests))]


def analyse(alea, game, agent, turns):
    """The candidates of each turn, best first: resulting position and utility; and the seconds a turn."""
    answers = ask(alea, [{"op": "analyse", "game": game, "position": p, "dice": d, "agent": agent} for p, d in turns])
    found = [[(c["position"], c["utility"]) for c in answer["candidates"]] for answer in answers]
    return found, sum(answer["seconds"] for answer in answers) / len(answers)


def mean_and_error(numbers):
    mean = sum(numbers) / len(numbers)
    return mean, math.sqrt(sum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1) / len(numbers))


def read(file):
    return [line.rstrip("\n").split("\t") for line in open(file) if not line.startswith("#")]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--alea", default="build/alea")
    p.add_argument("--game", required=True)
    p.add_argument("--turns")
    p.add_argument("--listed")
    p.add_argument("--truth", default="exact")
    p.add_argument("--agent", action="append", required=True)
    a = p.parse_args()
    rows = read(a.turns or a.listed)
    turns = [(row[0], row[1]) for row in rows]
    if a.listed:
        truth = [dict(zip(row[3::2], map(float, row[4::2]))) for row in rows]
    else:
        truth = [dict(found) for found in analyse(a.alea, a.game, a.truth, turns)[0]]
    print("# agent\tloss of a choice\tits standard error\terror of the best play's value (root mean square)\tseconds a turn")
    for agent in a.agent:
        found, seconds = analyse(a.alea, a.game, agent, turns)
        losses, errors = [], []
        for known, candidates in zip(truth, found):
            position, utility = candidates[0]
            true = known.get(position, min(known.values()))  # at most what an unlisted play is worth
            losses.append(max(known.values()) - true)
            errors.append((utility - true) ** 2)
        loss, error = mean_and_error(losses)
        print(f"{agent}\t{loss:.6f}\t{error:.6f}\t{math.sqrt(sum(errors) / len(errors)):.6f}\t{seconds:.6f}", flush=True)


if __name__ == "__main__":
    main()
