#include "search/alphabeta.hpp"

#include "search/alphabeta_impl.hpp"

namespace alea {

template class AlphaBeta<Dvonn>;

}  // namespace alea
