// alea apply: what a play does, or why it is illegal.
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "tools/answers.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"

namespace alea::tools {

namespace {

template <Game G>
void run(const Question& question, const std::string& play) {
  PlayList<G> plays;
  const auto after = after_play(read_situation<G>(question.position, question.dice), play, plays);
  if (question.json) {
    print(after_json(after));
    return;
  }
  std::cout << G::board(after.position, after.to_move) << '\n' << position_text(after) << '\n';
  if (G::finished(after.position)) std::cout << "The game is over.\n";
}

}  // namespace

void add_apply(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  const auto play = std::make_shared<std::string>();
  CLI::App* const command = add_command(app, "apply", "Make a play and show the position after it", group::rules);
  add_game(*command, *question);
  add_position(*command, *question)->required();
  add_dice(*command, *question);
  command
      ->add_option("--play", *play,
                   "\"8/5 6/5\", \"bar/22\", \"6/4(2)\", pass; H5F5, PASS in dvonn; \"A1xB1 C2-C3\" in diablo")
      ->required()
      ->type_name("T");
  add_json(*command, *question);
  command->callback([=] { with_game(question->game, [&]<Game G> { run<G>(*question, *play); }); });
}

}  // namespace alea::tools
