// The agent that plays any legal play, each with the same probability: the floor of every rating scale.
#pragma once

#include <memory>

#include "search/agent.hpp"

namespace alea {

template <Game G>
class RandomAgent final : public Agent<G> {
 public:
  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<RandomAgent>(); }

  std::size_t choose(const typename G::Position&, const typename G::Roll&, const PlayList<G>& plays,
                     Random& random) override {
    return random.below(static_cast<std::uint32_t>(plays.size()));
  }
};

}  // namespace alea
