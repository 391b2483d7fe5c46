// alea tournament: many players, all their games in one database.
#include "selfplay/tournament/tournament.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/interrupt.hpp"
#include "selfplay/progress.hpp"
#include "selfplay/settings.hpp"
#include "selfplay/tournament/results.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* settings_group = "Settings";

struct Request {
  std::string config;
  std::string database;
  TournamentConfig settings;  ///< what --help shows as defaults; the command line's own go through the config's reader
  bool json = false;
};

std::string format_margin(const SampleMean& score) {
  return score.size() < 2 ? "" : fmt::format("{:.4f}", score.interval95().high - score.mean());
}

/// An amount of all its turns together, for one: every other turn of a game was its own.
double a_turn(double amount, const Standing& standing) { return amount / (static_cast<double>(standing.turns) / 2); }

std::string format_time(const Standing& s) {
  return s.turns == 0 ? "" : fmt::format("{:.3g}", a_turn(s.seconds, s) * 1e3);
}

std::string format_nodes(const Standing& s) {
  return s.nodes == 0 ? "" : fmt::format("{:.0f}", a_turn(static_cast<double>(s.nodes), s));
}

Table standings_table(const std::vector<Standing>& standings, ScoreUnit unit) {
  Table table;
  table.add_column("");
  table.add_column("player", Table::Align::left);
  for (const char* const head : {"games", unit == ScoreUnit::points ? "points" : "score", "+-", "won", "drawn", "lost",
                                 "forfeits", "ms a turn"}) {
    table.add_column(head);
  }
  const bool nodes = std::ranges::any_of(standings, [](const Standing& s) { return s.nodes > 0; });
  if (nodes) table.add_column("nodes a turn");
  int rank = 0;
  for (const Standing& s : standings) {
    std::vector<std::string> row{std::to_string(++rank),     s.player,
                                 std::to_string(s.games),    s.games > 0 ? format_score(s.mean(), unit) : "",
                                 format_margin(s.score),     std::to_string(s.wins),
                                 std::to_string(s.draws),    std::to_string(s.losses),
                                 std::to_string(s.forfeits), format_time(s)};
    if (nodes) row.push_back(format_nodes(s));
    table.add_row(std::move(row));
  }
  return table;
}

/// On a terminal the standings, redrawn in place, above a bar; elsewhere a plain line now and then.
class Board {
 public:
  Board(std::ostream& out, bool terminal, ScoreUnit unit) : out_(out), terminal_(terminal), unit_(unit) {}

  void update(const TournamentProgress& now) {
    if (!progress_ && now.games == now.total) return;  // nothing to play
    if (!progress_ || now.total != total_) {           // another round
      total_ = now.total;
      progress_.emplace(out_, terminal_, now.games, now.total);
      shown_ = {};
      lines_ = 0;
    }
    const auto time = std::chrono::steady_clock::now();
    std::string leader;
    const bool due = time - shown_ > std::chrono::milliseconds(terminal_ ? 300 : 10'000);
    if (due || now.games == now.total) {
      shown_ = time;
      const auto ranked = now.standings.ranked();
      if (terminal_) draw(ranked);
      if (ranked.front().games > 0) {
        leader = fmt::format("{} leads with {}", ranked.front().player, format_score(ranked.front().mean(), unit_));
      }
      note_ = leader;
    }
    progress_->update(now.games, note_);
  }

 private:
  void draw(std::vector<Standing> ranked) {
    constexpr std::size_t most_rows = 20;
    if (ranked.size() > most_rows) ranked.resize(most_rows);
    std::ostringstream text;
    standings_table(ranked, unit_).print(text);
    std::istringstream lines(text.str());
    if (lines_ > 0) out_ << "\r\x1b[" << lines_ << 'A';
    lines_ = 0;
    for (std::string line; std::getline(lines, line); ++lines_) out_ << line << "\x1b[K\n";
    out_ << std::flush;
  }

  std::ostream& out_;
  bool terminal_;
  ScoreUnit unit_;
  std::optional<Progress> progress_;
  std::int64_t total_ = 0;
  std::chrono::steady_clock::time_point shown_;
  std::string note_;
  int lines_ = 0;
};

Json standing_json(const Standing& s, const std::string& agent) {
  const auto [low, high] = s.score.interval95();
  return {{"player", s.player},
          {"agent", agent},
          {"games", s.games},
          {"score", s.mean()},
          {"stderr", s.score.standard_error()},
          {"ci95", {low, high}},
          {"wins", s.wins},
          {"draws", s.draws},
          {"losses", s.losses},
          {"forfeits", s.forfeits},
          {"seconds", s.seconds},
          {"nodes", s.nodes > 0 ? Json(s.nodes) : Json()}};
}

Json report_json(const TournamentConfig& config, const fs::path& database, const TournamentReport& report) {
  Json standings = Json::array();
  for (const Standing& s : report.standings) {
    const auto player = std::ranges::find(config.players, s.player, &HallPlayer::name);
    standings.push_back(standing_json(s, player->agent));
  }
  return {{"tournament", config.name}, {"game", config.game},
          {"db", database.string()},   {"games", report.games},
          {"total", report.total},     {"played", report.played},
          {"partial", report.partial}, {"distinct_games", report.distinct_games},
          {"standings", standings}};
}

void print_report(const TournamentConfig& config, const fs::path& database, const TournamentReport& report,
                  double seconds) {
  std::cout << fmt::format("{}: {}, {}, {} of {} games, {:.1f} s: {}\n\n", config.name, config.game, config.format,
                           report.games, report.total, seconds, database.string());
  const ScoreUnit unit = unit_of(config.game);
  standings_table(report.standings, unit).print(std::cout);
  std::cout << fmt::format(
      "\n{}, with its 95% interval from pairs of games with the same dice\n",
      unit == ScoreUnit::points ? "points a game" : "score a game, 1 for a win and 0.5 for a draw");
}

/// What makes the numbers worth less than they look.
void print_warnings(const TournamentReport& report) {
  if (2 * report.distinct_games < report.games) {
    std::cerr << fmt::format(
        "alea: only {} of {} games differ: players repeat themselves, and intervals assume that they do not "
        "(random_start, random_turns)\n",
        report.distinct_games, report.games);
  }
  std::int64_t forfeits = 0;
  for (const Standing& s : report.standings) forfeits += s.forfeits;
  if (forfeits > 0) std::cerr << fmt::format("alea: {} games were forfeited\n", forfeits);
}

/// tournaments/<name of the config file>.db, unless --db says another.
fs::path database_file(const Request& request) {
  if (!request.database.empty()) return request.database;
  fs::create_directories("tournaments");
  return fs::path("tournaments") / (fs::path(request.config).stem().string() + ".db");
}

void run(const Request& request, const CLI::App& command) {
  const TournamentConfig config = read_tournament_config(request.config, settings::overrides(command, settings_group));
  const fs::path database = database_file(request);
  const auto begin = std::chrono::steady_clock::now();
  const Interrupt ctrl_c;
  TournamentReport report;
  {
    Board board(std::cerr, isatty(STDERR_FILENO) == 1, unit_of(config.game));
    report = run_tournament(config, database, {Interrupt::requested, [&](const auto& now) { board.update(now); }});
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (request.json) {
    print(report_json(config, database, report));
  } else {
    print_report(config, database, report, seconds);
  }
  print_warnings(report);
  if (!report.partial) return;
  std::cerr << fmt::format("alea: stopped after {} of {} games; go on with: alea tournament {} --db {}\n", report.games,
                           report.total, request.config, database.string());
  throw CLI::RuntimeError(failure);
}

}  // namespace

void add_tournament(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command =
      add_command(app, "tournament", "Let many players meet, or go on with a tournament: the same command does both",
                  group::matches);
  command->add_option("config", request->config, "A config file: settings and players")
      ->required()
      ->type_name("CONFIG");
  command
      ->add_option("--db", request->database,
                   "The database of its games (default: tournaments/<name of the config file>.db); it may hold "
                   "several tournaments")
      ->type_name("FILE");
  command->add_flag("--json", request->json, "Print one JSON object");
  command->footer(
      "Every setting is a key of the config file, and overrides it here. Players are sections of the file:\n"
      "  [players.NAME]\n"
      "  agent = \"net:weights=default\"\n"
      "A player from outside that crashes, answers nonsense or takes too long forfeits the game. Games are saved "
      "every\n"
      "second; Ctrl-C stops (status 1) and the same command goes on, also after a crash.");
  const std::size_t before = command->get_options().size();
  declare_settings(*command, request->settings);
  const auto options = command->get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->group(settings_group);
  command->callback([request, command] { run(*request, *command); });
}

}  // namespace alea::tools
