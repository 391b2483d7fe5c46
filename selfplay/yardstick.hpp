// How strong a net is, measured while it learns. Nothing of it feeds back into the games: a run with a yardstick is the
// run without, but for where a plateau ends it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nets/shape.hpp"
#include "selfplay/config.hpp"
#include "selfplay/statistics.hpp"

namespace alea {

/// The net's score against an anchor, an agent that stays what it is: points a game in backgammon, else the share of
/// wins and half the draws. A sample of pairs of games with the same dice; the dice are those of every measurement.
struct AnchorScore {
  std::string anchor;
  SampleMean score;
  bool counts = true;  ///< in the strength. GNU Backgammon's is a report, on which nothing depends
};

/// GNU Backgammon where it is not installed, or failed.
struct AbsentAnchor {
  std::string anchor;
  std::string why;
};

/// The net against the best one so far: a sequential test (sprt.hpp) of whether it is stronger or weaker by
/// a little (0.05 points a game, or 20 elo), cut off after `gate_games`. It passes unless it is weaker: a gate that
/// turns most nets away only stops progress.
struct GateResult {
  SampleMean score;
  double log_likelihood_ratio = 0;
  bool passed = false;
};

struct Measurement {
  std::vector<AnchorScore> anchors;
  /// What a decision on a held-out position loses, in utility, by the judge's values: the finer yardstick.
  std::optional<SampleMean> decision_loss;
  std::optional<GateResult> gate;
  double seconds = 0;
  std::vector<AbsentAnchor> absent = {};

  /// The mean score against the anchors that count; 0 without any.
  double strength() const;
  /// What should grow: the decisions' loss, negated, if there is a judge, else the strength.
  double figure() const;
};

/// Measures with the same positions, dice and opponents each time, so that measurements compare. What it finds depends
/// on the nets and the config alone.
class Yardstick {
 public:
  virtual ~Yardstick() = default;

  /// `best` is the best net so far.
  virtual Measurement measure(const NetworkWeights& net, const NetworkWeights& best, std::int64_t generation) = 0;
};

/// The yardstick of a training that began with the net that `start` makes, if asked; null where the config measures
/// nothing. Held-out positions come from games of the game's `default` evaluator with some random plays, drawn from
/// streams that training does not use, and are judged here, once. Throws InputError on agents that there are not.
/// GNU Backgammon serves reports alone: as an anchor it counts for nothing, and may be absent; as a judge it is refused
/// (InputError).
std::unique_ptr<Yardstick> make_yardstick(const TrainConfig& config, const std::function<NetworkWeights()>& start);

/// What a trainer makes its yardstick with.
using YardstickMaker =
    std::function<std::unique_ptr<Yardstick>(const TrainConfig&, const std::function<NetworkWeights()>& start)>;

}  // namespace alea
