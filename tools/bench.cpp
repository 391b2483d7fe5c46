// alea bench: how fast this machine plays and learns.
#include "tools/bench.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <thread>

#include "engine/dvonn/random_play.hpp"
#include "engine/perft.hpp"
#include "engine/registry.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/child_process.hpp"
#include "selfplay/train.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;

template <Game G>
void bench_generator(const MeasureOptions& options, Figures& figures) {
  const Sample<G> sample = draw_sample<G>(4096, 1'000'000);
  const double rolls = rate(options, [&](int) {
    return [&, plays = PlayList<G>()]() mutable {
      for (const auto& [position, roll] : sample.turns) G::plays(position, roll, plays);
      return static_cast<std::int64_t>(sample.turns.size());
    };
  });
  figures.add("rolls_per_s", rolls);
  figures.add("afterstates_per_s",
              rolls * static_cast<double>(sample.plays) / static_cast<double>(sample.turns.size()));
}

template <Game G>
void bench_random_games(const MeasureOptions& options, Figures& figures) {
  figures.add("random_games_per_s", rate(options, [](int thread) {
                return [thread, game = std::uint64_t{0}, plays = PlayList<G>()]() mutable {
                  play_random_game<G>(thread, game++, plays, [](const auto&...) {});
                  return std::int64_t{1};
                };
              }));
}

/// DVONN from a random full board to the end, plays drawn without a list.
void bench_movement_games(const MeasureOptions& options, Figures& figures) {
  figures.add("movement_games_per_s", rate(options, [](int thread) {
                return [thread, game = std::uint64_t{0}]() mutable {
                  Random random(1, Purpose::bench, static_cast<std::uint64_t>(thread), game++);
                  Dvonn::Position position = Dvonn::random_start(random);
                  while (dvonn::make_random_play(position, random)) continue;
                  return std::int64_t{1};
                };
              }));
}

/// Evaluations a second of all plays of real rolls. The sample is small enough to stay in a core's own cache, where the
/// plays of a roll are when a search has just listed them.
template <Game G>
double evaluation_rate(const MeasureOptions& options, const NetworkWeights& weights) {
  const Sample<G> sample = draw_sample<G>(512, 10'000);
  std::vector<PlayList<G>> lists;
  for (const auto& [position, roll] : sample.turns) G::plays(position, roll, lists.emplace_back(1));
  const Network<G> network(weights);
  return rate(options, [&](int) {
    return [&, evaluator = network.clone(), values = std::vector<RollerValue<G>>()]() mutable {
      for (const PlayList<G>& plays : lists) {
        if (values.size() < plays.size()) values.resize(plays.size());
        evaluator->evaluate(plays.positions(), std::span(values).first(plays.size()));
      }
      return sample.plays;
    };
  });
}

template <Game G>
void bench_networks(const MeasureOptions& options, Figures& figures) {
  if constexpr (HasFeatures<G>) {
    figures.add("evaluations_per_s", evaluation_rate<G>(options, network_weights<G>("fast", figures)));
    const fs::path best = find_network(std::string(G::name()), "default");
    if (fs::exists(best)) {
      figures.add("default_evaluations_per_s", evaluation_rate<G>(options, read_network(best).weights));
    }
  }
}

/// A tree of known size.
struct PerftTree {
  std::string_view game;
  std::string_view position;
  int depth;
  std::uint64_t nodes;
};

/// From the reference vectors; DVONN's is the first position of a game's second phase.
constexpr PerftTree trees[] = {
    {"backgammon", "4HPwATDgc/ABMA", 3, 116'154'993},
    {"dvonn", "wbwbwbbbb/wwwwwbwbbw/wwwrbbwwbbb/rwwwbbwwbb/rwwbwbbbb w m", 4, 3'260'259},
    {"diablo-4", "gbgb/bgbg/gbgb/bgbg b", 2, 54'168},
};

template <Game G>
void bench_perft(const MeasureOptions& options, Figures& figures) {
  for (const PerftTree& tree : trees) {
    if (tree.game != G::name()) continue;
    const auto root = G::parse_position(tree.position).position;
    figures.add(
        "perft_nodes_per_s", rate(options, [&](int) {
          return [&] {
            const std::uint64_t nodes = perft<G>(root, tree.depth);
            if (nodes != tree.nodes) {
              throw RuntimeFailure(fmt::format("perft of {} counts {} instead of {}", G::name(), nodes, tree.nodes));
            }
            return static_cast<std::int64_t>(nodes);
          };
        }));
  }
}

/// 0-ply games of a hidden layer of 128, every position trained once. They begin with the `fast` network where there is
/// one: the games of a network that knows nothing are much longer than those of the rest of a run.
template <Game G>
void bench_selfplay(const MeasureOptions& options, Figures& figures) {
  if constexpr (HasFeatures<G>) {
    const TemporaryDirectory folder;
    TrainConfig config;
    config.game = G::name();
    config.games = 1'000'000'000;
    config.minutes = options.seconds / 60;
    config.threads = options.threads;
    config.keep_nets = 0;
    if (const fs::path fast = find_network(std::string(G::name()), "fast"); fs::exists(fast)) config.start = fast;
    std::ostringstream progress;
    try {
      const RunState state = train(resolve(config), folder.path() / "run", progress, false);
      figures.add("selfplay_games_per_s", static_cast<double>(state.games) / state.seconds);
    } catch (const RuntimeFailure& failure) {
      figures.notes.push_back(std::string("no selfplay_games_per_s: ") + failure.what());
    }
  }
}

template <Game G>
Figures bench_game(const MeasureOptions& options) {
  Figures figures;
  bench_generator<G>(options, figures);
  bench_random_games<G>(options, figures);
  if constexpr (std::is_same_v<G, Dvonn>) bench_movement_games(options, figures);
  bench_networks<G>(options, figures);
  bench_perft<G>(options, figures);
  bench_searches(G::name(), options, figures);
  bench_selfplay<G>(options, figures);
  return figures;
}

void print_json(const std::string& game, const MeasureOptions& options, const Figures& figures) {
  Json json{{"game", game}, {"threads", options.threads}};
  for (const auto& [name, rate] : figures.rates) json[name] = rate;
  if (!figures.notes.empty()) json["notes"] = figures.notes;
  print(json);
  std::cout.flush();
}

void print_table(const std::string& game, const MeasureOptions& options, const Figures& figures) {
  Table table;
  table.add_column(game, Table::Align::left);
  table.add_column(fmt::format("{} thread{}", options.threads, options.threads == 1 ? "" : "s"));
  for (const auto& [name, rate] : figures.rates) table.add_row({name, format_rate(rate)});
  table.print(std::cout);
  for (const std::string& note : figures.notes) std::cout << note << '\n';
  std::cout << std::endl;
}

std::vector<std::string> all_games() {
  std::vector<std::string> names;
#define ALEA_ADD_NAME(G) names.emplace_back(G::name());
  ALEA_FOR_EACH_GAME(ALEA_ADD_NAME)
#undef ALEA_ADD_NAME
  return names;
}

void run(const Question& question, const MeasureOptions& options) {
  const auto games = question.game.empty() ? all_games() : std::vector{question.game};
  for (const std::string& game : games) {
    const Figures figures = with_game(game, [&]<Game G> { return bench_game<G>(options); });
    (question.json ? print_json : print_table)(game, options, figures);
  }
}

}  // namespace

void add_bench(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  const auto options = std::make_shared<MeasureOptions>();
  CLI::App* const command = add_command(app, "bench", "Measure how fast this machine plays and learns", group::program);
  command->add_option("game", question->game, "One game (default: all)")->type_name("GAME");
  command->add_option("--threads", options->threads, "Threads that work at the same time, 1 to 1024")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Seconds for each figure, 0.001 to 3600")
      ->check(settings::within(0.001, 3600.0))
      ->type_name("S")
      ->capture_default_str();
  add_json(*command, *question);
  command->footer(
      "Figures a second of all threads together; *_batch_size: positions an evaluation, on average. search_*: leaves "
      "of\n"
      "the game's main search with the network fast; N_ply_turns_per_s: whole turns of expectimax:plies=N with the "
      "filter\n"
      "normal, prune=fast; simulations_per_s: mcts with the network fast, 800 a turn. Turns are those of random "
      "games.");
  command->callback([=] { run(*question, *options); });
}

}  // namespace alea::tools
