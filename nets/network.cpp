#include "nets/features/all.hpp"
#include "nets/network_impl.hpp"

namespace alea {

template class Network<Backgammon>;

}  // namespace alea
