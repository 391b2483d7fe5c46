// The boards whose planes are one word.
#include "engine/diablo/diablo_impl.hpp"

namespace alea {

template struct Diablo<2>;
template struct Diablo<4>;
template struct Diablo<6>;
template struct Diablo<8>;

static_assert(Game<Diablo<2>> && Game<Diablo<4>> && Game<Diablo<6>> && Game<Diablo<8>>);

}  // namespace alea
