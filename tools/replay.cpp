// alea replay: checks recorded games play by play.
#include <CLI/Error.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
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

/// How a record ends: with the game, or with a player who gives up.
template <Game G>
struct Ending {
  Situation<G> situation;
  std::size_t turns;
  std::optional<Side> resigned;
};

std::string letter(std::string_view game, Side side) {
  return std::string(1, side_letters(game)[side == Side::first ? 0 : 1]);
}

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

/// Makes the turns of a record one by one.
template <Game G>
class Player {
 public:
  explicit Player(const std::string& start) {
    Random random(0, Purpose::dice);
    situation_ = start.empty() ? Situation<G>{G::start(random)} : G::parse_position(start);
  }

  /// Throws IllegalTurn.
  void make(const RecordedTurn& turn) {
    if (const auto forced = left_out(situation_, turn.play)) make({.play = *forced});
    try {
      if (turn.side && *turn.side != situation_.to_move) {
        throw InputError("play", "expected a turn of " + letter(G::name(), situation_.to_move) + ", found one of " +
                                     letter(G::name(), *turn.side));
      }
      situation_ = with_dice(situation_, has_dice<G> ? std::optional(turn.dice) : std::nullopt);
      situation_ = after_play(situation_, turn.play, plays_);
      ++turns_;
    } catch (const InputError& error) {
      const std::string place = turn.line > 0 ? "line " + std::to_string(turn.line) + ": " : "";
      throw IllegalTurn{turns_ + 1, turn.play, place + error.what()};
    }
  }

  Ending<G> end(std::optional<Side> resigned) const {
    if (!resigned && !G::finished(situation_.position)) {
      throw IllegalTurn{turns_ + 1, "", "the record ends before the game is over"};
    }
    return {situation_, turns_, resigned};
  }

  Side to_move() const { return situation_.to_move; }

 private:
  Situation<G> situation_;
  std::size_t turns_ = 0;
  PlayList<G> plays_;
};

/// Plays the record from its start; throws IllegalTurn.
template <Game G>
Ending<G> play_record(const GameRecord& record) {
  Player<G> player(record.start);
  auto resigned = record.resigned;
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    if (i + 1 == record.turns.size() && is_resignation<G>(record.turns[i].play)) {
      resigned = player.to_move();
    } else {
      player.make(record.turns[i]);
    }
  }
  return player.end(resigned);
}

/// The letter of the winner, or "draw".
template <Game G>
std::string result_of(const Ending<G>& end) {
  if (end.resigned) return letter(G::name(), other(*end.resigned));
  const auto& [position, to_move, roll] = end.situation;
  const float utility = Utility<G>{}(*G::result(position));
  if (utility == 0) return "draw";
  return letter(G::name(), utility > 0 ? to_move : other(to_move));
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
    const auto& [position, to_move, roll] = end.situation;
    json["result"] = result_of(end);
    if (const std::string score = score_of(end.situation); !score.empty()) json["score"] = score;
    json["turns"] = end.turns;
    if (end.resigned) json["resigned"] = letter(G::name(), *end.resigned);
    const auto compare = [&](const char* what, const std::string& claimed, const std::string& found) {
      if (!claimed.empty() && claimed != "-" && claimed != found) json["recorded"][what] = claimed;
    };
    compare("result", record.result, json["result"]);
    compare("score", record.score, score_of(end.situation));
    compare("turns", record.turn_count, std::to_string(end.turns));
    compare("position", record.final_position, G::format_position(position, to_move));
  } catch (const IllegalTurn& illegal) {
    json["error"] = {{"turn", illegal.turn}, {"play", illegal.play}, {"message", illegal.message}};
  }
  return json;
}

Json replay(const GameRecord& record) {
  return with_game(record.game, [&]<Game G> { return replay<G>(record); });
}

struct ReplayOptions : Question {
  std::vector<std::string> files;
  std::string format;  ///< tsv or sgf; empty: by the file's name
};

/// A game a line.
bool replay_lines(const ReplayOptions& options, std::istream& in) {
  try {
    answer_lines(in, [&](const std::string& line) { return replay(read_record(options.game, line)); });
    return true;
  } catch (const CLI::RuntimeError&) {  // it has told what was wrong
    return false;
  }
}

bool replay_sgf(const ReplayOptions& options, const std::string& name, std::istream& in) {
  if (options.game != "dvonn") throw InputError("format", "expected tsv: SGF is read for dvonn only");
  bool all_good = true;
  for (const GameRecord& record : read_sgf_records(name, in)) {
    const Json json = replay(record);
    all_good &= !json.contains("error");
    print(json);
  }
  return all_good;
}

bool replay_file(const ReplayOptions& options, const std::filesystem::path& file) {
  const bool sgf = options.format.empty() ? file.extension() == ".sgf" : options.format == "sgf";
  try {
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file)) throw InputError("file", "cannot read " + file.string());
    return sgf ? replay_sgf(options, file.stem().string(), in) : replay_lines(options, in);
  } catch (const InputError& error) {
    print({{"id", file.stem().string()}, {"error", error_json(error)}});
    return false;
  }
}

void run(const ReplayOptions& options) {
  if (options.game != "diablo") with_game(options.game, []<Game G> {});
  if (!options.batch && options.files.empty()) {
    throw InputError("batch", "expected files, or --batch to read games from standard input");
  }
  bool all_good = true;
  for (const std::string& file : options.files) all_good &= replay_file(options, file);
  if (options.batch) {
    all_good &= options.format == "sgf" ? replay_sgf(options, "stdin", std::cin) : replay_lines(options, std::cin);
  }
  if (!all_good) throw CLI::RuntimeError(bad_input);
}

}  // namespace

void add_replay(CLI::App& app) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* const command = add_command(app, "replay", "Check recorded games play by play", group::rules);
  command->add_option("game", options->game, "backgammon, dvonn, diablo (each game's own size) or diablo-N")
      ->required()
      ->type_name("GAME");
  command->add_option("files", options->files, "Files of games; a name that ends in .sgf is Boardspace's SGF (dvonn)")
      ->type_name("FILE");
  command
      ->add_option("--format", options->format,
                   "tsv: a game a line, tab-separated; sgf: Boardspace's SGF (default: by a file's name, else tsv)")
      ->check(CLI::IsMember({"tsv", "sgf"}))
      ->type_name("F");
  add_batch(*command, *options, "a game: tab-separated columns, see tools/record.hpp");
  add_json(*command, *options);
  command->footer(
      "Columns: id, winner, number of turns, start, final position, turns (dice:play;dice:play) in backgammon;\n"
      "id, score, tags, plays (separated by spaces) in dvonn; in diablo as in backgammon, with the size behind the "
      "id.\n"
      "In dvonn the 49th placement may be left out, and resign may be the last play (\"resigned\" in the answer).\n"
      "\"recorded\" in an answer holds what the record says otherwise than the replay.");
  command->callback([options] { run(*options); });
}

}  // namespace alea::tools
