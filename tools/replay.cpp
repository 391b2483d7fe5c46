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
#include "tools/record.hpp"
#include "tools/replayed.hpp"

namespace alea::tools {

namespace {

Json replay_json(const GameRecord& record) {
  Json json{{"id", record.id}};
  try {
    const ReplayedGame game = replay(record);
    const std::string turns = std::to_string(game.turns.size());
    json["result"] = game.winner ? side_letter(record.game, *game.winner) : "draw";
    if (!game.score.empty()) json["score"] = game.score;
    json["turns"] = game.turns.size();
    if (game.resigned) json["resigned"] = side_letter(record.game, *game.resigned);
    const auto compare = [&](const char* what, const std::string& claimed, const std::string& found) {
      if (!claimed.empty() && claimed != "-" && claimed != found) json["recorded"][what] = claimed;
    };
    compare("result", record.result, json["result"]);
    compare("score", record.score, game.score);
    compare("turns", record.turn_count, turns);
    compare("position", record.final_position, game.final_position);
  } catch (const IllegalTurn& illegal) {
    json["error"] = {{"turn", illegal.turn()}, {"play", illegal.play()}, {"message", illegal.what()}};
  }
  return json;
}

struct ReplayOptions : Question {
  std::vector<std::string> files;
  std::string format;  ///< tsv or sgf; empty: by the file's name
};

/// A game a line.
bool replay_lines(const ReplayOptions& options, std::istream& in) {
  try {
    answer_lines(in, [&](const std::string& line) { return replay_json(read_record(options.game, line)); });
    return true;
  } catch (const CLI::RuntimeError&) {  // it has told what was wrong
    return false;
  }
}

bool replay_sgf(const ReplayOptions& options, const std::string& name, std::istream& in) {
  if (options.game != "dvonn") throw InputError("format", "expected tsv: SGF is read for dvonn only");
  bool all_good = true;
  for (const GameRecord& record : read_sgf_records(name, in)) {
    const Json json = replay_json(record);
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
