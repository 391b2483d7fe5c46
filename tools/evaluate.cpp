// alea evaluate: what positions are worth before the roll.
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "selfplay/agents.hpp"
#include "tools/answers.hpp"
#include "tools/commands.hpp"
#include "tools/lines.hpp"
#include "tools/options.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

template <Game G>
void print_evaluation(const Situation<G>& situation, Agent<G>& agent) {
  const auto value = value_of(situation.position, agent);
  std::cout << G::board(situation.position, situation.to_move) << '\n';
  Table table;
  std::vector<std::string> row;
  for (const NamedNumber& number : named_numbers(value)) {
    table.add_column(format_head(number));
    row.push_back(format_number(number));
  }
  table.add_column(std::string(utility_name<G>));
  row.push_back(format_utility(Utility<G>{}(value)));
  table.add_row(row);
  table.print(std::cout);
}

template <Game G>
void run(const Question& question) {
  const auto agent = make_agent<G>(question.agent);
  if (question.batch) {
    answer_lines(std::cin, [&](const std::string& line) {
      return evaluation_json(read_situation<G>(line, std::nullopt), *agent);
    });
    return;
  }
  const auto situation = read_situation<G>(question.position, std::nullopt);
  if (question.json) {
    print(evaluation_json(situation, *agent));
  } else {
    print_evaluation(situation, *agent);
  }
}

}  // namespace

void add_evaluate(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  CLI::App* const command =
      add_command(app, "evaluate", "Judge positions before the roll, for the player about to roll", group::analysis);
  add_game(*command, *question);
  CLI::Option* const position = add_position(*command, *question);
  add_batch(*command, *question, "a position")->excludes(position);
  add_agent(*command, *question);
  add_json(*command, *question);
  command->footer(plies_help);
  command->callback([question] { with_game(question->game, [&]<Game G> { run<G>(*question); }); });
}

}  // namespace alea::tools
