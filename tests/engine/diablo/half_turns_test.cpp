// What single actions lead to, against the rules told one action at a time; and how they add up to plays.
#include "engine/diablo/half_turns.hpp"

#include <set>

#include "engine/diablo/notation.hpp"
#include "engine/diablo/turn.hpp"
#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"

namespace alea::tests {
namespace {

using diablo::Action;

/// The boards after every move that a turn can begin with, seen by the opponent, by the rules.
template <int N>
std::vector<diablo::Position<N>> moves_by_the_rules(const diablo::Position<N>& position) {
  std::vector<diablo::Position<N>> boards;
  const diablo::Grid grid = diablo::to_grid(position);
  for (int from = 0; from < N * N; ++from) {
    for (int to = 0; to < N * N; ++to) {
      const int columns = std::abs(from % N - to % N), rows = std::abs(from / N - to / N);
      const auto distance = static_cast<std::uint8_t>(columns + rows);
      if (grid[from] <= 0 || distance == 0 || distance > N / 2 || (columns != 0 && rows != 0)) continue;
      const auto kind = grid[to] > 0 ? Action::merge : grid[to] < 0 ? Action::capture : Action::move;
      diablo::Turn turn(grid, {distance, distance}, false);
      try {
        turn.act({kind, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
      } catch (const InputError&) {
        continue;
      }
      boards.push_back(diablo::from_grid<N>(turn.grid(), false).swapped());
    }
  }
  return boards;
}

template <int N>
std::vector<std::string> sorted_texts(std::span<const diablo::Position<N>> positions) {
  std::vector<std::string> texts;
  for (const auto& position : positions) texts.push_back(Diablo<N>::format_position(position));
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEMPLATE_TEST_CASE("Half turns are nothing, the moves of all faces, and a removal for each stack", "", Diablo<2>,
                   Diablo<4>, Diablo<6>, Diablo<8>, Diablo<10>) {
  using G = TestType;
  PlayList<G> halves;
  int wrong = 0, turn = 0;
  play_random_games<G>(G::size <= 4 ? 5 : 1, [&](const auto& position, Side, Dice, const auto&) {
    if (turn++ % (G::size / 2) != 0) return;
    HalfTurns<G>::list(position, halves);
    const auto stacks = static_cast<std::size_t>(position.own.occupied().count());
    wrong += !(halves.position(0) == position.swapped()) || halves.play(0) != typename G::Play{};
    const auto after = halves.positions().subspan(1);
    const auto moves = after.first(after.size() - stacks), removals = after.last(stacks);
    wrong += sorted_texts<G::size>(moves) != sorted_texts<G::size>(moves_by_the_rules<G::size>(position));
    for (std::size_t i = 0; i < stacks; ++i) {
      const Action removal = halves.play(1 + moves.size() + i).actions[0];
      wrong += removal.kind != Action::removal || removals[i].their.count() != position.own.count() - 1;
      wrong += removals[i].their.height(removal.from) != position.own.height(removal.from) - 1;
    }
    std::set<std::uint32_t> numbers;
    for (const auto& play : halves.plays()) numbers.insert(HalfTurns<G>::numbers_of(play)->front());
    wrong += numbers.size() != halves.size() || *numbers.begin() != 0 || *numbers.rbegin() >= HalfTurns<G>::numbers;
  });
  CHECK(wrong == 0);
}

/// What differs between two boards.
template <int N>
diablo::Position<N> difference(const diablo::Position<N>& a, const diablo::Position<N>& b) {
  diablo::Position<N> result;
  diablo::exclusive_or(result, a, b);
  return result;
}

TEMPLATE_TEST_CASE("What two independent actions change is together what their play changes", "", Diablo<2>, Diablo<4>,
                   Diablo<6>, Diablo<8>) {
  using G = TestType;
  PlayList<G> halves;
  int wrong = 0, independent = 0, untold = 0;
  play_random_games<G>(G::size <= 4 ? 10 : 1, [&](const auto& position, Side, Dice, const auto& list) {
    HalfTurns<G>::list(position, halves);
    std::vector<const typename G::Position*> after(HalfTurns<G>::numbers, nullptr);
    for (std::size_t i = 0; i < halves.size(); ++i) {
      after[HalfTurns<G>::numbers_of(halves.play(i))->front()] = &halves.position(i);
    }
    const auto unmoved = position.swapped();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& [first, second] = list.play(i).actions;
      const auto numbers = HalfTurns<G>::numbers_of(list.play(i));
      if (!numbers) {
        wrong += second.from != first.to || (second.kind != Action::merge && second.kind != Action::capture);
        ++untold;
        continue;
      }
      wrong += after[numbers->front()] == nullptr;
      const bool moves = second.kind != Action::removal && second.kind != Action::none;
      if (!moves || numbers->back() == 0) continue;
      ++independent;
      const auto* const one = after[numbers->front()];
      const auto* const other = after[numbers->back()];
      if (one == nullptr || other == nullptr) {
        ++wrong;
        continue;
      }
      wrong += !(difference(difference(*one, unmoved), *other) == list.position(i));
    }
  });
  CHECK(wrong == 0);
  if (G::size > 2) CHECK(independent > 1000);
  if (G::size > 2) CHECK(untold > 100);
}

TEST_CASE("Actions that the first one changed count nothing, and a stack that moves on has no estimate") {
  using H = HalfTurns<Diablo<6>>;
  const auto number = [](const char* first) { return H::numbers_of({{diablo::parse_action(first, 6)}})->front(); };
  const auto numbers = [](const char* first, const char* second) {
    return H::numbers_of({{diablo::parse_action(first, 6), diablo::parse_action(second, 6)}});
  };
  CHECK(numbers("A1-B1", "C3xC4") == ActionNumbers{number("A1-B1"), number("C3xC4")});
  CHECK(numbers("A1xB1", "B1-B2") == ActionNumbers{number("A1xB1"), 0});
  CHECK(numbers("A1xB1", "C1+B1") == ActionNumbers{number("A1xB1"), 0});
  CHECK(numbers("A1xB1", "A2-A1") == ActionNumbers{number("A1xB1"), 0});
  CHECK(numbers("A1-B1", "C3-off") == ActionNumbers{number("A1-B1"), number("C3-off")});
  CHECK(numbers("A1-B1", "B1-off") == ActionNumbers{number("A1-B1"), number("A1-off")});
  CHECK(numbers("B2-off", "B2-off") == ActionNumbers{number("B2-off"), number("B2-off")});
  CHECK(numbers("A1-B1", "B1xB2") == std::nullopt);
  CHECK(numbers("A1xB1", "B1+B2") == std::nullopt);
}

}  // namespace
}  // namespace alea::tests
