// alea rollout: what a position or the plays of a roll are worth, by playing them out.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "selfplay/interrupt.hpp"
#include "selfplay/progress.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/options.hpp"
#include "tools/rollouts.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

// For people.

/// "0.31" percent, or in units.
std::string format_error(const EstimatedNumber& number) {
  return fmt::format("{:.2f}", number.mean.is_probability ? 100 * number.standard_error : number.standard_error);
}

/// Two rows: the numbers, and below them their standard errors.
void add_rows(Table& table, const RolledOut& result, double loss) {
  std::vector<std::string> means{result.play.value_or("position")}, errors{"  standard error"};
  for (const EstimatedNumber& number : result.value) {
    means.push_back(format_number(number.mean));
    errors.push_back(format_error(number));
  }
  means.push_back(fmt::format("{:+.4f}", result.utility));
  errors.push_back(fmt::format("{:.4f}", result.standard_error));
  means.push_back(loss == 0 ? "" : fmt::format("{:+.4f}", -loss));
  means.push_back(std::to_string(result.trials));
  errors.insert(errors.end(), {"", ""});
  table.add_row(means);
  table.add_row(errors);
}

void print_table(const RolloutAnswer& answer, std::string_view utility_name) {
  Table table;
  table.add_column("", Table::Align::left);
  for (const EstimatedNumber& number : answer.results.front().value) table.add_column(format_head(number.mean));
  for (const std::string_view head : {utility_name, std::string_view("loss"), std::string_view("trials")}) {
    table.add_column(std::string(head));
  }
  for (const RolledOut& result : answer.results) {
    add_rows(table, result, answer.results.front().utility - result.utility);
  }
  if (answer.dice) std::cout << "To play " << *answer.dice << ":\n\n";
  table.print(std::cout);
  std::cout << fmt::format("seed {}, {:.1f} s{}\n", answer.seed, answer.seconds,
                           answer.partial ? ", STOPPED EARLY" : "");
}

// The command.

template <Game G>
void run(const Question& question, RolloutRequest request) {
  const auto situation = read_situation<G>(question.position, question.dice);
  const Interrupt ctrl_c;
  RolloutAnswer answer;
  {
    std::optional<Progress> progress;
    const auto show = [&](const RolloutProgress& now) {
      if (!progress) progress.emplace(std::cerr, isatty(STDERR_FILENO) == 1, 0, now.most, "trials");
      progress->update(now.trials, "");
    };
    answer = roll_out(situation, request, {show, Interrupt::requested});
  }
  if (question.json) {
    print(rollout_json(answer));
  } else {
    std::cout << G::board(situation.position, situation.to_move) << '\n';
    print_table(answer, utility_name<G>);
  }
  if (answer.partial) throw CLI::RuntimeError(failure);
}

void add_who_plays(CLI::App& command, RolloutRequest& request) {
  command
      .add_option("--agent", request.agent,
                  "Who plays: kind or kind:key=value,.. (default: the evaluator's best play, without looking ahead)")
      ->type_name("A");
  command
      .add_option("--weights", request.weights,
                  "The evaluator, which judges luck, truncated games and which plays are rolled out: default, fast, a "
                  "network file, handwritten (dvonn, diablo)")
      ->type_name("W")
      ->capture_default_str();
  command.add_flag("--tables,!--no-tables", request.tables, "Games end where exact tables tell the rest (alea solve)")
      ->capture_default_str();
}

void add_trials(CLI::App& command, RolloutRequest& request) {
  auto& [turns, luck, seed] = request.trials;
  command.add_option("--trials", request.limits.trials, "Games of each position, 1 to 100000000")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--turns", turns, "Judge games after so many turns, 1 to 100000 (default: play them to the end)")
      ->check(CLI::Range(1, 100'000))
      ->type_name("N");
  command
      .add_flag("--luck,!--no-luck", luck, "Take the luck of the dice from each result: slower trials, fewer needed")
      ->capture_default_str();
  add_seed(command, seed, "Of dice and agents: the same seed gives the same games");
  command
      .add_option("--threads", request.threads, "Games at the same time, 1 to 1024; 0: one per core. Changes no result")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
}

void add_state(CLI::App& command, RolloutRequest& request) {
  command
      .add_option("--state", request.state,
                  "Keep what was played in FILE, and go on with what is there: stopped and begun again as often as you "
                  "like, the same command finds the same")
      ->type_name("FILE");
}

void add_limits(CLI::App& command, RolloutRequest& request) {
  RolloutLimits& limits = request.limits;
  command
      .add_option("--until-stderr", limits.standard_error,
                  "Enough when the standard error of the utility is below this (default: play all trials)")
      ->check(settings::within(0.0, 10.0))
      ->type_name("X");
  command
      .add_option("--until-apart", limits.joint_errors,
                  "Plays so many joint standard errors behind the best need no more trials (default: play all)")
      ->check(settings::within(0.0, 100.0))
      ->type_name("K");
  command
      .add_option(
          "--top", request.top,
          "Plays to roll out, the best by the evaluator, 1 to 1000 (default: 5; without dice the position only)")
      ->check(CLI::Range(1, 1000))
      ->type_name("K");
}

/// "value", "utility" and "stderr", which has both again.
void add_estimates(Json& json, const RolledOut& result) {
  Json value = Json::object(), errors = Json::object();
  for (const auto& [mean, error] : result.value) {
    value[std::string(mean.name)] = shortest(mean.number);
    errors[std::string(mean.name)] = error;
  }
  json["value"] = value;
  json["utility"] = result.utility;
  json["stderr"] = {{"value", errors}, {"utility", result.standard_error}};
  json["trials"] = result.trials;
}

}  // namespace

Json rollout_json(const RolloutAnswer& answer) {
  Json json{{"position", answer.position}};
  if (answer.dice) json["dice"] = *answer.dice;
  const RolledOut& best = answer.results.front();
  add_estimates(json, best);
  json["seed"] = answer.seed;
  json["partial"] = answer.partial;
  json["seconds"] = answer.seconds;
  if (!best.play) return json;
  Json& list = json["candidates"] = Json::array();
  for (const RolledOut& result : answer.results) {
    Json candidate{{"play", *result.play}, {"position", result.position}};
    add_estimates(candidate, result);
    candidate["loss"] = best.utility - result.utility;
    list.push_back(candidate);
  }
  return json;
}

void add_rollout(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  const auto request = std::make_shared<RolloutRequest>();
  CLI::App* const command =
      add_command(app, "rollout", "Play a position, or the best plays of a roll, out many times", group::analysis);
  add_game(*command, *question);
  add_position(*command, *question)->required();
  add_dice(*command, *question);
  add_who_plays(*command, *request);
  add_trials(*command, *request);
  add_limits(*command, *request);
  add_state(*command, *request);
  add_json(*command, *question);
  command->footer(
      "Values are those of the player about to roll or, of plays, of the player who makes them. Plays are rolled out\n"
      "with the same dice. Ctrl-C stops and prints what was played (status 1);\nwith --state the same command goes on "
      "later.");
  command->callback([=] { with_game(question->game, [&]<Game G> { run<G>(*question, *request); }); });
}

}  // namespace alea::tools
