#include "selfplay/agents_impl.hpp"

namespace alea {

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

}  // namespace alea
