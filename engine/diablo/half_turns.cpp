#include "engine/diablo/half_turns.hpp"

#include "engine/diablo/lister.hpp"

namespace alea {

template <int N>
requires(N <= 10) void HalfTurns<Diablo<N>>::list(const diablo::Position<N>& position, PlayList<Diablo<N>>& list) {
  list.clear();
  list.push(position.swapped(), {});
  diablo::Lister<N> lister(position, list);
  diablo::generator<N>().first_actions(position, lister);
}

template struct HalfTurns<Diablo<2>>;
template struct HalfTurns<Diablo<4>>;
template struct HalfTurns<Diablo<6>>;
template struct HalfTurns<Diablo<8>>;
template struct HalfTurns<Diablo<10>>;

static_assert(HasHalfTurns<Diablo<2>> && HasHalfTurns<Diablo<4>> && HasHalfTurns<Diablo<6>> &&
              HasHalfTurns<Diablo<8>> && HasHalfTurns<Diablo<10>>);

}  // namespace alea
