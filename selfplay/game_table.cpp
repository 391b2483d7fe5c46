#include "selfplay/game_table_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G) template class GameTable<G>;
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
