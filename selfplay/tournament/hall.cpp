#include "selfplay/tournament/hall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "engine/registry.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/game_table.hpp"
#include "selfplay/openings.hpp"
#include "selfplay/player_failure.hpp"
#include "selfplay/scoring.hpp"
#include "selfplay/tournament/adjudicator.hpp"

namespace alea {

namespace {

/// Results of A by their index, and of B.
template <Game G>
std::size_t flipped(std::size_t result) {
  std::array<float, G::statistics> value{};
  value[result] = 1;
  const auto other = G::flip(value);
  return static_cast<std::size_t>(std::max_element(other.begin(), other.begin() + G::probabilities) - other.begin());
}

/// What outside programs print, kept short and fit for text.
std::string note_of(std::string message) {
  constexpr std::size_t longest = 2000;
  if (message.size() > longest) message.resize(longest);
  std::ranges::replace_if(
      message, [](char c) { return (c < ' ' && c != '\n') || c > '~'; }, '?');
  return message;
}

Ending ending_of(GameOutcome::End end) {
  return end == GameOutcome::End::finished      ? Ending::finished
         : end == GameOutcome::End::adjudicated ? Ending::adjudicated
                                                : Ending::cut;
}

template <Game G>
class GameHallTable final : public HallTable {
 public:
  struct Seat {
    std::string name;
    const Agent<G>& agent;
  };

  GameHallTable(const Seat& a, const Seat& b, std::uint64_t seed, const HallOptions& options,
                std::span<const Situation<G>> openings, const Adjudicator<G>& adjudicator)
      : seats_{a, b},
        options_{true, seed, options.random_start, options.random_turns, options.max_turns},
        openings_(openings),
        turn_seconds_(options.turn_seconds),
        adjudicator_(adjudicator) {}

  StoredGame play(std::int64_t number, const std::function<bool()>& stop) override {
    record_ = {.game = std::string(G::name()), .number = number, .pair = number / 2, .seed = options_.seed};
    turns_.clear();
    a_is_first_ = number % 2 == 0;
    spent_ = {};
    GameHooks<G> hooks;
    hooks.stop = stop;
    hooks.begin = [this](const auto& start, Side first) { record_.start = G::format_position(start, first); };
    hooks.observe = [this](const Turn<G>& turn) { observe(turn); };
    if (adjudicator_.is_on()) hooks.adjudicate = [this](const auto& position) { return adjudicator_(position); };
    if (!table_) table_.emplace(sit_down(player_a), sit_down(player_b), options_);
    try {
      finish(play_game(number, hooks));
    } catch (const PlayerFailure& failure) {
      const Player failed = late_ ? *late_ : table_->outcome().failed.value();
      forfeit(failed, failure);
      count_effort(table_->outcome());
      late_.reset();
      table_.reset();  // whatever a failure leaves behind ends with this game
    }
    record_.turns = turns_;
    return std::move(record_);
  }

 private:
  const GameOutcome& play_game(std::int64_t number, const GameHooks<G>& hooks) {
    const Situation<G>* const opening = opening_of<G>(openings_, number / 2);
    return opening ? table_->play(number, hooks, &opening->position, opening->to_move) : table_->play(number, hooks);
  }

  typename GameTable<G>::Seat sit_down(Player player) const {
    return {seats_[player].name, seats_[player].agent.clone()};
  }

  void observe(const Turn<G>& turn) {
    double& spent = spent_[turn.player];
    const double seconds = table_->outcome().seconds[turn.player] - spent;
    spent += seconds;
    if (turn_seconds_ > 0 && seconds > turn_seconds_) {
      late_ = turn.player;
      throw PlayerFailure(Fault::timeout, seats_[turn.player].name + " took " + std::to_string(seconds) +
                                              " s for a turn, more than " + std::to_string(turn_seconds_) + " s");
    }
    begin_turn(turns_, G::format_roll(turn.roll));
    append_play<G>(turns_, turn.position, turn.roll, turn.plays.play(turn.chosen));
    ++record_.turn_count;
  }

  void finish(const GameOutcome& outcome) {
    record_.ending = ending_of(outcome.end);
    if (outcome.result != GameOutcome::no_result) set_result(player_a, static_cast<std::size_t>(outcome.result));
    set_score(player_a, outcome.score);
    count_effort(outcome);
  }

  void forfeit(Player failed, const PlayerFailure& failure) {
    record_.ending = Ending::forfeit;
    record_.forfeited_by = side_of(failed);
    record_.fault = name(failure.fault());
    record_.note = note_of(failure.what());
    set_result(failed, flipped<G>(0));  // index 0 is the plainest win
    set_score(failed, score_of<G>(-1));
  }

  Side side_of(Player player) const { return (player == player_a) == a_is_first_ ? Side::first : Side::second; }

  void set_result(Player player, std::size_t result) {
    record_.result = result_names<G>()[side_of(player) == Side::first ? result : flipped<G>(result)];
  }

  void set_score(Player player, double score) {
    const double others = has_points<G>() ? -score : 1 - score;
    const bool is_first = side_of(player) == Side::first;
    record_.first_score = is_first ? score : others;
    record_.second_score = is_first ? others : score;
  }

  void count_effort(const GameOutcome& outcome) {
    const Player first = a_is_first_ ? player_a : player_b, second = a_is_first_ ? player_b : player_a;
    record_.first_seconds = outcome.seconds[first];
    record_.second_seconds = outcome.seconds[second];
    if (outcome.nodes[first] > 0) record_.first_nodes = outcome.nodes[first];
    if (outcome.nodes[second] > 0) record_.second_nodes = outcome.nodes[second];
  }

  std::array<Seat, 2> seats_;
  GameOptions options_;
  std::span<const Situation<G>> openings_;
  double turn_seconds_;
  const Adjudicator<G>& adjudicator_;
  std::optional<GameTable<G>> table_;
  StoredGame record_;
  std::string turns_;  ///< of `record_`, which they become part of when they are known: game after game in one memory
  bool a_is_first_ = true;
  std::array<double, 2> spent_{};
  std::optional<Player> late_;
};

/// A program from outside that never answers is stopped by its own clock: the hall's, if its text sets none.
std::string with_turn_limit(const std::string& agent, double seconds) {
  const AgentText text = parse_agent(agent);
  if (seconds <= 0 || text.kind != "process" || !text.value("time", "").empty()) return agent;
  return with_key(agent, "time", fmt::format("{:.3f}s", std::max(seconds, 0.001)));
}

template <Game G>
class GameHall final : public Hall {
 public:
  GameHall(const HallOptions& options, const std::vector<HallPlayer>& players)
      : options_(options), adjudicator_(options.adjudicate) {
    if (options.random_start && !HasRandomStart<G>) {
      throw InputError("random_start", std::string(G::name()) + " has no random start; expected false");
    }
    if (options.random_start && !options.openings.empty()) {
      throw InputError("openings", "expected either openings or random_start = true, found both");
    }
    if (!options.openings.empty()) openings_ = read_openings<G>(options.openings);
    for (const HallPlayer& player : players) {
      names_.push_back(player.name);
      try {
        agents_.push_back(make_agent<G>(with_turn_limit(player.agent, options.turn_seconds)));
      } catch (const InputError& error) {
        throw InputError("players." + player.name, error.what());
      }
    }
  }

  std::unique_ptr<HallTable> table(std::size_t a, std::size_t b, std::uint64_t seed) const override {
    using Seat = typename GameHallTable<G>::Seat;
    return std::make_unique<GameHallTable<G>>(Seat{names_[a], *agents_[a]}, Seat{names_[b], *agents_[b]}, seed,
                                              options_, openings_, adjudicator_);
  }

 private:
  HallOptions options_;
  std::vector<Situation<G>> openings_;
  Adjudicator<G> adjudicator_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
};

}  // namespace

std::unique_ptr<Hall> make_hall(const HallOptions& options, const std::vector<HallPlayer>& players) {
  return with_game(options.game,
                   [&]<Game G>() -> std::unique_ptr<Hall> { return std::make_unique<GameHall<G>>(options, players); });
}

std::string player_version(const std::string& game, std::string_view agent) {
  constexpr std::string_view without_network[] = {"random", "handwritten", "exact", "gnubg", "process"};
  const AgentText text = parse_agent(agent);
  if (std::ranges::find(without_network, text.kind) != std::end(without_network)) return "";
  std::string version;
  for (const std::string& name : {text.value("weights", "default"), text.value("prune", "")}) {
    const auto file = name.empty() ? std::filesystem::path() : std::filesystem::path(find_network(game, name));
    if (!std::filesystem::is_regular_file(file)) continue;
    version += (version.empty() ? "" : " ") + file_checksum(file);
  }
  return version;
}

std::string player_settings(std::string_view agent) {
  const AgentText text = parse_agent(agent);
  nlohmann::ordered_json settings{{"kind", text.kind}};
  for (const auto& [key, value] : text.options) settings[key] = value;
  return settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace alea
