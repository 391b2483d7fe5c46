#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "engine/registry.hpp"
#include "tools/game_records.hpp"
#include "tools/mat.hpp"
#include "tools/replayed.hpp"

namespace alea::tools {

namespace {

bool is_diablo(const StoredGame& game) { return game.game.starts_with("diablo-"); }

/// Who moves first, in the words of notation: an opening from a file may leave that to the other side.
Side first_side(const StoredGame& game) {
  if (game.start.empty()) return Side::first;
  return with_game(game.game, [&]<Game G> { return G::parse_position(game.start).to_move; });
}

/// The players as the rules call them, who moves first first.
std::array<const char*, 2> colours(const StoredGame& game) {
  auto colours = is_diablo(game) ? std::array{"Black", "Green"} : std::array{"White", "Black"};
  if (first_side(game) == Side::second) std::swap(colours[0], colours[1]);
  return colours;
}

/// The letter of who won, '-' in a draw.
char winner_letter(const StoredGame& game) {
  if (game.first_score == game.second_score) return '-';
  const Side first = first_side(game), winner = game.first_score > game.second_score ? first : other(first);
  return side_letters(game.game)[winner == Side::first ? 0 : 1];
}

GameRecord record_of(const StoredGame& game) {
  GameRecord record{.id = std::to_string(game.id), .game = game.game, .start = game.start};
  for (auto& [dice, play] : split_turns(game.turns)) record.turns.push_back({.dice = dice, .play = play});
  return record;
}

class JsonExporter final : public GameExporter {
 public:
  explicit JsonExporter(std::ostream& out) : out_(out) {}
  bool write(const StoredGame& game, const GameNames& names) override {
    out_ << game_json(game, names).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    return true;
  }

 private:
  std::ostream& out_;
};

class TsvExporter final : public GameExporter {
 public:
  explicit TsvExporter(std::ostream& out) : out_(out) {}

  bool write(const StoredGame& game, const GameNames&) override {
    if (game.ending != Ending::finished) return false;
    const std::string id = game.source.empty() || game.note.empty() ? std::to_string(game.id) : game.note;
    const ReplayedGame replayed = replay(record_of(game));
    if (game.game == "dvonn") {
      if (game.start != dvonn_start()) return false;
      out_ << id << '\t' << replayed.score << "\t-\t" << spaced(game.turns) << '\n';
      return true;
    }
    out_ << id << '\t';
    if (is_diablo(game)) out_ << game.game.substr(game.game.find('-') + 1) << '\t';
    out_ << winner_letter(game) << '\t' << game.turn_count << '\t' << game.start << '\t' << replayed.final_position
         << '\t' << game.turns << '\n';
    return true;
  }

 private:
  static std::string dvonn_start() { return Dvonn::format_position(Dvonn::start(), Side::first); }

  static std::string spaced(std::string turns) {
    std::ranges::replace(turns, ';', ' ');
    return turns;
  }

  std::ostream& out_;
};

class TextExporter final : public GameExporter {
 public:
  explicit TextExporter(std::ostream& out) : out_(out) {}

  bool write(const StoredGame& game, const GameNames& names) override {
    const auto [first, second] = colours(game);
    out_ << fmt::format("# {} {}: {} {}, {} {}\n", game.game, game.id, first, names.first, second, names.second);
    out_ << fmt::format("# {}, {} to {}, {}\n", game.result.empty() ? "no result" : game.result, game.first_score,
                        game.second_score, name_of(game.ending));
    out_ << "# start " << game.start << '\n';
    for (const auto& [dice, play] : split_turns(game.turns)) out_ << dice << (dice.empty() ? "" : ": ") << play << '\n';
    out_ << '\n';
    return true;
  }

 private:
  std::ostream& out_;
};

class MatExporter final : public GameExporter {
 public:
  explicit MatExporter(std::ostream& out) : out_(out) {}

  bool write(const StoredGame& game, const GameNames& names) override {
    if (game.game != "backgammon")
      throw InputError("export", "expected games of backgammon for mat, found " + game.game);
    const int points = static_cast<int>(std::abs(game.first_score));
    if (points < 1 || points > 3 || points != std::abs(game.first_score) || !from_start(game)) return false;
    if (!writer_) begin(game, names);
    const std::size_t first = names.first == left_ ? 0 : 1;
    if (names.first != (first == 0 ? left_ : right_) || names.second != (first == 0 ? right_ : left_)) {
      throw InputError("export", "expected games between the same two players for mat, " + left_ + " and " + right_ +
                                     ", found " + names.first + " and " + names.second +
                                     " (--player and --opponent choose)");
    }
    std::vector<RecordedTurn> turns = record_of(game).turns;
    writer_->write(turns, first, game.first_score > 0 ? first : 1 - first, points);
    return true;
  }

 private:
  static bool from_start(const StoredGame& game) { return game.start.starts_with("4HPwATDgc/ABMA"); }

  void begin(const StoredGame& game, const GameNames& names) {
    left_ = names.first, right_ = names.second;
    std::string date = game.played_at.substr(0, game.played_at.find('T'));
    std::ranges::replace(date, '-', '.');
    writer_ = std::make_unique<MatWriter>(out_, std::array{left_, right_}, date);
  }

  std::ostream& out_;
  std::string left_, right_;
  std::unique_ptr<MatWriter> writer_;
};

Json optional_text(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

std::unique_ptr<GameExporter> make_exporter(const std::string& format, std::ostream& out) {
  if (format == "json") return std::make_unique<JsonExporter>(out);
  if (format == "tsv") return std::make_unique<TsvExporter>(out);
  if (format == "text") return std::make_unique<TextExporter>(out);
  if (format == "mat") return std::make_unique<MatExporter>(out);
  throw InputError("export", "expected json, tsv, text or mat, found \"" + format.substr(0, 40) + '"');
}

Json game_json(const StoredGame& game, const GameNames& names) {
  Json json{{"id", game.id}, {"game", game.game}, {"tournament", optional_text(names.tournament)}};
  json["source"] = optional_text(game.source);
  json["number"] = game.number;
  json["pair"] = game.pair;
  json["seed"] = game.seed ? Json(*game.seed) : Json();
  json["first"] = names.first;
  json["second"] = names.second;
  json["result"] = optional_text(game.result);
  json["first_score"] = game.first_score;
  json["second_score"] = game.second_score;
  json["ending"] = name_of(game.ending);
  if (game.forfeited_by) json["forfeited_by"] = *game.forfeited_by == Side::first ? names.first : names.second;
  if (!game.fault.empty()) json["fault"] = game.fault;
  if (!game.note.empty()) json["note"] = game.note;
  json["turn_count"] = game.turn_count;
  json["first_seconds"] = game.first_seconds;
  json["second_seconds"] = game.second_seconds;
  if (game.first_nodes) json["first_nodes"] = *game.first_nodes;
  if (game.second_nodes) json["second_nodes"] = *game.second_nodes;
  json["played_at"] = optional_text(game.played_at);
  json["version"] = optional_text(game.version);
  json["start"] = game.start;
  Json& turns = json["turns"] = Json::array();
  for (const auto& [dice, play] : split_turns(game.turns)) {
    turns.push_back(dice.empty() ? Json{{"play", play}} : Json{{"dice", dice}, {"play", play}});
  }
  return json;
}

void check_game(const StoredGame& game) {
  const auto wrong = [&](const std::string& what) {
    return InputError("game", fmt::format("game {}: {}", game.id, what));
  };
  try {
    const ReplayedGame replayed = replay(record_of(game));
    if (game.ending == Ending::finished && replayed.result != game.result) {
      throw wrong("it ends as " + replayed.result + ", the store says " + game.result);
    }
    if (replayed.turns.size() != static_cast<std::size_t>(game.turn_count)) {
      throw wrong(fmt::format("it has {} turns, the store says {}", replayed.turns.size(), game.turn_count));
    }
  } catch (const IllegalTurn& illegal) {
    const bool early = illegal.play().empty() && illegal.turn() == split_turns(game.turns).size() + 1;
    if (early && game.ending != Ending::finished) return;
    throw wrong(fmt::format("turn {} ({}): {}", illegal.turn(), illegal.play(), illegal.what()));
  }
}

}  // namespace alea::tools
