#include "engine/registry.hpp"
#include "selfplay/match_impl.hpp"

namespace alea {

#define ALEA_INSTANTIATE(G)                                                                          \
  template MatchReport play_match(const MatchPlayer<G>&, const MatchPlayer<G>&, const MatchOptions&, \
                                  const MatchHooks&, const MatchConditions<G>&);
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
