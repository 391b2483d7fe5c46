// Choosing plays by what their actions are worth alone.
#include "search/half_turns.hpp"

#include "engine/registry.hpp"
#include "search/expectimax.hpp"
#include "tests/catch.hpp"
#include "tests/nets/allocations.hpp"
#include "tests/search/expectimax_models.hpp"

namespace alea {
namespace {

using tests::HashEvaluator;

/// A value to which each square of the board adds something that depends on nothing but what stands there.
template <int N>
class SquareSum final : public Evaluator<Diablo<N>> {
 public:
  using Position = diablo::Position<N>;

  void evaluate(std::span<const Position> positions, std::span<RollerValue<Diablo<N>>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = value(positions[i]);
  }
  std::unique_ptr<Evaluator<Diablo<N>>> clone() const override { return std::make_unique<SquareSum>(); }

 private:
  static RollerValue<Diablo<N>> value(const Position& position) {
    double sum = 0;
    for (int square = 0; square < N * N; ++square) {
      const int height = position.own.height(square) - position.their.height(square);
      sum += std::sin(square * 12.9898 + height * 78.233) / (N * N);
    }
    return {{static_cast<float>(0.5 + sum / 2), static_cast<float>(0.5 - sum / 2)}};
  }
};

/// Turns of Diablo on a board of this size, with all their plays.
template <class G, class Visit>
void each_turn(int games, int every, const Visit& visit) {
  PlayList<G> plays;
  for (const auto& [position, roll] : tests::turns_of_random_games<G>(games, every, 10'000)) {
    G::plays(position, roll, plays);
    visit(position, plays);
  }
}

TEST_CASE("Where actions add up exactly, the chosen plays are the best ones") {
  using G = Diablo<6>;
  SquareSum<6> evaluator;
  const Utility<G> utility;
  HalfTurnFilter<G> filter(5, utility, evaluator);
  PlayList<G> pairs;
  int wrong = 0, turns = 0;
  each_turn<G>(2, 2, [&](const auto& position, const auto& plays) {
    pairs.clear();
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const auto numbers = HalfTurns<G>::numbers_of(plays.play(i));
      const bool removal = plays.play(i).actions[1].kind == diablo::Action::removal;
      if (numbers && numbers->back() != 0 && !removal && !G::finished(plays.position(i))) {
        pairs.push(plays.position(i), plays.play(i));
      }
    }
    if (pairs.size() < 10) return;
    ++turns;
    const auto by_value = [&](const auto& after) {
      return utility(seen_by_mover<G>(after, evaluator.evaluate_one(after)));
    };
    std::vector<float> all, chosen;
    for (const auto& after : pairs.positions()) all.push_back(by_value(after));
    std::ranges::sort(all, std::greater());
    filter.begin(position);
    for (const auto& after : filter.choose(pairs)) chosen.push_back(by_value(after));
    std::ranges::sort(chosen, std::greater());
    wrong += chosen.size() != 5;
    for (std::size_t i = 0; i < chosen.size(); ++i) wrong += std::abs(chosen[i] - all[i]) > 1e-5F;
  });
  CHECK(turns > 20);
  CHECK(wrong == 0);
}

TEST_CASE("Chosen are as many as wanted and all that end the game or cannot be told, in the order of the list") {
  using G = Diablo<4>;
  HashEvaluator<G> evaluator;
  HalfTurnFilter<G> filter(3, {}, evaluator);
  int wrong = 0, ends = 0, untold = 0;
  each_turn<G>(60, 1, [&](const auto& position, const auto& plays) {
    filter.begin(position);
    const auto chosen = filter.choose(plays);
    std::size_t next = 0, others = 0;
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const bool listed = next < chosen.size() && chosen[next] == plays.position(i);
      const bool end = G::finished(plays.position(i)), told = HalfTurns<G>::numbers_of(plays.play(i)).has_value();
      next += listed;
      others += listed && told && !end;
      ends += end, untold += !told;
      if (plays.size() > 3) wrong += !listed && (end || !told);
    }
    wrong += next != chosen.size() || (plays.size() > 3 ? others > 3 : chosen.size() != plays.size());
    wrong += filter.evaluated() == 0 ? plays.size() > 3 : plays.size() <= 3;
  });
  CHECK(wrong == 0);
  CHECK(ends > 30);
  CHECK(untold > 300);
}

TEST_CASE("Nothing is left out or evaluated where all are wanted, nor in games without half turns") {
  HashEvaluator<Diablo<4>> evaluator;
  int wrong = 0;
  for (const int most : {0, 10'000}) {
    HalfTurnFilter<Diablo<4>> filter(most, {}, evaluator);
    each_turn<Diablo<4>>(2, 1, [&](const auto& position, const auto& plays) {
      filter.begin(position);
      wrong += filter.choose(plays).data() != plays.positions().data() || filter.evaluated() != 0;
    });
  }
  HashEvaluator<Backgammon> other;
  HalfTurnFilter<Backgammon> filter(1, {}, other);
  each_turn<Backgammon>(1, 5, [&](const auto& position, const auto& plays) {
    filter.begin(position);
    wrong += filter.choose(plays).size() != plays.size();
  });
  CHECK(wrong == 0);
}

template <class G>
Expectimax<G> search_with(int plies, int halves, int threads = 1) {
  ExpectimaxOptions options;
  options.plies = plies;
  options.halves = halves;
  options.threads = threads;
  options.cache_mib = 1;
  return Expectimax<G>(std::make_unique<HashEvaluator<G>>(), options);
}

TEST_CASE("Halves change nothing where they are plenty, save evaluations where few, and find the same on all threads") {
  using G = Diablo<4>;
  auto off = search_with<G>(2, 0), plenty = search_with<G>(2, 10'000);
  auto few = search_with<G>(2, 4), on_threads = search_with<G>(2, 4, 3);
  std::int64_t nodes = 0, nodes_of_few = 0;
  int wrong = 0, other = 0;
  each_turn<G>(3, 4, [&](const auto& position, const auto&) {
    const auto value = off.value(position, 2);
    nodes += off.nodes();
    wrong += !(plenty.value(position, 2) == value) || plenty.nodes() != off.nodes();
    const auto rough = few.value(position, 2);
    nodes_of_few += few.nodes();
    wrong += !(on_threads.value(position, 2) == rough);
    other += !(rough == value);
  });
  CHECK(wrong == 0);
  CHECK(other > 0);
  CHECK(nodes_of_few < nodes);
}

TEST_CASE("A win in one turn is seen however few plays are chosen") {
  using G = Diablo<6>;
  auto search = search_with<G>(1, 1);
  // Whatever is rolled, a stack at that distance takes the last enemy.
  const auto won = G::parse_position("....../....../....../....../....../gb5b5b5.. b").position;
  const auto value = search.value(won, 1), all = search_with<G>(1, 0).value(won, 1);
  CHECK(value[G::win] == Approx(1));
  CHECK(all[G::win] == Approx(1));
}

TEST_CASE("A warm search by halves allocates nothing") {
  using G = Diablo<4>;
  auto search = search_with<G>(2, 8);
  std::uint64_t before = 0;
  const auto turns = tests::turns_of_random_games<G>(2, 5);
  for (const int round : {0, 1}) {
    if (round == 1) before = tests::allocations();
    for (const auto& turn : turns) search.value(turn.position, 2);
  }
  CHECK(tests::allocations() == before);
}

}  // namespace
}  // namespace alea
