#include "engine/registry.hpp"
#include "search/mcts_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G) template class Mcts<G>;
ALEA_FOR_EACH_SEARCHED_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
