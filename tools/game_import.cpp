#include <fmt/format.h>

#include <fstream>
#include <map>
#include <utility>

#include "engine/error.hpp"
#include "selfplay/tournament/results.hpp"
#include "tools/game_records.hpp"
#include "tools/lines.hpp"
#include "tools/mat.hpp"
#include "tools/replayed.hpp"

namespace alea::tools {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 28;

/// Ids of players, who are added when they are new.
class Players {
 public:
  explicit Players(Store& store) : store_(store) {
    for (const StoredPlayer& player : store.players()) ids_[{player.game, player.name}] = player.id;
  }

  std::int64_t id(const std::string& game, const std::string& name) {
    const auto [found, is_new] = ids_.try_emplace({game, name});
    if (is_new) found->second = store_.add(StoredPlayer{.game = game, .name = name});
    return found->second;
  }

 private:
  Store& store_;
  std::map<std::pair<std::string, std::string>, std::int64_t> ids_;
};

/// Only the .mat's spelling is replaced by the game's own.
ImportedGame imported(const GameRecord& record, const ReplayedGame& replayed, const ImportOptions& options) {
  ImportedGame import{.game = {.game = record.game, .source = options.source}, .players = record.players};
  StoredGame& game = import.game;
  game.start = replayed.start;
  for (const ReplayedTurn& turn : replayed.turns) {
    append_turn(game.turns, turn.dice, options.format == "mat" ? turn.play : turn.recorded);
  }
  game.turn_count = static_cast<std::int64_t>(replayed.turns.size());
  game.result = replayed.result;
  game.first_score = replayed.first_score;
  game.second_score = unit_of(record.game) == ScoreUnit::points ? -game.first_score : 1 - game.first_score;
  game.ending = replayed.resigned ? Ending::adjudicated : Ending::finished;
  game.note = record.id + (replayed.resigned ? ", resigned" : "");
  if (import.players[0].empty()) {
    import.players = record.game.starts_with("diablo") ? std::array<std::string, 2>{"Black", "Green"}
                                                       : std::array<std::string, 2>{"White", "Black"};
  }
  return import;
}

/// What a record claims must be what its plays lead to.
void check_claims(const GameRecord& record, const ReplayedGame& replayed) {
  const auto letters = side_letters(record.game);
  const std::string winner(1, !replayed.winner ? '-' : letters[*replayed.winner == Side::first ? 0 : 1]);
  const auto compare = [](const char* what, const std::string& claimed, const std::string& found) {
    if (claimed.empty() || claimed == "-" || claimed == found) return;
    throw InputError(what, std::string("the record says ") + what + ' ' + claimed + ", its plays lead to " + found);
  };
  compare("winner", record.result, winner);
  if (!replayed.resigned) compare("score", record.score, replayed.score);
  compare("number of turns", record.turn_count, std::to_string(replayed.turns.size()));
  compare("final position", record.final_position, replayed.final_position);
}

class Importer {
 public:
  Importer(const std::filesystem::path& file, const ImportOptions& options) : file_(file), options_(options) {}

  std::vector<ImportedGame> read() {
    std::error_code error;
    const auto size = std::filesystem::file_size(file_, error);
    std::ifstream in(file_, std::ios::binary);
    if (error || !in) throw InputError("file", "cannot read " + file_.string());
    if (size > largest_file)
      throw InputError("file", fmt::format("{}: expected at most {} MiB", file_.string(), largest_file >> 20));
    if (options_.format == "mat") {
      read_mat(file_.filename().string(), in, [&](const GameRecord& record) { add(record, record.id); });
    } else {
      read_tsv(in);
    }
    return std::move(games_);
  }

 private:
  void read_tsv(std::istream& in) {
    std::size_t number = 0;
    for (std::string line; read_line(in, line);) {
      ++number;
      if (line.starts_with('#') || line.empty()) continue;
      const std::string place = fmt::format("{}, line {}", file_.filename().string(), number);
      GameRecord record;
      try {
        if (line.size() > longest_line)
          throw InputError("line", fmt::format("expected at most {} bytes", longest_line));
        record = read_record(options_.game, line);
      } catch (const InputError& error) {
        throw InputError(error.field(), place + ": " + error.what());
      }
      add(record, place + ", game " + record.id.substr(0, 40));
    }
  }

  void add(const GameRecord& record, const std::string& place) {
    try {
      const ReplayedGame replayed = replay(record);
      check_claims(record, replayed);
      games_.push_back(imported(record, replayed, options_));
      games_.back().game.number = games_.back().game.pair = static_cast<std::int64_t>(games_.size()) - 1;
    } catch (const IllegalTurn& illegal) {
      throw InputError("turn", fmt::format("{}, turn {} ({}): {}", place, illegal.turn(), illegal.play().substr(0, 80),
                                           illegal.what()));
    } catch (const InputError& error) {
      throw InputError(error.field(), place + ": " + error.what());
    }
  }

  std::filesystem::path file_;
  ImportOptions options_;
  std::vector<ImportedGame> games_;
};

}  // namespace

ImportedGames read_games(const std::filesystem::path& file, const ImportOptions& options) {
  return {options.source, Importer(file, options).read()};
}

std::size_t add_games(Store& store, ImportedGames imported) {
  auto known = store.database().prepare("SELECT count(*) FROM games WHERE source = ?1");
  if (known.bind_all(imported.source).next() && known.integer(0) > 0) {
    throw InputError("source", "games of the source \"" + imported.source +
                                   "\" are there already (--source gives others another name)");
  }
  Players players(store);
  std::vector<StoredGame> games;
  for (auto& [game, names] : imported.games) {
    game.first = players.id(game.game, names[0]);
    game.second = players.id(game.game, names[1]);
    games.push_back(std::move(game));
  }
  store.add(games);
  return games.size();
}

}  // namespace alea::tools
