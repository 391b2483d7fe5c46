#include "selfplay/agents_impl.hpp"

namespace alea {

// How many plays of a roll halves leave: measured in experiments/2026-11-30-diablo-half-turns.
template <>
int OwnAgents<Diablo<4>>::halves() {
  return 32;
}
template <>
int OwnAgents<Diablo<6>>::halves() {
  return 32;
}
template <>
int OwnAgents<Diablo<8>>::halves() {
  return 32;
}

#define ALEA_INSTANTIATE(N)                                                           \
  template std::unique_ptr<Agent<Diablo<N>>> make_agent<Diablo<N>>(std::string_view); \
  template std::unique_ptr<Evaluator<Diablo<N>>> make_evaluator<Diablo<N>>(const std::string&);
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
