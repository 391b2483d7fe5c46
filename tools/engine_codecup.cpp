#include <istream>
#include <memory>
#include <ostream>

#include "engine/dvonn/dvonn.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "tools/engine.hpp"
#include "tools/lines.hpp"

namespace alea::tools {

namespace {

/// Plays with a clock for the whole game, which `default` has not.
constexpr const char* timed_agent = "alphabeta";

std::string agent_text(const EnginePlayer& player) {
  if (player.game_time.empty()) return player.agent;
  return with_key(player.agent == "default" ? timed_agent : player.agent, "game_time", player.game_time);
}

/// A game and the agent that has one side of it.
class Seat {
 public:
  explicit Seat(const EnginePlayer& player)
      : agent_(make_agent<Dvonn>(agent_text(player))), random_(player.seed, Purpose::first_agent) {
    agent_->start_game();
  }

  /// A line of the arbiter: `Start`, before anything else, or the opponent's turn. Throws InputError.
  void read(const std::string& line) {
    if (line == "Start") {
      if (own_) throw InputError("play", "expected the opponent's play or Quit, found Start in the middle of a game");
      own_ = Side::first;
      return;
    }
    if (!own_) own_ = Side::second;
    if (Dvonn::finished(position_))
      throw InputError("play", "the game is over: expected Quit, found \"" + line.substr(0, 40) + '"');
    Dvonn::plays(position_, {}, plays_);
    make(Dvonn::find_play(position_, {}, plays_, line));
  }

  /// Makes and writes the agent's turns for as long as it is to move: two where it makes the 49th placement.
  void answer(std::ostream& out) {
    while (own_ == to_move_ && !Dvonn::finished(position_)) {
      Dvonn::plays(position_, {}, plays_);
      const std::size_t chosen = agent_->choose(position_, {}, plays_, random_);
      out << Dvonn::format_play(position_, {}, plays_.play(chosen)) << '\n';
      if (!out.flush()) throw RuntimeFailure("cannot write to standard output");
      make(chosen);
    }
  }

 private:
  void make(std::size_t chosen) {
    agent_->observe(position_, {}, plays_.play(chosen));
    position_ = plays_.position(chosen);
    to_move_ = next_side<Dvonn>(position_, to_move_);
  }

  std::unique_ptr<Agent<Dvonn>> agent_;
  Random random_;
  std::optional<Side> own_;  ///< nothing until the first line tells
  Dvonn::Position position_ = Dvonn::start();
  Side to_move_ = Side::first;
  PlayList<Dvonn> plays_;
};

}  // namespace

void serve_codecup(const EnginePlayer& player, std::istream& in, std::ostream& out) {
  Seat seat(player);
  std::int64_t number = 0;
  for (std::string line; read_line(in, line) && line != "Quit";) {
    ++number;
    try {
      seat.read(line);
    } catch (const InputError& error) {
      throw InputError(error.field(), "line " + std::to_string(number) + ": " + error.what());
    }
    seat.answer(out);
  }
}

}  // namespace alea::tools
