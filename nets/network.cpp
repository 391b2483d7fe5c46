#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G) template class Network<G>;
ALEA_FOR_EACH_LEARNED_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
