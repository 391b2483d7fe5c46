// The searches' part of alea bench.
#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <optional>
#include <span>

#include "search/alphabeta.hpp"
#include "search/expectimax.hpp"
#include "search/mcts.hpp"
#include "tools/bench.hpp"

namespace alea::tools {

namespace {

/// What evaluators were asked, over all threads.
struct Asked {
  std::atomic<std::int64_t> positions = 0, batches = 0;

  double batch_size() const {
    return static_cast<double>(positions) / static_cast<double>(std::max<std::int64_t>(batches, 1));
  }
};

/// Counts the positions and batches that another evaluator is asked for.
template <Game G>
class CountingEvaluator final : public Evaluator<G> {
 public:
  CountingEvaluator(std::unique_ptr<Evaluator<G>> inner, Asked& asked) : inner_(std::move(inner)), asked_(asked) {}

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    inner_->evaluate(positions, values);
    asked_.positions.fetch_add(std::ssize(positions), std::memory_order_relaxed);
    asked_.batches.fetch_add(1, std::memory_order_relaxed);
  }
  std::unique_ptr<Evaluator<G>> clone() const override {
    return std::make_unique<CountingEvaluator>(inner_->clone(), asked_);
  }

 private:
  std::unique_ptr<Evaluator<G>> inner_;
  Asked& asked_;
};

/// Searches one turn after another of random games: units a second, whatever `search()` makes counts.
template <Game G, class Search>
double search_rate(const MeasureOptions& options, const Search& search) {
  const Sample<G> sample = draw_sample<G>(256, 100'000);
  return rate(options, [&](int) {
    return [&, run = search(), next = std::size_t{0}]() mutable {
      return run(sample.turns[next++ % sample.turns.size()]);
    };
  });
}

/// What counts of a search by Expectimax: the turn, or its leaves.
enum class Unit { turn, node };

template <SearchedGame G>
double expectimax_rate(const MeasureOptions& options, const Evaluator<G>& network, const Evaluator<G>* pruner,
                       int plies, Unit unit) {
  return search_rate<G>(options, [&] {
    return [search = std::make_shared<Expectimax<G>>(network.clone(), ExpectimaxOptions{.plies = plies}, Utility<G>(),
                                                     pruner == nullptr ? nullptr : pruner->clone()),
            plays = PlayList<G>(), unit](const auto& turn) mutable {
      G::plays(turn.position, turn.roll, plays);
      search->judge(plays, Judging::choice);
      return unit == Unit::turn ? 1 : search->nodes();
    };
  });
}

/// Evaluated leaves of the game's main search with the `fast` network: alpha-beta without dice, else Expectimax with
/// 2 plies and the filter `normal` (1 ply for Diablo, whose turns have hundreds of plays).
template <SearchedGame G>
void bench_main_search(const MeasureOptions& options, const Evaluator<G>& fast, Figures& figures) {
  Asked asked;
  const CountingEvaluator<G> counted(fast.clone(), asked);
  if constexpr (std::is_same_v<G, Dvonn>) {
    figures.add("search_nodes_per_s", search_rate<G>(options, [&] {
                  AlphaBetaOptions without_solver;
                  without_solver.solve_endings = false;
                  return [search = std::make_shared<AlphaBeta<G>>(counted.clone(), without_solver)](const auto& turn) {
                    return search->search(turn.position, {.nodes = 100'000}).nodes;
                  };
                }));
  } else {
    const int plies = std::is_same_v<G, Backgammon> ? 2 : 1;
    figures.add("search_nodes_per_s", expectimax_rate<G>(options, counted, nullptr, plies, Unit::node));
  }
  figures.add("search_batch_size", asked.batch_size());
}

/// Turns a second of Expectimax as backgammon is played and analysed: the filter `normal`, the network `default`,
/// behind `fast` inside the tree. A turn whose only play needs no search counts.
void bench_plies(const MeasureOptions& options, const Evaluator<Backgammon>& fast, Figures& figures) {
  const Network<Backgammon> best(network_weights<Backgammon>("default", figures));
  for (const int plies : {1, 2}) {
    figures.add(fmt::format("{}_ply_turns_per_s", plies),
                expectimax_rate<Backgammon>(options, best, &fast, plies, Unit::turn));
  }
}

/// Simulations of Mcts, 800 a turn, with the `fast` network, nothing kept between turns.
template <SearchedGame G>
void bench_mcts(const MeasureOptions& options, const Evaluator<G>& fast, Figures& figures) {
  Asked asked;
  const CountingEvaluator<G> counted(fast.clone(), asked);
  figures.add("simulations_per_s", search_rate<G>(options, [&] {
                return [search = std::make_shared<Mcts<G>>(counted.clone(), MctsOptions())](const auto& turn) {
                  search->forget();
                  search->judge(turn.position, turn.roll);
                  return search->simulations();
                };
              }));
  figures.add("simulation_batch_size", asked.batch_size());
}

}  // namespace

void bench_searches(std::string_view game, const MeasureOptions& options, Figures& figures) {
  with_game(game, [&]<Game G> {
    if constexpr (SearchedGame<G> && HasFeatures<G>) {
      const Network<G> fast(network_weights<G>("fast", figures));
      bench_main_search<G>(options, fast, figures);
      if constexpr (std::is_same_v<G, Backgammon>) bench_plies(options, fast, figures);
      bench_mcts<G>(options, fast, figures);
    }
  });
}

}  // namespace alea::tools
