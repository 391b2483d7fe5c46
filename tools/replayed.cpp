#include "tools/replayed.hpp"

#include <cmath>
#include <utility>

#include "engine/registry.hpp"
#include "selfplay/scoring.hpp"
#include "tools/query.hpp"

namespace alea::tools {

namespace {

/// In games without dice, where it needs no words about how much is given up.
template <Game G>
bool is_resignation(std::string_view play) {
  return !has_dice<G> && (play == "resign" || play == "RESIGN");
}

/// The play that a record may leave out before `next`, Little Golem's forced 49th placement in DVONN: where it is
/// due, `next` is no placement (two characters).
template <Game G>
std::optional<std::string> left_out(const Situation<G>& situation, std::string_view next) {
  if constexpr (std::is_same_v<G, Dvonn>) {
    const auto forced = dvonn::forced_placement(situation.position);
    if (forced && next.size() != 2) return G::format_play(situation.position, {}, *forced);
  }
  return std::nullopt;
}

/// "W-B" in games that are decided by pieces (DVONN), else empty.
template <Game G>
std::string pieces_score(const Situation<G>& end) {
  const auto& p = end.position;
  if constexpr (requires { p.pieces_in(p.own()); }) {
    int first = p.pieces_in(p.own()), second = p.pieces_in(p.their());
    if (end.to_move == Side::second) std::swap(first, second);
    return std::to_string(first) + "-" + std::to_string(second);
  }
  return {};
}

/// Makes the turns of a record one by one.
template <Game G>
class Replay {
 public:
  explicit Replay(const std::string& start) {
    Random random(0, Purpose::dice);
    situation_ = start.empty() ? Situation<G>{G::start(random)} : G::parse_position(start);
    game_.start = G::format_position(situation_.position, situation_.to_move);
    game_.first = situation_.to_move;
  }

  /// Throws IllegalTurn.
  void make(const RecordedTurn& turn) {
    if (const auto forced = left_out(situation_, turn.play)) make({.play = *forced});
    try {
      if (turn.side && *turn.side != situation_.to_move) {
        throw InputError("play", "expected a turn of " + side_letter(G::name(), situation_.to_move) +
                                     ", found one of " + side_letter(G::name(), *turn.side));
      }
      situation_ = with_dice(situation_, has_dice<G> ? std::optional(turn.dice) : std::nullopt);
      if (G::finished(situation_.position)) throw InputError("play", "the game is over: there are no plays");
      take(turn.play);
    } catch (const InputError& error) {
      const std::string place = turn.line > 0 ? "line " + std::to_string(turn.line) + ": " : "";
      throw IllegalTurn(game_.turns.size() + 1, turn.play, place + error.what());
    }
  }

  /// The record has no more turns. Throws IllegalTurn.
  ReplayedGame end(const GameRecord& record, std::optional<Side> resigned) {
    const bool over = G::finished(situation_.position);
    if (!over && !resigned && record.winner) resigned = other(*record.winner);
    if (!over && !resigned) throw too_early("the record ends before the game is over");
    game_.resigned = resigned;
    game_.final_position = G::format_position(situation_.position, situation_.to_move);
    game_.score = pieces_score(situation_);
    settle(resigned ? given_up(*resigned, record.points) : *G::result(situation_.position));
    if (record.winner && game_.winner != record.winner) throw too_early("the record gives the game to the loser");
    if (record.points > 0 && record.points != std::abs(game_.first_score)) {
      throw too_early("the record says that the game was worth " + std::to_string(record.points) + ", not " +
                      std::to_string(static_cast<int>(std::abs(game_.first_score))));
    }
    return std::move(game_);
  }

  Side to_move() const { return situation_.to_move; }

 private:
  void take(std::string_view play) {
    const auto& [position, to_move, roll] = situation_;
    G::plays(position, *roll, plays_);
    const std::size_t chosen = G::find_play(position, *roll, plays_, play);
    game_.turns.push_back(
        {G::format_roll(*roll), G::format_play(position, *roll, plays_.play(chosen)), std::string(play)});
    const auto after = plays_.position(chosen);
    situation_ = {after, next_side<G>(after, to_move)};
  }

  IllegalTurn too_early(const std::string& message) const { return {game_.turns.size() + 1, "", message}; }

  /// The value, to the one who would be next, of a game that `loser` gave up for so many points (0: unknown, one).
  RollerValue<G> given_up(Side loser, int points) const {
    RollerValue<G> value;
    const std::size_t kind = std::clamp<std::size_t>(static_cast<std::size_t>(points), 1, has_points<G>() ? 3 : 1) - 1;
    const std::size_t losses = G::probabilities == 6 ? 3 : G::probabilities - 1;
    value.of[(loser == situation_.to_move ? losses : 0) + kind] = 1;
    return value;
  }

  void settle(RollerValue<G> value) {
    if (situation_.to_move != game_.first) value = flip(value);
    const auto results = std::span(value.of).first(G::probabilities);
    game_.result = result_names<G>()[static_cast<std::size_t>(std::ranges::max_element(results) - results.begin())];
    const double utility = Utility<G>{}(value);
    game_.first_score = score_of<G>(utility);
    if (utility != 0) game_.winner = utility > 0 ? game_.first : other(game_.first);
  }

  Situation<G> situation_;
  ReplayedGame game_;
  PlayList<G> plays_;
};

template <Game G>
ReplayedGame replay(const GameRecord& record) {
  Replay<G> replay(record.start);
  auto resigned = record.resigned;
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    if (i + 1 == record.turns.size() && is_resignation<G>(record.turns[i].play)) {
      resigned = replay.to_move();
    } else {
      replay.make(record.turns[i]);
    }
  }
  return replay.end(record, resigned);
}

}  // namespace

ReplayedGame replay(const GameRecord& record) {
  return with_game(record.game, [&]<Game G> { return replay<G>(record); });
}

}  // namespace alea::tools
