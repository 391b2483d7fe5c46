// alea analyse: the plays of a roll from best to worst; before the roll, what each roll is worth.
#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "selfplay/agents.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/query.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

struct AnalyseOptions : Question {
  std::optional<std::size_t> top;  ///< candidates to show; nothing: 10 for people, all as JSON
};

constexpr std::size_t top_for_people = 10;

/// A position and the agent that is asked about it.
template <Game G>
struct Task {
  Situation<G> situation;
  Agent<G>& agent;

  std::string play(const Candidate<G>& candidate, const typename G::Roll& roll) const {
    return G::format_play(situation.position, roll, candidate.play);
  }
  std::string after(const Candidate<G>& candidate) const {
    return G::format_position(candidate.after, next_side<G>(candidate.after, situation.to_move));
  }
};

// After the roll.

template <Game G>
Json candidate_json(const Task<G>& task, const Candidate<G>& candidate, float best_utility) {
  Json json{{"play", task.play(candidate, *task.situation.roll)},
            {"position", task.after(candidate)},
            {"value", value_json(candidate.value)},
            {"utility", shortest(candidate.utility)},
            {"loss", shortest(best_utility - candidate.utility)}};
  if (candidate.visits > 0) {
    json["visits"] = candidate.visits;
  } else {
    json["plies"] = candidate.plies;
  }
  json["line"] = candidate.line;
  return json;
}

template <Game G>
void print_json(const Task<G>& task, const Report<G>& report, std::size_t top) {
  Json json{{"position", G::format_position(task.situation.position, task.situation.to_move)}};
  if constexpr (has_dice<G>) json["dice"] = G::format_roll(*task.situation.roll);
  Json& list = json["candidates"] = Json::array();
  for (std::size_t i = 0; i < std::min(top, report.candidates.size()); ++i) {
    list.push_back(candidate_json(task, report.candidates[i], report.candidates[0].utility));
  }
  json["nodes"] = report.nodes;
  json["seconds"] = report.seconds;
  print(json);
}

/// Columns for the numbers of a value and its utility, and the cells of one row for them.
template <Game G>
void add_value_columns(Table& table) {
  for (const NamedNumber& number : named_numbers(MoverValue<G>{})) table.add_column(format_head(number));
  table.add_column(std::string(utility_name<G>));
}

template <Game G, View V>
void add_value_cells(std::vector<std::string>& row, const Value<G, V>& value, float utility) {
  for (const NamedNumber& number : named_numbers(value)) row.push_back(format_number(number));
  row.push_back(format_utility(utility));
}

/// "2-ply" or "800 visits".
template <Game G>
std::string effort(const Candidate<G>& candidate) {
  return candidate.visits > 0 ? fmt::format("{} visits", candidate.visits) : fmt::format("{}-ply", candidate.plies);
}

template <Game G>
std::vector<std::string> candidate_row(const Task<G>& task, const Report<G>& report, std::size_t i) {
  const Candidate<G>& candidate = report.candidates[i];
  std::vector<std::string> row{std::to_string(i + 1), effort(candidate), task.play(candidate, *task.situation.roll)};
  add_value_cells(row, candidate.value, candidate.utility);
  row.push_back(i == 0 ? "" : format_utility(candidate.utility - report.candidates[0].utility));
  row.push_back(fmt::format("{}", fmt::join(candidate.line, ", ")));
  return row;
}

template <Game G>
void print_table(const Task<G>& task, const Report<G>& report, std::size_t top) {
  Table table;
  table.add_column("");
  table.add_column("search");
  table.add_column("play", Table::Align::left);
  add_value_columns<G>(table);
  table.add_column("loss");
  table.add_column("", Table::Align::left);
  const std::size_t shown = std::min(top, report.candidates.size());
  for (std::size_t i = 0; i < shown; ++i) table.add_row(candidate_row(task, report, i));
  if constexpr (has_dice<G>) std::cout << "To play " << G::format_roll(*task.situation.roll) << ":\n\n";
  table.print(std::cout);
  if (shown < report.candidates.size()) std::cout << "and " << report.candidates.size() - shown << " more (--top)\n";
}

// Before the roll.

template <Game G>
struct RollReport {
  typename G::Roll roll;
  double probability;
  Candidate<G> best;
};

/// The best play of every roll, and the mean over the rolls.
template <Game G>
struct Breakdown {
  RollerValue<G> value;
  std::vector<RollReport<G>> rolls;
  std::int64_t nodes = 0;
  double seconds = 0;
};

template <Game G>
Breakdown<G> break_down(const Task<G>& task) {
  const auto begin = std::chrono::steady_clock::now();
  Breakdown<G> breakdown;
  const auto& position = task.situation.position;
  for (const auto& [roll, probability] : G::rolls(position)) {
    const Report<G> report = task.agent.analyse(position, roll);
    const Candidate<G>& best = report.candidates.front();
    breakdown.rolls.push_back({roll, probability, best});
    breakdown.value.add(static_cast<float>(probability), seen_by_roller<G>(best.value));
    breakdown.nodes += report.nodes;
  }
  breakdown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return breakdown;
}

template <Game G>
void print_json(const Task<G>& task, const Breakdown<G>& breakdown) {
  Json json{{"position", G::format_position(task.situation.position, task.situation.to_move)},
            {"value", value_json(breakdown.value)},
            {"utility", shortest(Utility<G>{}(breakdown.value))}};
  Json& rolls = json["rolls"] = Json::array();
  for (const auto& [roll, probability, best] : breakdown.rolls) {
    rolls.push_back({{"dice", G::format_roll(roll)},
                     {"probability", probability},
                     {"play", task.play(best, roll)},
                     {"position", task.after(best)},
                     {"value", value_json(best.value)},
                     {"utility", shortest(best.utility)}});
  }
  json["nodes"] = breakdown.nodes;
  json["seconds"] = breakdown.seconds;
  print(json);
}

template <Game G>
void print_table(const Task<G>& task, const Breakdown<G>& breakdown) {
  Table table;
  table.add_column("roll", Table::Align::left);
  table.add_column("best play", Table::Align::left);
  add_value_columns<G>(table);
  for (const auto& [roll, probability, best] : breakdown.rolls) {
    std::vector<std::string> row{G::format_roll(roll), task.play(best, roll)};
    add_value_cells(row, best.value, best.utility);
    table.add_row(row);
  }
  std::vector<std::string> mean{"mean", ""};
  add_value_cells(mean, breakdown.value, Utility<G>{}(breakdown.value));
  table.add_row(mean);
  table.print(std::cout);
}

// The command.

template <Game G>
void print_finished(const Situation<G>& situation, bool json) {
  const RollerValue<G> value = *G::result(situation.position);
  const float utility = Utility<G>{}(value);
  if (json) {
    print({{"position", G::format_position(situation.position, situation.to_move)},
           {"value", value_json(value)},
           {"utility", shortest(utility)},
           {"candidates", Json::array()},
           {"nodes", 0},
           {"seconds", 0}});
  } else {
    std::cout << "The game is over: " << utility_name<G> << ' ' << format_utility(utility) << ".\n";
  }
}

template <Game G>
void run(const AnalyseOptions& options) {
  const auto situation = read_situation<G>(options.position, options.dice);
  if (!options.json) std::cout << G::board(situation.position, situation.to_move) << '\n';
  if (G::finished(situation.position)) return print_finished(situation, options.json);
  const auto agent = make_agent<G>(options.agent);
  const Task<G> task{situation, *agent};
  const auto show = [&](const auto& found, auto... top) {
    if (options.json) {
      print_json(task, found, top...);
    } else {
      print_table(task, found, top...);
      std::cout << fmt::format("{} positions evaluated in {:.3f} s\n", found.nodes, found.seconds);
    }
  };
  if (situation.roll) {
    show(agent->analyse(situation.position, *situation.roll),
         options.top.value_or(options.json ? std::size_t{1} << 30 : top_for_people));
  } else {
    show(break_down(task));
  }
}

}  // namespace

void add_analyse(CLI::App& app) {
  const auto options = std::make_shared<AnalyseOptions>();
  CLI::App* const command =
      add_command(app, "analyse", "Rank the plays of a roll; without dice, judge every roll", group::analysis);
  add_game(*command, *options);
  add_position(*command, *options)->required();
  add_dice(*command, *options);
  add_agent(*command, *options);
  command->add_option("--top", options->top, "Candidates to show, 1 to 100000 (default: 10, with --json all)")
      ->check(CLI::Range(1, 100000))
      ->type_name("K");
  add_json(*command, *options);
  command->footer(std::string("Values and equity are the mover's after the play; loss is against the best play.\n") +
                  plies_help);
  command->callback([options] { with_game(options->game, [&]<Game G> { run<G>(*options); }); });
}

}  // namespace alea::tools
