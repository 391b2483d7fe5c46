#include "engine/registry.hpp"
#include "search/rollout_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G) template class Rollout<G>;
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
