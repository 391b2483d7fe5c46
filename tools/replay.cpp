// alea replay: checks recorded games play by play.
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "tools/commands.hpp"
#include "tools/lines.hpp"
#include "tools/options.hpp"
#include "tools/query.hpp"
#include "tools/record.hpp"

namespace alea::tools {

namespace {

/// Where a record breaks the rules.
struct IllegalTurn {
  std::size_t turn;  ///< from 1
  std::string play;
  std::string message;
};

/// Plays the record from its start; throws IllegalTurn.
template <Game G>
Situation<G> play_record(const GameRecord& record) {
  Random random(0, Purpose::dice);
  auto situation = record.start.empty() ? Situation<G>{G::start(random)} : G::parse_position(record.start);
  PlayList<G> plays;
  std::size_t number = 0;
  for (const auto& [dice, play] : record.turns) {
    ++number;
    try {
      situation = with_dice(situation, has_dice<G> ? std::optional(dice) : std::nullopt);
      situation = after_play(situation, play, plays);
    } catch (const InputError& error) {
      throw IllegalTurn{number, play, error.what()};
    }
  }
  if (!G::finished(situation.position)) throw IllegalTurn{number + 1, "", "the record ends before the game is over"};
  return situation;
}

/// The letter of the winner, or "draw".
template <Game G>
std::string result_of(const Situation<G>& end) {
  const float utility = Utility<G>{}(*G::result(end.position));
  if (utility == 0) return "draw";
  const Side winner = utility > 0 ? end.to_move : other(end.to_move);
  return std::string(1, side_letters(G::name())[winner == Side::first ? 0 : 1]);
}

/// "W-B" in games that are decided by pieces (DVONN), else empty.
template <Game G>
std::string score_of(const Situation<G>& end) {
  const auto& p = end.position;
  if constexpr (requires { p.pieces_in(p.own()); }) {
    int first = p.pieces_in(p.own()), second = p.pieces_in(p.their());
    if (end.to_move == Side::second) std::swap(first, second);
    return std::to_string(first) + "-" + std::to_string(second);
  }
  return {};
}

template <Game G>
Json replay(const GameRecord& record) {
  Json json{{"id", record.id}};
  try {
    const auto end = play_record<G>(record);
    const std::string turns = std::to_string(record.turns.size());
    json["result"] = result_of(end);
    if (const std::string score = score_of(end); !score.empty()) json["score"] = score;
    json["turns"] = record.turns.size();
    const auto compare = [&](const char* what, const std::string& claimed, const std::string& found) {
      if (!claimed.empty() && claimed != "-" && claimed != found) json["recorded"][what] = claimed;
    };
    compare("result", record.result, json["result"]);
    compare("score", record.score, score_of(end));
    compare("turns", record.turn_count, turns);
    compare("position", record.final_position, G::format_position(end.position, end.to_move));
  } catch (const IllegalTurn& illegal) {
    json["error"] = {{"turn", illegal.turn}, {"play", illegal.play}, {"message", illegal.message}};
  }
  return json;
}

void run(const Question& question) {
  if (!question.batch) throw InputError("batch", "expected --batch: games are read from standard input");
  if (question.game != "diablo") with_game(question.game, []<Game G> {});
  answer_lines(std::cin, [&](const std::string& line) {
    const GameRecord record = read_record(question.game, line);
    return with_game(record.game, [&]<Game G> { return replay<G>(record); });
  });
}

}  // namespace

void add_replay(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  CLI::App* const command = add_command(app, "replay", "Check recorded games play by play", group::rules);
  command->add_option("game", question->game, "backgammon, dvonn, diablo (each game's own size) or diablo-N")
      ->required()
      ->type_name("GAME");
  add_batch(*command, *question, "a game: tab-separated columns, see tools/record.hpp");
  add_json(*command, *question);
  command->footer(
      "Columns: id, winner, number of turns, start, final position, turns (dice:play;dice:play) in backgammon;\n"
      "id, score, tags, plays (separated by spaces) in dvonn; in diablo as in backgammon, with the size behind the "
      "id.\n"
      "\"recorded\" in an answer holds what the record says otherwise than the replay.");
  command->callback([question] { run(*question); });
}

}  // namespace alea::tools
