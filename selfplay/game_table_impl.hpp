// GameTable<G>, for translation units that instantiate it (selfplay/game_table.cpp; tests with games of their own).
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "selfplay/driver.hpp"
#include "selfplay/game_table.hpp"
#include "selfplay/player_failure.hpp"
#include "selfplay/scoring.hpp"

namespace alea {

namespace game_table_detail {

/// Adds the seconds of its life to `total`.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  Stopwatch(const Stopwatch&) = delete;
  ~Stopwatch() { total_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_;
  Clock::time_point begin_ = Clock::now();
};

/// Where a player failed.
template <Game G>
std::string place(Side side, const typename G::Position& position, const typename G::Roll& roll) {
  return ", at " + G::format_position(position, side) + " " + G::format_roll(roll);
}

}  // namespace game_table_detail

template <Game G>
GameTable<G>::GameTable(Seat a, Seat b, const GameOptions& options)
    : seats_{std::move(a), std::move(b)}, options_(options) {
  if (options_.random_start && !HasRandomStart<G>) {
    throw InputError("random-start", std::string(G::name()) + " has no random start");
  }
}

template <Game G>
const GameOutcome& GameTable<G>::play(std::int64_t number, const GameHooks<G>& hooks, const Position* start,
                                      Side first) {
  const Side side_of_a = number % 2 == 0 ? first : other(first);
  const auto game = static_cast<std::uint64_t>(number);
  Random dice(options_.seed, Purpose::dice, 0, options_.paired ? game / 2 : game);
  Random opening(options_.seed, Purpose::opening, 0, options_.paired ? game / 2 : game);
  Random own[] = {{options_.seed, Purpose::first_agent, 0, game}, {options_.seed, Purpose::second_agent, 0, game}};
  number_ = number;
  outcome_ = {.line = static_cast<std::uint64_t>(number % 2)};
  for (const Player player : {player_a, player_b}) {
    ask(
        player, [&](Agent<G>& agent) { agent.start_game(); }, [] { return std::string(); });
  }

  const auto nodes_of = [&](Player player) { return seats_[player].agent->nodes(); };
  const std::int64_t before[] = {nodes_of(player_a), nodes_of(player_b)};
  const auto player_of = [&](Side side) { return side == side_of_a ? player_a : player_b; };
  const auto choose_play = [&](Side side, const Position& position, const auto& roll, const PlayList<G>& plays) {
    if (hooks.stop && hooks.stop()) throw GameStopped{};
    if (outcome_.turns < options_.random_turns) {
      return std::size_t{opening.below(static_cast<std::uint32_t>(plays.size()))};
    }
    return choose(player_of(side), side, position, roll, own[player_of(side)]);
  };
  const auto observe = [&](Side side, const Position& position, const auto& roll, const PlayList<G>& plays,
                           std::size_t chosen) {
    for (const Player player : {player_a, player_b}) {
      ask(
          player, [&](Agent<G>& agent) { agent.observe(position, roll, plays.play(chosen)); },
          [&] { return game_table_detail::place<G>(side, position, roll); });
    }
    outcome_.line = XXH3_64bits_withSeed(&plays.position(chosen), sizeof(Position), outcome_.line);
    if (hooks.observe) hooks.observe({outcome_.turns, side, player_of(side), position, roll, plays, chosen});
    ++outcome_.turns;
  };
  const auto adjudicate = [&](const Position& position) {
    return hooks.adjudicate ? hooks.adjudicate(position) : std::nullopt;
  };
  const Position from = start ? *start : draw_start(dice);
  if (hooks.begin) hooks.begin(from, first);
  const auto end = play_game<G>(from, first, dice, plays_, options_.max_turns, choose_play, observe, adjudicate);
  for (const Player player : {player_a, player_b}) outcome_.nodes[player] = nodes_of(player) - before[player];
  const bool a_is_next = player_of(end.next) == player_a;
  settle(end.result && !a_is_next ? flip(*end.result) : end.result, end.finished);
  return outcome_;
}

template <Game G>
typename G::Position GameTable<G>::draw_start(Random& dice) const {
  if constexpr (HasRandomStart<G>) {
    if (options_.random_start) return G::random_start(dice);
  }
  return G::start(dice);
}

template <Game G>
std::size_t GameTable<G>::choose(Player player, Side side, const Position& position, const typename G::Roll& roll,
                                 Random& random) {
  std::size_t chosen = 0;
  const auto choose = [&](Agent<G>& agent) {
    {
      const game_table_detail::Stopwatch watch(outcome_.seconds[player]);
      chosen = agent.choose(position, roll, plays_, random);
    }
    if (chosen >= plays_.size()) throw RuntimeFailure("chose a play that does not exist");
  };
  ask(player, choose, [&] { return game_table_detail::place<G>(side, position, roll); });
  ++outcome_.plays[player];
  return chosen;
}

/// Whatever goes wrong with the agent is the player's failure, and says so.
template <Game G>
template <class Question, class Place>
void GameTable<G>::ask(Player player, const Question& question, const Place& place) {
  const auto context = [&] {
    return fmt::format("game {} (seed {}), agent {}, {}{}: ", number_ + 1, options_.seed,
                       player == player_a ? 'A' : 'B', seats_[player].name, place());
  };
  outcome_.failed = player;
  try {
    question(*seats_[player].agent);
  } catch (const InputError& error) {
    throw InputError(error.field(), context() + error.what());
  } catch (const PlayerFailure& error) {
    throw PlayerFailure(error.fault(), context() + error.what());
  } catch (const RuntimeFailure& error) {
    throw RuntimeFailure(context() + error.what());
  }
  outcome_.failed.reset();
}

template <Game G>
void GameTable<G>::settle(const std::optional<RollerValue<G>>& value_to_a, bool finished) {
  using End = GameOutcome::End;
  outcome_.end = finished ? End::finished : value_to_a ? End::adjudicated : End::cut_off;
  outcome_.score = score_of<G>(value_to_a ? Utility<G>{}(*value_to_a) : 0);
  if (!value_to_a) return;
  const auto results = std::span(value_to_a->of).first(G::probabilities);
  const auto likeliest = std::ranges::max_element(results);
  if (finished || *likeliest == 1) outcome_.result = static_cast<int>(likeliest - results.begin());
}

}  // namespace alea
