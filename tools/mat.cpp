#include "tools/mat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "tools/lines.hpp"

namespace alea::tools {

namespace {

constexpr std::size_t longest_mat_line = 4096;
constexpr std::size_t most_turns = 10'000;

/// Where the right player's column begins, behind the number of the line and the left player's turn.
constexpr std::size_t number_width = 5, left_width = 28, right_column = number_width + left_width;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// The number at the front of `text`, which loses it.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Reads a text line by line into games.
class MatReader {
 public:
  MatReader(std::string name, std::istream& in) : name_(std::move(name)), in_(in) {}

  void read(const std::function<void(const GameRecord&)>& visit) {
    while (next_line() && !is_match_head()) {
      if (!trimmed(line_).empty() && line_[0] != ';') throw malformed("expected \" 0 point match\"");
    }
    if (ended_) throw malformed("expected a line \" 0 point match\", found the end of the text");
    while (find_game()) {
      read_players();
      while (read_line_of_game()) {
      }
      visit(game_);
    }
    if (games_ == 0) throw malformed("expected \" Game 1\", found the end of the text");
  }

 private:
  bool next_line() {
    std::string line;
    ended_ = !tools::read_line(in_, line);
    ++number_;
    if (line.size() > longest_mat_line) throw malformed(fmt::format("expected at most {} bytes", longest_mat_line));
    line_ = line;
    return !ended_;
  }

  InputError malformed(const std::string& what) const {
    const std::string found = ended_ || line_.empty() ? "" : ", found \"" + line_.substr(0, 60) + "\"";
    return {"mat", fmt::format("{}, line {}: {}{}", name_, number_, what, found)};
  }

  bool is_match_head() const {
    std::string_view text = trimmed(line_);
    const auto length = take_number(text);
    return length && *length >= 0 && lower(trimmed(text)).starts_with("point match");
  }

  /// Goes to the line "Game n".
  bool find_game() {
    while (next_line()) {
      const std::string_view text = trimmed(line_);
      if (text.empty() || text[0] == ';') continue;
      if (!lower(text).starts_with("game ")) throw malformed("expected \" Game " + std::to_string(games_ + 1) + "\"");
      ++games_;
      game_ = {.id = name_ + '#' + std::to_string(games_), .game = "backgammon"};
      left_moves_first_ = true;
      return true;
    }
    return false;
  }

  /// " alpha : 0                      beta : 0"
  void read_players() {
    static const std::regex pattern(R"(\s*(\S.*?)\s*:\s*\d+\s+(\S.*?)\s*:\s*\d+\s*)");
    std::smatch parts;
    constexpr std::size_t longest = 400;  // std::regex recurses
    if (!next_line() || line_.size() > longest || !std::regex_match(line_, parts, pattern)) {
      throw malformed("expected the players and their points, \" NAME : 0     NAME : 0\"");
    }
    game_.players = {parts[1], parts[2]};
  }

  /// False after the line that ends the game.
  bool read_line_of_game() {
    if (!next_line()) throw malformed("the text ends within game " + std::to_string(games_));
    const std::string words = lower(line_);
    for (const char* const word : {"doubles", "takes", "drops", "beavers", "raccoons", "redoubles"}) {
      if (words.find(word) == words.npos) continue;
      throw malformed("expected a game without the doubling cube: games are cubeless here");
    }
    if (const std::size_t at = words.find("wins "); at != words.npos) {
      end_game(at);
      return false;
    }
    if (!trimmed(line_).empty()) read_turns();
    return true;
  }

  /// "  2) 52: 13/8 24/22              63: 8/5 11/5"
  void read_turns() {
    const std::size_t bracket = line_.find(')');
    std::string_view number = trimmed(std::string_view(line_).substr(0, bracket));
    if (bracket == line_.npos || !take_number(number) || !number.empty()) {
      throw malformed(
          "expected a numbered line of turns, \"  2) 52: 13/8 24/22    63: 8/5 11/5\", or \"Wins n points\"");
    }
    const std::vector<std::size_t> dice = find_dice(bracket + 1);
    if (dice.empty() || dice.size() > 2) throw malformed("expected one or two turns such as \"52: 13/8 24/22\"");
    if (!trimmed(std::string_view(line_).substr(bracket + 1, dice[0] - bracket - 1)).empty()) {
      throw malformed("expected dice, such as \"52:\", before a play");
    }
    for (std::size_t i = 0; i < dice.size(); ++i) {
      const bool left = i == 0 && (dice.size() == 2 || dice[0] < bracket + left_width / 2);
      const std::size_t end = i + 1 < dice.size() ? dice[i + 1] : line_.size();
      add_turn(left, line_[dice[i]], line_[dice[i] + 1],
               trimmed(std::string_view(line_).substr(dice[i] + 3, end - dice[i] - 3)));
    }
  }

  /// Where "52:" stands.
  std::vector<std::size_t> find_dice(std::size_t from) const {
    const auto die = [](char c) { return c >= '1' && c <= '6'; };
    std::vector<std::size_t> places;
    for (std::size_t at = line_.find(':', from); at != line_.npos; at = line_.find(':', at + 1)) {
      const bool alone = at >= from + 2 && (at == from + 2 || line_[at - 3] == ' ' || line_[at - 3] == '\t');
      if (!alone || !die(line_[at - 1]) || !die(line_[at - 2]))
        throw malformed("expected dice, such as \"52:\", before a colon");
      places.push_back(at - 2);
    }
    return places;
  }

  void add_turn(bool left, char one, char two, std::string_view play) {
    if (game_.turns.size() == most_turns) throw malformed(fmt::format("expected at most {} turns", most_turns));
    if (game_.turns.empty()) left_moves_first_ = left;
    const bool none = play.empty() || lower(play) == "cannot move" || lower(play) == "no move";
    game_.turns.push_back({.dice = {one, '-', two},
                           .play = none ? "pass" : std::string(play),
                           .side = left == left_moves_first_ ? Side::first : Side::second,
                           .line = number_});
  }

  /// "Wins 2 points" at that place.
  void end_game(std::size_t at) {
    std::string_view text = std::string_view(line_).substr(at + 5);
    const auto points = take_number(text);
    if (!points || *points < 1 || *points > 3 || !lower(trimmed(text)).starts_with("point")) {
      throw malformed("expected \"Wins 1 point\", 2 or 3 points: games are cubeless here");
    }
    const bool left = at < right_column - left_width / 2;
    game_.winner = left == left_moves_first_ ? Side::first : Side::second;
    game_.points = *points;
    if (!left_moves_first_) std::swap(game_.players[0], game_.players[1]);
  }

  std::string name_;
  std::istream& in_;
  std::string line_;
  std::size_t number_ = 0;
  bool ended_ = false;
  int games_ = 0;
  GameRecord game_;
  bool left_moves_first_ = true;
};

std::string without_hit(std::string point) {
  if (point.ends_with('*')) point.pop_back();
  return point;
}

std::string point_number(const std::string& point) { return point == "bar" ? "25" : point == "off" ? "0" : point; }

/// A name that reads back: no colon, no line end, not empty.
std::string plain_name(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  std::ranges::replace(name, ':', ';');
  return name.empty() ? "?" : name;
}

}  // namespace

void read_mat(const std::string& name, std::istream& in, const std::function<void(const GameRecord&)>& visit) {
  MatReader(name, in).read(visit);
}

std::string mat_play(std::string_view play) {
  std::string text;
  for (const std::string& move : split(lower(play), ' ')) {
    if (move == "pass") continue;
    const std::size_t bracket = move.find('(');
    const int times = bracket == move.npos ? 1 : move[bracket + 1] - '0';
    const std::vector<std::string> points = split(move.substr(0, bracket), '/');
    for (int i = 0; i < times; ++i) {
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {  // 24/18*/13 is 24/18* and 18/13
        if (!text.empty()) text += ' ';
        text += point_number(without_hit(points[k]));
        text += '/';
        text += point_number(i == 0 ? points[k + 1] : without_hit(points[k + 1]));  // the blot is hit but once
      }
    }
  }
  return text;
}

MatWriter::MatWriter(std::ostream& out, std::array<std::string, 2> players, const std::string& date)
    : out_(out), players_{plain_name(std::move(players[0])), plain_name(std::move(players[1]))} {
  if (!date.empty()) out_ << "; [EventDate \"" << date << "\"]\n\n";
  out_ << " 0 point match\n\n";
}

void MatWriter::write(std::span<const RecordedTurn> turns, std::size_t first_moves, std::size_t winner, int points) {
  const auto standing = [&](std::size_t player) { return fmt::format("{} : {}", players_[player], score_[player]); };
  out_ << fmt::format(" Game {}\n {:<30} {}\n", ++games_, standing(0), standing(1));
  std::size_t column = first_moves;
  int number = 0;
  if (column == 1) out_ << fmt::format("{:3}) {:<{}}", ++number, "", left_width);
  for (const RecordedTurn& turn : turns) {
    const std::string text = fmt::format("{}{}: {}", turn.dice.at(0), turn.dice.at(2), mat_play(turn.play));
    if (column == 0) {
      out_ << fmt::format("{:3}) {:<{}}", ++number, text + (text.size() < left_width ? "" : " "), left_width);
    } else {
      out_ << text << '\n';
    }
    column = 1 - column;
  }
  if (column == 1) out_ << '\n';
  out_ << fmt::format("{:{}}Wins {} point{}\n\n", "", winner == 0 ? 6 : 34, points, points == 1 ? "" : "s");
  score_[winner] += points;
}

}  // namespace alea::tools
