// The learner's side: tells workers what to play, and takes in what they played.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "nets/shape.hpp"
#include "selfplay/cluster/work_order.hpp"
#include "selfplay/config.hpp"

namespace alea::cluster {

/// One run's, for as long as its process learns. Not thread-safe. All of it throws RuntimeFailure on a full disk.
class Gatherer {
 public:
  using Say = std::function<void(const std::string&)>;

  /// `block_games` is how many games a worker plays at a time; 0: a 32nd of a generation, at least 8.
  Gatherer(const std::filesystem::path& run, const TrainConfig& config, std::int64_t block_games, Say say);

  /// After `played` generations were taken in, asks for those that the nets N(0) .. N(learned) allow: publishes what is
  /// needed of `nets`, then the order. More than once the same is nothing new.
  void ask(std::int64_t played, std::int64_t learned, const std::map<std::int64_t, NetworkWeights>& nets);

  /// Calls `take` with the content of each shard of the generation, in the order of its games, as they arrive. What is
  /// damaged or from elsewhere, or what `take` throws an InputError on before it has kept any of it, is set aside and
  /// asked for again. False when `Interrupt` is requested meanwhile: then some have been taken.
  bool gather(std::int64_t generation, const std::function<void(std::string_view content)>& take);

  /// Nobody will ask for the generations up to this one again: removes their files, and nets that are past.
  void forget(std::int64_t generation);

  /// The run has ended: workers are sent home and nothing of what is between us stays but that word.
  void end(std::int64_t played);

 private:
  bool take_in(const Block& block, const Origin& origin, const std::function<void(std::string_view)>& take);
  void set_aside(const std::filesystem::path& file, const std::string& why);
  void publish(std::int64_t generation, const NetworkWeights& net);

  Exchange exchange_;
  const TrainConfig& config_;
  WorkOrder order_;
  std::map<std::int64_t, std::string> nets_;  ///< digests of those that are published
  Say say_;
};

}  // namespace alea::cluster
