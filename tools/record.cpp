#include "tools/record.hpp"

#include <algorithm>

#include "engine/dvonn/sgf.hpp"
#include "engine/error.hpp"
#include "tools/lines.hpp"

namespace alea::tools {

namespace {

bool is_diablo(std::string_view game) { return game == "diablo" || game.starts_with("diablo-"); }

/// "3-1:8/5 6/5;6-4:24/14"
std::vector<RecordedTurn> read_turns(const std::string& text) {
  std::vector<RecordedTurn> turns;
  for (const std::string& turn : split(text, ';')) {
    const std::size_t colon = turn.find(':');
    if (colon == turn.npos) throw InputError("line", "expected turns dice:play, found \"" + turn.substr(0, 40) + "\"");
    turns.push_back({.dice = turn.substr(0, colon), .play = turn.substr(colon + 1)});
  }
  return turns;
}

GameRecord read_dvonn(const std::string& line) {
  const auto cells = columns(line, 4, 4, "id, score, tags, plays");
  GameRecord record{.id = cells[0], .game = "dvonn", .score = cells[1]};
  for (const std::string& play : split(cells[3], ' ')) record.turns.push_back({.play = play});
  return record;
}

GameRecord read_dice_game(std::string_view game, const std::vector<std::string>& cells) {
  return {.id = cells[0],
          .game = std::string(game),
          .start = cells[3],
          .turns = read_turns(cells[5]),
          .result = cells[1],
          .turn_count = cells[2],
          .final_position = cells[4]};
}

GameRecord read_diablo(std::string_view game, const std::string& line) {
  auto cells = columns(line, 7, 7, "id, size, winner, number of turns, start, final position, turns");
  const std::string sized = "diablo-" + cells[1];
  if (game != "diablo" && game != sized)
    throw InputError("game", "expected a game of " + std::string(game) + ", found " + sized);
  cells.erase(cells.begin() + 1);
  return read_dice_game(sized, cells);
}

GameRecord from_sgf(std::string id, const dvonn::SgfGame& game) {
  GameRecord record{.id = std::move(id), .game = "dvonn", .resigned = game.resigned};
  for (const auto& [side, play, line] : game.turns) record.turns.push_back({.play = play, .side = side, .line = line});
  return record;
}

}  // namespace

GameRecord read_record(std::string_view game, const std::string& line) {
  if (game == "dvonn") return read_dvonn(line);
  if (is_diablo(game)) return read_diablo(game, line);
  return read_dice_game(game, columns(line, 6, 6, "id, winner, number of turns, start, final position, turns"));
}

std::vector<GameRecord> read_sgf_records(const std::string& name, std::istream& in) {
  std::string text(longest_line + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > longest_line)
    throw InputError("sgf", "expected at most " + std::to_string(longest_line) + " bytes");
  std::vector<GameRecord> records;
  for (const dvonn::SgfGame& game : dvonn::read_sgf(text)) {
    records.push_back(from_sgf(records.empty() ? name : name + '#' + std::to_string(records.size() + 1), game));
  }
  return records;
}

std::string_view side_letters(std::string_view game) { return is_diablo(game) ? "bg" : "wb"; }
std::string side_letter(std::string_view game, Side side) {
  return std::string(1, side_letters(game)[side == Side::first ? 0 : 1]);
}

}  // namespace alea::tools
