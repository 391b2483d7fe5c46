// alea plays: every play of a roll and where it leads.
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "tools/answers.hpp"
#include "tools/commands.hpp"
#include "tools/lines.hpp"
#include "tools/options.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

template <Game G>
void print_plays(const Situation<G>& situation, PlayList<G>& plays) {
  list_plays(situation, plays);
  std::cout << G::board(situation.position, situation.to_move) << '\n';
  if (plays.empty()) {
    std::cout << "The game is over.\n";
    return;
  }
  Table table;
  table.add_column("");
  table.add_column("play", Table::Align::left);
  table.add_column("leads to", Table::Align::left);
  for (std::size_t i = 0; i < plays.size(); ++i) {
    table.add_row({std::to_string(i + 1), G::format_play(situation.position, *situation.roll, plays.play(i)),
                   format_after(situation, plays.position(i))});
  }
  table.print(std::cout);
}

template <Game G>
Situation<G> read_line(const std::string& line) {
  if constexpr (!has_dice<G>) return read_situation<G>(columns(line, 1, 1, "position")[0], std::nullopt);
  const auto cells = columns(line, 1, 2, "position and dice");
  return read_situation<G>(cells[0], cells.size() == 2 ? std::optional(cells[1]) : std::nullopt);
}

template <Game G>
void run(const Question& question) {
  PlayList<G> plays;
  if (question.batch) {
    answer_lines(std::cin, [&](const std::string& line) { return plays_json(read_line<G>(line), plays); });
    return;
  }
  const auto situation = read_situation<G>(question.position, question.dice);
  if (question.json) {
    print(plays_json(situation, plays));
  } else {
    print_plays(situation, plays);
  }
}

}  // namespace

void add_plays(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  CLI::App* const command =
      add_command(app, "plays", "List the plays of a roll and the positions they lead to", group::rules);
  add_game(*command, *question);
  CLI::Option* const position = add_position(*command, *question);
  CLI::Option* const dice = add_dice(*command, *question);
  add_batch(*command, *question, "a position, a tab and the dice (no dice in dvonn)")
      ->excludes(position)
      ->excludes(dice);
  add_json(*command, *question);
  command->callback([question] { with_game(question->game, [&]<Game G> { run<G>(*question); }); });
}

}  // namespace alea::tools
