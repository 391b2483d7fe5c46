// alea match: who plays better, and how sure is that?
#include "selfplay/match.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/interrupt.hpp"
#include "selfplay/openings.hpp"
#include "selfplay/progress.hpp"
#include "selfplay/scoring.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string a, b;
  MatchOptions options;
  std::vector<double> sprt;  ///< none, or low and high
  SprtOptions sprt_errors;   ///< alpha and beta
  std::string luck;
  std::string openings;
};

double margin95(const SampleMean& score) { return score.interval95().high - score.mean(); }

template <Game G>
std::string_view score_name() {
  return has_points<G>() ? "points" : "of 1";
}

void add_mean(Json& json, const std::string& name, const SampleMean& score) {
  const auto [low, high] = score.interval95();
  const std::string suffix = name == "score" ? "" : name.substr(name.find('_'));
  json[name] = score.mean();
  json["stderr" + suffix] = score.standard_error();
  json["ci95" + suffix] = {low, high};
}

Json sprt_json(const SprtReport& sprt, const SprtOptions& options) {
  return {{"low", options.low},
          {"high", options.high},
          {"alpha", options.alpha},
          {"beta", options.beta},
          {"llr", sprt.log_likelihood_ratio},
          {"lower", sprt.lower},
          {"upper", sprt.upper},
          {"decision", name_of(sprt.decision)}};
}

Json nodes_json(const std::optional<double>& nodes) { return nodes ? Json(*nodes) : Json(); }

Json match_json(const Request& request, const MatchReport& report, double seconds) {
  Json results = Json::object();
  for (const auto& [name, count] : report.results) results[std::string(name)] = count;
  Json json{{"a", request.a},
            {"b", request.b},
            {"games", report.games},
            {"paired", request.options.each.paired},
            {"seed", request.options.each.seed},
            {"partial", report.partial}};
  add_mean(json, "score", report.score);
  if (report.adjusted) {
    add_mean(json, "score_adjusted", *report.adjusted);
    json["luck"] = request.luck;
  }
  if (report.sprt) json["sprt"] = sprt_json(*report.sprt, *request.options.sprt);
  json.update(
      {{"results", results},
       {"cut", report.cut},
       {"turns_per_game", report.turns_per_game},
       {"distinct_games", report.distinct_games},
       {"seconds_per_play", {{"a", report.seconds_per_play[0]}, {"b", report.seconds_per_play[1]}}},
       {"nodes_per_play", {{"a", nodes_json(report.nodes_per_play[0])}, {"b", nodes_json(report.nodes_per_play[1])}}},
       {"elapsed", seconds}});
  return json;
}

std::string format_seconds(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} s", seconds);
}

/// "8.54 us a play", "1.2 ms, 345 nodes a play".
std::string format_effort(double seconds, const std::optional<double>& nodes) {
  return format_seconds(seconds) + (nodes ? fmt::format(", {:.0f} nodes", *nodes) : "") + " a play";
}

void print_results(const MatchReport& report) {
  Table table;
  table.add_column("result of A", Table::Align::left);
  table.add_column("games");
  table.add_column("share");
  const auto add = [&](std::string_view name, std::int64_t count) {
    const double share = static_cast<double>(count) / static_cast<double>(report.games);
    table.add_row({std::string(name), std::to_string(count), fmt::format("{:.1f}%", 100 * share)});
  };
  for (const auto& [name, count] : report.results) add(name, count);
  if (report.cut > 0) add("cut off", report.cut);
  table.print(std::cout);
}

template <Game G>
std::string describe(const SampleMean& score) {
  const auto [low, high] = score.interval95();
  return fmt::format("{} {} a game, standard error {:.4f}, 95% interval {} to {}",
                     format_score(score.mean(), score_unit<G>()), score_name<G>(), score.standard_error(),
                     format_score(low, score_unit<G>()), format_score(high, score_unit<G>()));
}

template <Game G>
void print_sprt(const SprtReport& sprt, const SprtOptions& options) {
  const std::string_view unit = has_points<G>() ? "points" : "elo";
  const std::string verdict =
      sprt.decision == SprtDecision::undecided
          ? "undecided"
          : fmt::format("decided for {} {} ({})", sprt.decision == SprtDecision::low ? options.low : options.high, unit,
                        name_of(sprt.decision));
  std::cout << fmt::format("SPRT {} against {} {}: log-likelihood ratio {:.2f} (bounds {:.2f}, {:.2f}), {}\n",
                           options.low, options.high, unit, sprt.log_likelihood_ratio, sprt.lower, sprt.upper, verdict);
}

template <Game G>
void print_match(const Request& request, const MatchReport& report, double seconds) {
  if (report.games == 0) {
    std::cout << "no game was finished\n";
    return;
  }
  std::cout << fmt::format("{}: {} {}games, seed {}, {:.1f} turns a game, {:.1f} s{}\n\n", G::name(), report.games,
                           request.options.each.paired ? "paired " : "", request.options.each.seed,
                           report.turns_per_game, seconds, report.partial ? ", STOPPED EARLY" : "");
  const auto effort = [&](Player player) {
    return format_effort(report.seconds_per_play[player], report.nodes_per_play[player]);
  };
  std::cout << fmt::format("A  {}  {}\nB  {}  {}\n\n", request.a, effort(player_a), request.b, effort(player_b));
  std::cout << "A scores " << describe<G>(report.score) << '\n';
  if (report.adjusted) {
    std::cout << fmt::format("without the luck of the dice, as {} judges it: {}\n", request.luck,
                             describe<G>(*report.adjusted));
  }
  if (report.sprt) print_sprt<G>(*report.sprt, *request.options.sprt);
  std::cout << '\n';
  print_results(report);
}

/// What makes the numbers worth less than they look.
void print_warnings(const MatchReport& report, int max_turns) {
  if (report.cut > 0) {
    std::cerr << fmt::format("alea: {} games were cut off after {} turns and count as drawn\n", report.cut, max_turns);
  }
  if (2 * report.distinct_games < report.games) {
    std::cerr << fmt::format("alea: only {} of {} games differ: the interval assumes that all do\n",
                             report.distinct_games, report.games);
  }
}

std::string progress_note(const std::string& score, const std::optional<SprtReport>& sprt) {
  if (!sprt) return score;
  return fmt::format("{}  LLR {:.2f} ({:.2f}, {:.2f})", score, sprt->log_likelihood_ratio, sprt->lower, sprt->upper);
}

template <Game G>
MatchReport play(const Request& request) {
  const auto a = make_agent<G>(request.a), b = make_agent<G>(request.b);
  const auto luck = request.luck.empty() ? nullptr : make_luck_judge<G>(request.luck);
  const auto openings = request.openings.empty() ? std::vector<Situation<G>>() : read_openings<G>(request.openings);
  Progress progress(std::cerr, isatty(STDERR_FILENO) == 1, 0, request.options.games);
  const auto show = [&](const MatchProgress& now) {
    const std::string score =
        fmt::format("score {} +- {:.4f}", format_score(now.score.mean(), score_unit<G>()), margin95(now.score));
    progress.update(now.games, progress_note(score, now.sprt));
  };
  return play_match<G>({request.a, *a}, {request.b, *b}, request.options, {Interrupt::requested, show},
                       {luck.get(), openings});
}

template <Game G>
void run(Request request, bool json) {
  if (!request.sprt.empty()) {
    request.options.sprt = request.sprt_errors;
    request.options.sprt->low = request.sprt[0];
    request.options.sprt->high = request.sprt[1];
  }
  const auto begin = std::chrono::steady_clock::now();
  const Interrupt ctrl_c;
  const MatchReport report = play<G>(request);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (json) {
    print(match_json(request, report, seconds));
  } else {
    print_match<G>(request, report, seconds);
  }
  print_warnings(report, request.options.each.max_turns);
  if (report.partial) throw CLI::RuntimeError(failure);
}

/// How each game begins and when it ends.
void add_game_options(CLI::App& command, Request& request) {
  GameOptions& each = request.options.each;
  command.add_flag("--paired", each.paired,
                   "Play in pairs with the same dice and swapped seats: less luck, a narrower interval");
  command.add_flag("--random-start", each.random_start,
                   "Begin each game (each pair, when paired) with a random position: DVONN's random setup, a scattered "
                   "Diablo board");
  command
      .add_option("--random-turns", each.random_turns,
                  "So many first turns of each game (each pair) are drawn at random, 0 to 1000: without dice, "
                  "deterministic agents otherwise repeat two games")
      ->check(CLI::Range(0, 1000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--openings", request.openings,
                  "A file of positions, one a line: games (pairs) begin there, in turn; blank lines and # are skipped")
      ->type_name("FILE");
  command.add_option("--max-turns", each.max_turns, "A longer game is cut off and counts as drawn, 1 to 1000000")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
}

void add_sprt_options(CLI::App& command, Request& request) {
  CLI::Option* const sprt =
      command
          .add_option(
              "--sprt", request.sprt,
              "Stop when it is decided which is likelier, that A's true score is LOW or that it is HIGH: points a "
              "game in backgammon, elo elsewhere; with --luck, points are the adjusted ones. --games is the most")
          ->delimiter(',')
          ->expected(2)
          ->type_name("LOW,HIGH");
  command.add_option("--alpha", request.sprt_errors.alpha, "Chance that --sprt says HIGH where LOW is true, below 0.5")
      ->needs(sprt)
      ->type_name("P")
      ->capture_default_str();
  command.add_option("--beta", request.sprt_errors.beta, "Chance that --sprt says LOW where HIGH is true, below 0.5")
      ->needs(sprt)
      ->type_name("P")
      ->capture_default_str();
}

}  // namespace

void add_match(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  const auto request = std::make_shared<Request>();
  MatchOptions& options = request->options;
  CLI::App* const command = add_command(
      app, "match", "Let two agents play many games and tell the score with its uncertainty", group::matches);
  add_game(*command, *question);
  const char* const agent_help = ": kind or kind:key=value,..; an unknown kind lists them all";
  command->add_option("--a", request->a, std::string("The agent whose score is told") + agent_help)
      ->required()
      ->type_name("A");
  command->add_option("--b", request->b, std::string("Its opponent") + agent_help)->required()->type_name("B");
  command->add_option("--games", options.games, "How many; one more when paired and odd")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
      ->type_name("N")
      ->capture_default_str();
  add_game_options(*command, *request);
  add_sprt_options(*command, *request);
  command
      ->add_option("--luck", request->luck,
                   "Also tell the score less the luck of the dice as this agent judges it (net:weights=default; one "
                   "that looks ahead takes long): unbiased, far less noisy")
      ->type_name("AGENT");
  add_seed(*command, options.each.seed, "Of dice and agents: the same seed gives the same games");
  command
      ->add_option("--threads", options.threads,
                   "Games at the same time, 1 to 1024; 0: one per core. Changes no result")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  add_json(*command, *question);
  command->footer(
      "The score is A's mean points a game in backgammon, else the mean of 1 for a win, 0.5 for a draw, 0 for a loss.\n"
      "A moves first in games 1, 3, 5, .. Ctrl-C stops and prints what was played (status 1).");
  command->callback([=] { with_game(question->game, [&]<Game G> { run<G>(*request, question->json); }); });
}

}  // namespace alea::tools
