#include "selfplay/yardstick.hpp"

#include <chrono>
#include <concepts>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "search/static_agent.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/decisions.hpp"
#include "selfplay/gnubg.hpp"
#include "selfplay/match.hpp"
#include "selfplay/player_failure.hpp"
#include "selfplay/scoring.hpp"

namespace alea {

double Measurement::strength() const {
  double sum = 0, count = 0;
  for (const AnchorScore& anchor : anchors) {
    if (anchor.counts) sum += anchor.score.mean(), ++count;
  }
  return count == 0 ? 0 : sum / count;
}

double Measurement::figure() const { return decision_loss ? -decision_loss->mean() : strength(); }

namespace {

/// Between semicolons, without the spaces around them.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(';', begin), list.size());
    const std::string part = list.substr(begin, end - begin);
    const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    if (first != std::string::npos) parts.push_back(part.substr(first, last - first + 1));
    begin = end + 1;
  }
  return parts;
}

/// A network as a player at 0 ply.
template <Game G>
std::unique_ptr<Agent<G>> player_of(const NetworkWeights& weights) {
  return std::make_unique<StaticAgent<G>>(std::make_unique<Network<G>>(weights));
}

bool is_gnubg(const std::string& text) { return parse_agent(text).kind == "gnubg"; }

template <Game G>
std::unique_ptr<Agent<G>> agent_for(const std::string& key, const std::string& text) {
  try {
    return make_agent<G>(text);
  } catch (const InputError& error) {
    throw InputError(key, text + ": " + error.what());
  }
}

template <HasFeatures G>
class GameYardstick final : public Yardstick {
 public:
  GameYardstick(const TrainConfig& config, const std::function<NetworkWeights()>& start) : config_(config) {
    for (const std::string& text : parts_of(config.anchors)) {
      if (text == "start") {
        anchors_.push_back({text, player_of<G>(start())});
      } else if (is_gnubg(text)) {
        anchors_.push_back({text, make_gnubg(text), false});
      } else {
        anchors_.push_back({text, agent_for<G>("anchors", text)});
      }
    }
    if (config.judge.empty()) return;
    if (is_gnubg(config.judge)) {
      throw InputError("judge", "expected an agent of this program: GNU Backgammon serves reports, not training");
    }
    decisions_ =
        draw_decisions<G>(*make_evaluator<G>("default"), static_cast<std::size_t>(config.decisions), config.seed);
    judge_decisions<G>(*agent_for<G>("judge", config.judge), config.threads, decisions_);
  }

  Measurement measure(const NetworkWeights& net, const NetworkWeights& best, std::int64_t generation) override {
    const auto begin = std::chrono::steady_clock::now();
    const auto candidate = player_of<G>(net);
    Measurement found;
    for (const Anchor& anchor : anchors_) meet(*candidate, anchor, found);
    if (!decisions_.empty()) {
      Network<G> evaluator(net);
      found.decision_loss = decision_loss<G>(evaluator, decisions_);
    }
    if (config_.gate_games > 0) found.gate = gate(*candidate, *player_of<G>(best), generation);
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return found;
  }

 private:
  struct Anchor {
    std::string name;
    std::unique_ptr<Agent<G>> agent;  ///< null: GNU Backgammon, not installed
    bool counts = true;
  };

  /// Null where it is not installed.
  static std::unique_ptr<Agent<G>> make_gnubg(const std::string& text) {
    if (std::same_as<G, Backgammon> && !gnubg_installed()) return nullptr;
    return agent_for<G>("anchors", text);
  }

  /// Training does not end where what counts for nothing fails.
  void meet(const Agent<G>& candidate, const Anchor& anchor, Measurement& found) const {
    if (!anchor.agent) return found.absent.push_back({anchor.name, "it is not installed"});
    const MatchOptions options{
        .games = config_.anchor_games, .each = games_of(config_.seed), .sprt = {}, .threads = config_.threads};
    try {
      const MatchReport report = play_match<G>({"the net", candidate}, {anchor.name, *anchor.agent}, options);
      found.anchors.push_back({anchor.name, report.score, anchor.counts});
    } catch (const PlayerFailure& failure) {
      if (anchor.counts) throw;
      found.absent.push_back({anchor.name, failure.what()});
    }
  }

  /// Without dice, two nets would play the same two games again and again.
  GameOptions games_of(std::uint64_t seed) const {
    Random random(seed, Purpose::dice);
    const bool dice = std::span(G::rolls(G::start(random))).size() > 1;
    return {.paired = true,
            .seed = seed,
            .random_start = false,
            .random_turns = dice ? 0 : 8,
            .max_turns = config_.max_turns};
  }

  GateResult gate(const Agent<G>& candidate, const Agent<G>& best, std::int64_t generation) const {
    const double margin = has_points<G>() ? 0.05 : 20;
    const MatchOptions options{.games = config_.gate_games,
                               .each = games_of(config_.seed + static_cast<std::uint64_t>(generation)),
                               .sprt = SprtOptions{.low = -margin, .high = margin},
                               .threads = config_.threads};
    const MatchReport report = play_match<G>({"the net", candidate}, {"the best net", best}, options);
    const bool weaker = report.sprt->decision == SprtDecision::low ||
                        (report.sprt->decision == SprtDecision::undecided && report.sprt->log_likelihood_ratio < 0);
    return {report.score, report.sprt->log_likelihood_ratio, !weaker};
  }

  const TrainConfig config_;
  std::vector<Anchor> anchors_;
  std::vector<JudgedDecision<G>> decisions_;
};

}  // namespace

std::unique_ptr<Yardstick> make_yardstick(const TrainConfig& config, const std::function<NetworkWeights()>& start) {
  if (config.measure_every == 0) return nullptr;
  return with_game(config.game, [&]<class G>() -> std::unique_ptr<Yardstick> {
    if constexpr (HasFeatures<G>) {
      return std::make_unique<GameYardstick<G>>(config, start);
    } else {
      throw InputError("game", "there are no network features for " + std::string(G::name()) + " yet");
    }
  });
}

}  // namespace alea
