// The boards whose planes are two to four words.
#include "engine/diablo/diablo_impl.hpp"

namespace alea {

template struct Diablo<10>;
template struct Diablo<12>;
template struct Diablo<14>;
template struct Diablo<16>;

static_assert(Game<Diablo<10>> && Game<Diablo<12>> && Game<Diablo<14>> && Game<Diablo<16>>);

}  // namespace alea
