#include "search/handwritten.hpp"

#include <algorithm>
#include <cmath>

namespace alea {

namespace {

float logistic(float x) { return 1 / (1 + std::exp(-x)); }

namespace dvonn_weights {
constexpr float score = 0.35F, movable = 0.9F, moves = 0.15F, beside_dvonn = 0.5F, own_dvonn = 1.5F, contact = 0.1F;
constexpr float edge_piece = 0.3F, near_dvonn = 0.25F;
}  // namespace dvonn_weights

/// The margin that a position with both phases' material promises its mover.
float promised_margin(const dvonn::Position& p) {
  using namespace dvonn;
  const Bits own = p.own(), their = p.their(), beside = neighbours(p.dvonn());
  const auto lead = [&](Bits set) { return static_cast<float>(std::popcount(own & set) - std::popcount(their & set)); };
  if (p.phase() == Phase::placement) {
    const Bits inside = surroundings(board).surrounded;
    return dvonn_weights::edge_piece * lead(board & ~inside) +
           dvonn_weights::near_dvonn * (lead(beside) + lead(neighbours(beside)));
  }
  const auto [own_score, their_score] = score(p);
  const Mobilities mobility = mobilities(p);
  const Bits neutral = p.lone_dvonn();
  const int contact =
      std::popcount(mobility.own.targets & (their | neutral)) - std::popcount(mobility.their.targets & (own | neutral));
  return dvonn_weights::score * static_cast<float>(own_score - their_score) +
         dvonn_weights::movable *
             static_cast<float>(std::popcount(mobility.own.stacks) - std::popcount(mobility.their.stacks)) +
         dvonn_weights::moves * static_cast<float>(mobility.own.moves - mobility.their.moves) +
         dvonn_weights::beside_dvonn * lead(beside) + dvonn_weights::own_dvonn * lead(p.dvonn()) +
         dvonn_weights::contact * static_cast<float>(contact);
}

/// One side of a Diablo board: its checkers and what it can do.
template <int N>
float strength(const diablo::Stacks<N>& mine, const diablo::Stacks<N>& other) {
  const auto my_squares = mine.occupied(), other_squares = other.occupied();
  int tallest = 0, merges = 0, captures = 0;
  my_squares.for_each([&](int square) { tallest = std::max(tallest, mine.height(square)); });
  for (int face = 1; face <= N / 2; ++face) {
    for (const auto direction : diablo::directions) {
      my_squares.for_each([&](int square) {
        const auto target = moved(diablo::Squares<N>::of(square), direction, face);
        merges += (target & my_squares).any();
        target.for_each([&](int to) { captures += other_squares.test(to) && other.height(to) <= mine.height(square); });
      });
    }
  }
  const float moves = static_cast<float>(merges) + 2 * static_cast<float>(captures);
  return static_cast<float>(mine.count()) + static_cast<float>(tallest) + 0.5F * std::sqrt(moves);
}

}  // namespace

RollerValue<Hypergammon> Handwritten<Hypergammon>::evaluate(const backgammon::Position& position) {
  const auto own = static_cast<float>(position.pips()), their = static_cast<float>(position.their_pips());
  constexpr float half_a_roll = 4;  // the next roll is his
  const float win = logistic((their - own + half_a_roll) / std::sqrt(own + their));
  RollerValue<Hypergammon> value;
  value[Hypergammon::win_single] = win;
  value[Hypergammon::lose_single] = 1 - win;
  return value;
}

RollerValue<Dvonn> Handwritten<Dvonn>::evaluate(const Dvonn::Position& position) {
  const float margin = promised_margin(position);
  // The fewer stacks are left, the surer the promise.
  const bool placing = position.phase() == dvonn::Phase::placement;
  const float doubt = placing ? 8 : 2 + 0.15F * static_cast<float>(position.placed());
  const float draw = 0.06F * std::exp(-margin * margin / (2 * doubt * doubt));
  const float win = (1 - draw) * logistic(1.5F * margin / doubt);
  return {{win, draw, 1 - draw - win, margin}};
}

template <int N>
RollerValue<Diablo<N>> Handwritten<Diablo<N>>::evaluate(const diablo::Position<N>& position) {
  const float own = strength<N>(position.own, position.their), their = strength<N>(position.their, position.own);
  const float win = logistic(6 * (own - their) / (own + their));
  return {{win, 1 - win}};
}

#define ALEA_INSTANTIATE(N) template struct Handwritten<Diablo<N>>;
ALEA_INSTANTIATE(2)
ALEA_INSTANTIATE(4)
ALEA_INSTANTIATE(6)
ALEA_INSTANTIATE(8)
ALEA_INSTANTIATE(10)
ALEA_INSTANTIATE(12)
ALEA_INSTANTIATE(14)
ALEA_INSTANTIATE(16)
#undef ALEA_INSTANTIATE

}  // namespace alea
