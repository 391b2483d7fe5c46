// alea perft: counts the game tree.
#include "engine/perft.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "engine/registry.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/query.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

/// The start of the game unless a position is given.
template <Game G>
Situation<G> root(const Question& question) {
  if (question.position) return read_situation<G>(question.position, question.dice);
  Random random(0, Purpose::dice);
  return with_dice(Situation<G>{G::start(random)}, question.dice);
}

template <Game G>
void run(const Question& question, int depth) {
  const auto start = root<G>(question);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  std::vector<std::uint64_t> nodes;
  if (!question.json) std::cout << fmt::format("{:>5}  {:>20}  {:>9}\n", "depth", "nodes", "seconds");
  for (int d = 1; d <= depth; ++d) {
    nodes.push_back(perft<G>(start.position, d, start.roll));
    if (!question.json) std::cout << fmt::format("{:>5}  {:>20}  {:>9.3f}\n", d, nodes.back(), seconds()) << std::flush;
  }
  if (question.json) print({{"nodes", nodes}, {"seconds", seconds()}});
}

}  // namespace

void add_perft(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  const auto depth = std::make_shared<int>(1);
  CLI::App* const command =
      add_command(app, "perft", "Count the sequences of 1 to N turns, over all rolls and plays", group::rules);
  add_game(*command, *question);
  add_position(*command, *question, " (default: the start)");
  command->add_option("--dice", question->dice, "The roll of the first turn, such as 3-1 (default: all)")
      ->type_name("A-B");
  command->add_option("--depth", *depth, "Turns, 1 to 20")->required()->check(CLI::Range(1, 20))->type_name("N");
  add_json(*command, *question);
  command->callback([=] { with_game(question->game, [&]<Game G> { run<G>(*question, *depth); }); });
}

}  // namespace alea::tools
