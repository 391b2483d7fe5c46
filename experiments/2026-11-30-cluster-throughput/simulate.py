#!/usr/bin/env python3
"""How fast a run goes with W workers: an event simulation of the exchange in selfplay/cluster, no games played.

Prints a table (TSV): workers, games/s, share of time the learner learns, share of time workers play, MB/s through the
file server, what limits. Times of a block vary (gamma, 10%); one worker in 200 dies during a block and its block is
played again after twice a block's time. Seed fixed.
"""
import heapq
import itertools
import random

PLAY_PER_S = {            # games a second of a worker, one core
    "0-ply": 4050,        # README.md, `alea bench backgammon` (selfplay_games_per_s)
    "1-ply": 200,         # assumed: 21 rolls for each of 20 plays, less what sparse updates and filters save
    "2-ply": 10,          # assumed
}
EXAMPLES_PER_GAME = 56    # as the platform's games have
LEARN_PER_S = {"1 core": 222_000, "16x": 3_552_000}  # examples a second: 200-128-6, batch 1024, measured; a GPU, assumed
NET_BYTES = 1_070_000     # 1024 hidden, the default of backgammon
SERVER_BYTES_PER_S = 1.0e9    # a file server on 10 Gbit/s
SERVER_OPERATIONS_PER_S = 20_000
OPERATIONS_PER_BLOCK = 14 # order, list, claim, net's time, shard: create, write, flush, rename; release; and the reader's
DEATHS = 1 / 200


def simulate(workers, lag, block_games, play_per_s, bytes_per_game, learn_per_s, blocks_per_worker=2, generations=40):
    """Seconds a generation, share learning, share playing; generations of `blocks_per_worker` blocks a worker."""
    rng = random.Random(1)
    blocks = workers * blocks_per_worker
    games = blocks * block_games
    learn_time = games * EXAMPLES_PER_GAME / learn_per_s
    net_time = workers * NET_BYTES / SERVER_BYTES_PER_S           # all read the new net at once
    server_time = max(block_games * bytes_per_game / SERVER_BYTES_PER_S,
                      OPERATIONS_PER_BLOCK / SERVER_OPERATIONS_PER_S)  # of the server, a block
    free = [(0.0, w) for w in range(workers)]
    heapq.heapify(free)
    learned = [0.0]          # when N(g) is there
    server_free, played_time, learner_free, learning = 0.0, 0.0, 0.0, 0.0
    for g in range(1, generations + 1):
        ready = learned[max(0, g - 1 - lag)] + (net_time if g > 1 + lag else 0)
        done = 0.0
        for _ in range(blocks):
            at, w = heapq.heappop(free)
            begin = max(at, ready)
            once = block_games / play_per_s * rng.gammavariate(100, 0.01)
            took = 3 * once if rng.random() < DEATHS else once
            server_free = max(server_free, begin + took) + server_time
            played_time += once
            heapq.heappush(free, (max(begin + once, server_free), w))
            done = max(done, server_free)
        begin = max(done, learner_free)
        learner_free = begin + learn_time
        learning += learn_time
        learned.append(learner_free)
    total = learned[-1]
    return total / generations, learning / total, played_time / (workers * total), games


def limit(workers, share_learning, share_playing, server):
    if share_learning > 0.9:
        return "learner"
    if server > 0.9:
        return "file server"
    return "workers" if share_playing > 0.8 else "end of a generation"


def main():
    bytes_per_game = float(next(line for line in open("bytes.tsv") if line.startswith("backgammon")).split("\t")[3])
    columns = "play learner lag workers games_per_s generation_games generation_s learning playing server MB_per_s limit"
    print("\t".join(columns.split()))
    for (play, play_per_s), (learner, learn_per_s) in itertools.product(PLAY_PER_S.items(), LEARN_PER_S.items()):
        block_games = max(4, play_per_s // 2)
        for lag, workers in itertools.product((0, 1), (1, 2, 4, 10, 30, 100, 300, 1000)):
            seconds, learning, playing, games = simulate(workers, lag, block_games, play_per_s, bytes_per_game, learn_per_s)
            rate = games / seconds
            server = rate / block_games * max(block_games * bytes_per_game / SERVER_BYTES_PER_S,
                                              OPERATIONS_PER_BLOCK / SERVER_OPERATIONS_PER_S)
            print(play, learner, lag, workers, round(rate), games, f"{seconds:.2f}", f"{learning:.2f}", f"{playing:.2f}",
                  f"{server:.2f}", f"{rate * bytes_per_game / 1e6:.1f}", limit(workers, learning, playing, server), sep="\t")


if __name__ == "__main__":
    main()
