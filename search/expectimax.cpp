#include "engine/registry.hpp"
#include "search/expectimax_agent_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G)     \
  template class Expectimax<G>; \
  template class ExpectimaxAgent<G>;
ALEA_FOR_EACH_SEARCHED_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
