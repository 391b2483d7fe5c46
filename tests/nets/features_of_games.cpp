// What the features of every game must keep, whatever they are.
#include <algorithm>
#include <vector>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

using namespace alea;

namespace {

/// Positions of random games, half of them from random starts where the game has such.
template <Game G>
std::vector<typename G::Position> positions_of_play(int games, std::uint64_t seed) {
  std::vector<typename G::Position> positions;
  PlayList<G> plays;
  for (int game = 0; game < games; ++game) {
    Random dice(seed, Purpose::test, 0, static_cast<std::uint64_t>(game));
    typename G::Position start = G::start(dice);
    if constexpr (HasRandomStart<G>) {
      if (game % 2 == 1) start = G::random_start(dice);
    }
    play_game<G>(
        start, Side::first, dice, plays, 200,
        [&](Side, const auto&, const auto&, const auto& list) {
          return dice.below(static_cast<std::uint32_t>(list.size()));
        },
        [&](Side, const auto& position, const auto&, const auto&, std::size_t) { positions.push_back(position); });
  }
  return positions;
}

template <HasFeatures G>
void check_rows() {
  using F = Features<G>;
  int bad = 0;
  for (const auto& position : positions_of_play<G>(G::statistics == 2 ? 20 : 60, 1)) {
    std::vector<int> rows(F::max_active, -1);
    rows.resize(static_cast<std::size_t>(F::active(position, rows)));
    const bool ascending = std::ranges::adjacent_find(rows, std::ranges::greater_equal()) == rows.end();
    bad += rows.empty() || !ascending || rows.front() < 0 || rows.back() >= F::rows;
  }
  INFO(G::name());
  CHECK(bad == 0);
}

/// Rows and inputs tell the same positions apart: a row that adds nothing would be learned by nobody.
template <HasFeatures G>
void check_basis() {
  using F = Features<G>;
  int empty = 0;
  for (int row = 0; row < F::rows; ++row) {
    std::vector<float> x(F::inputs);
    F::add_basis(row, x);
    empty += std::ranges::all_of(x, [](float v) { return v == 0; });
  }
  INFO(G::name());
  CHECK(empty <= 2);  // a number that is 0 may add nothing
  const auto positions = positions_of_play<G>(4, 2);
  std::vector<float> x(F::inputs), y(F::inputs);
  int confused = 0;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    write_inputs<G>(positions[i - 1], x);
    write_inputs<G>(positions[i], y);
    confused += !(positions[i - 1] == positions[i]) && x == y;
  }
  CHECK(confused == 0);
}

}  // namespace

TEST_CASE("the active rows of every game are ascending and within the table") {
#define ALEA_CHECK(G) check_rows<G>();
  ALEA_FOR_EACH_SEARCHED_GAME(ALEA_CHECK)
#undef ALEA_CHECK
}

TEST_CASE("every row of every game adds to the inputs, and different positions differ in them") {
#define ALEA_CHECK(G) check_basis<G>();
  ALEA_FOR_EACH_SEARCHED_GAME(ALEA_CHECK)
#undef ALEA_CHECK
}

TEST_CASE("DVONN's mobility in the features is what the rules list") {
  using F = Features<Dvonn>;
  int different = 0;
  dvonn::Plays plays;
  for (const auto& position : positions_of_play<Dvonn>(60, 3)) {
    if (position.phase() == dvonn::Phase::placement) continue;
    dvonn::list_plays(position, plays);
    dvonn::Bits from = 0, to = 0;
    int moves = 0;
    for (const auto& play : plays.all()) {
      if (play.is_pass()) continue;
      from |= dvonn::bit(play.from), to |= dvonn::bit(play.to), ++moves;
    }
    const auto own = dvonn::mobilities(position).own;
    const auto turned = dvonn::mobilities(position.flipped()).their;
    different += own.stacks != from || own.targets != to || own.moves != moves;
    different += turned.stacks != own.stacks || turned.targets != own.targets || turned.moves != own.moves;
  }
  CHECK(different == 0);
  CHECK(std::size_t{F::counts} == F::greatest.size());
}

TEST_CASE("Diablo's captures in the features are those of its plays") {
  using G = Diablo<6>;
  using F = Features<G>;
  PlayList<G> plays;
  int different = 0;
  for (const auto& position : positions_of_play<G>(20, 4)) {
    if (position.first_turn) continue;
    std::vector<int> rows(F::max_active);
    rows.resize(static_cast<std::size_t>(F::active(position, rows)));
    for (int face = 1; face <= G::faces; ++face) {
      // A double's plays begin with every single move of that distance; a capture takes an enemy stack off its square.
      G::plays(position, Dice(face, face), plays);
      std::vector<bool> taken(F::squares);
      for (std::size_t i = 0; i < plays.size(); ++i) {
        const auto& action = plays.play(i).actions[0];
        if (action.kind == diablo::Action::capture) taken[static_cast<std::size_t>(action.to)] = true;
      }
      const int captures = static_cast<int>(std::ranges::count(taken, true));
      // The count row of own captures with this face tells moves; as many or more than stacks taken by first moves.
      const int first = F::first_of[static_cast<std::size_t>(F::faces + face - 1)];
      const auto row = std::ranges::find_if(rows, [&](int r) { return r >= first && r <= first + F::most_moves; });
      const int told = row == rows.end() ? -1 : *row - first;
      different += told < std::min(captures, F::most_moves) || (told == 0) != (captures == 0);
    }
  }
  CHECK(different == 0);
}
