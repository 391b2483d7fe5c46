// alea analyse: the plays of a roll from best to worst; before the roll, what each roll is worth.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "search/threads.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "tools/analysis.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

struct AnalyseOptions : Question {
  std::optional<std::size_t> top;  ///< candidates to show; nothing: 10 for people, all as JSON
  std::optional<int> threads;      ///< nothing: as the agent's text says; 0: one per core

  /// The agent's text, `threads` being one of its keys.
  std::string agent_text() const {
    return threads ? with_key(agent, "threads", std::to_string(resolve_threads(*threads))) : agent;
  }
};

constexpr std::size_t top_for_people = 10;

// After the roll.

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
void print_finished(const Situation<G>& situation) {
  std::cout << "The game is over: " << utility_name<G> << ' '
            << format_utility(Utility<G>{}(*G::result(situation.position))) << ".\n";
}

template <Game G>
void print_for_people(const Task<G>& task, std::size_t top) {
  const auto show = [&](const auto& found, auto... limit) {
    print_table(task, found, limit...);
    std::cout << fmt::format("{} positions evaluated in {:.3f} s\n", found.nodes, found.seconds);
  };
  if (const auto& [position, to_move, roll] = task.situation; roll) {
    show(task.agent.analyse(position, *roll), top);
  } else {
    show(break_down(task));
  }
}

template <Game G>
void run(const AnalyseOptions& options) {
  const auto situation = read_situation<G>(options.position, options.dice);
  if (!options.json) std::cout << G::board(situation.position, situation.to_move) << '\n';
  if (G::finished(situation.position)) {
    return options.json ? print(finished_json(situation)) : print_finished(situation);
  }
  const auto agent = make_agent<G>(options.agent_text());
  if (options.json) {
    print(analysis_json(situation, *agent, options.top.value_or(all_candidates)));
  } else {
    print_for_people(Task<G>{situation, *agent}, options.top.value_or(top_for_people));
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
  command
      ->add_option("--threads", options->threads,
                   "Threads of the agent's search, 1 to 1024; 0: one per core (default: its key threads, or 1). An "
                   "expectimax finds the same with any number")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  add_json(*command, *options);
  command->footer(std::string("Values and equity are the mover's after the play; loss is against the best play.\n") +
                  plies_help);
  command->callback([options] { with_game(options->game, [&]<Game G> { run<G>(*options); }); });
}

}  // namespace alea::tools
