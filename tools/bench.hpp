// What the parts of alea bench share: figures, turns of random games, networks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/driver.hpp"
#include "tools/measure.hpp"

namespace alea::tools {

inline constexpr int longest_game = 100'000;  ///< turns

/// What was measured of one game, in the order of the contract.
struct Figures {
  std::vector<std::pair<std::string, double>> rates;
  std::vector<std::string> notes;

  void add(std::string name, double rate) { rates.emplace_back(std::move(name), rate); }
  /// Several figures may have one reason for it.
  void note(std::string text) {
    if (std::ranges::find(notes, text) == notes.end()) notes.push_back(std::move(text));
  }
};

template <Game G>
struct Turn {
  typename G::Position position;
  typename G::Roll roll;
};

/// Plays game number `game` of random plays. Returns its turns.
template <Game G, class Observe>
int play_random_game(int thread, std::uint64_t game, PlayList<G>& plays, const Observe& observe) {
  Random random(1, Purpose::bench, static_cast<std::uint64_t>(thread), game);
  const auto choose = [&](Side, const auto&, const auto&, const PlayList<G>& list) {
    return random.below(static_cast<std::uint32_t>(list.size()));
  };
  return play_game<G>(G::start(random), Side::first, random, plays, longest_game, choose, observe).turns;
}

/// Turns from all stages of random games, and how many plays they have.
template <Game G>
struct Sample {
  std::vector<Turn<G>> turns;
  std::int64_t plays = 0;
};

template <Game G>
Sample<G> draw_sample(std::size_t most_turns, std::int64_t most_plays) {
  Sample<G> sample;
  PlayList<G> plays;
  const auto full = [&] { return sample.turns.size() >= most_turns || sample.plays >= most_plays; };
  for (std::uint64_t game = 0; !full(); ++game) {
    play_random_game<G>(0, game, plays,
                        [&](Side, const auto& position, const auto& roll, const auto& list, std::size_t) {
                          if (full()) return;
                          sample.turns.push_back({position, roll});
                          sample.plays += static_cast<std::int64_t>(list.size());
                        });
  }
  return sample;
}

/// The network called `name`; without its file one of the shape of `fast` with random weights, which is as quick.
template <HasFeatures G>
NetworkWeights network_weights(const std::string& name, Figures& figures) {
  const std::filesystem::path file = find_network(std::string(G::name()), name);
  if (std::filesystem::exists(file)) return read_network(file).weights;
  figures.note("there is no " + file.string() + ": random weights, one hidden layer of 128");
  return initial_weights({std::string(Features<G>::name),
                          Features<G>::inputs,
                          {128},
                          static_cast<int>(G::statistics),
                          static_cast<int>(G::probabilities)},
                         1);
}

/// Adds how fast the game's searches are; nothing for games that are not searched.
void bench_searches(std::string_view game, const MeasureOptions& options, Figures& figures);

}  // namespace alea::tools
