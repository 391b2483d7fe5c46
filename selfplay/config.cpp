#include "selfplay/config.hpp"

#include <limits>
#include <set>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/settings.hpp"

namespace alea {

namespace {

using namespace settings;
using settings::text_of;

enum class Effect {
  on_result,  ///< must stay as it is when a run goes on
  may_change,
};

/// The one list of settings. Calls visit(name, effect, member, range, help) for each.
template <class Config, class Visit>
void for_each_setting(Config& c, Visit&& visit) {
  using enum Effect;
  constexpr std::int64_t many = 1'000'000'000'000;
  visit("game", on_result, c.game, plain_text(), "the game to learn");
  visit("seed", on_result, c.seed, within<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()),
        "names all random streams of the run");
  visit("hidden", on_result, c.hidden, within(1, 8192), "units of the hidden layers, first to last, such as 256,64");
  visit(
      "start", on_result, c.start, plain_text(),
      "a network file to start from, grown where hidden asks for more, instead of fresh weights; stage:NAME: the final "
      "net of an earlier stage");

  visit("games", may_change, c.games, within<std::int64_t>(1, many), "games to play in all; schedules end with them");
  visit("games_per_generation", on_result, c.games_per_generation, within(1, 1'000'000), "games that one net plays");
  visit("lag", on_result, c.lag, within(0, 100), "generations by which the playing net is behind the learner");
  visit("window", on_result, c.window, within(1, 1000), "generations that a learning step reads");
  visit("passes", on_result, c.passes, within(1, 100), "passes over the window a step");
  visit("max_turns", on_result, c.max_turns, within(1, 1'000'000), "a longer game is cut");
  visit("exploration", on_result, c.exploration, within(0.0, 1.0), "probability of a random play");
  visit("plies", on_result, c.plies, within(0, 4),
        "how far self-play looks ahead: its choices, and the values that lambda-returns are made of");
  visit("filter", on_result, c.filter, one_of({"none", "tiny", "narrow", "normal", "large", "huge"}),
        "which plays it looks at more closely (none: at all)");
  visit("candidates", on_result, c.candidates, within(0, 1'000'000),
        "greatest number of plays of a turn that are judged, a sample of all: large Diablo boards have thousands; 0: "
        "all");
  visit(
      "halves", on_result, c.halves, within(0, 10'000),
      "Diablo, in place of candidates: so many plays of a turn are judged, those whose two actions promise most, each "
      "alone, and as many of each roll's inside a search (plies, hard labels); 0: all");
  visit("random_starts", on_result, c.random_starts, within(0.0, 1.0),
        "share of games that begin with a random position, in games that have one: DVONN's random setup, a scattered "
        "Diablo board");

  visit("target", on_result, c.target, one_of({"td", "exact"}),
        "td: lambda-returns; exact: the mean over all rolls of the best reply's value");
  visit("lambda", on_result, c.lambda, within(0.0, 1.0), "of the lambda-returns when the run begins");
  visit("final_lambda", on_result, c.final_lambda, within(0.0, 1.0), "the value it falls to, linearly");
  visit("lambda_until", on_result, c.lambda_until, within(0.0, 1.0), "share of the run at which it is reached");
  visit("label_share", on_result, c.label_share, within(1e-6, 1.0),
        "target exact: share of the positions, drawn at random, that are labelled and learned");
  visit("hard_share", on_result, c.hard_share, within(0.0, 1.0),
        "target exact: share of them, those on which the net errs most, whose label looks further than one ply");
  visit("hard_label", on_result, c.hard_label, one_of({"2-ply", "rollout"}),
        "how theirs are made: 2-ply: two plies ahead, with the move filter `filter`; rollout: by games that the net "
        "plays on from there and judges some turns later");
  visit("rollout_turns", on_result, c.rollout_turns, within(1, 1000), "turns after which it judges such a game");
  visit("rollout_trials", on_result, c.rollout_trials, within(1, 100'000),
        "such games a label; without dice all are alike, and 1 is enough");

  visit("symmetries", on_result, c.symmetries, one_of({"true", "false"}),
        "learn each example as a random symmetry of the board shows it, in games that have some");
  visit("batch_size", on_result, c.batch_size, within(1, 1'000'000), "examples an optimiser step");
  visit("learning_rate", on_result, c.learning_rate, within(0.0, 1.0), "of Adam when the run begins");
  visit("final_learning_rate", on_result, c.final_learning_rate, within(0.0, 1.0), "of Adam when it ends");
  visit("schedule", on_result, c.schedule, one_of({"constant", "linear", "cosine", "exponential"}),
        "how the learning rate gets there");
  visit("weight_decay", on_result, c.weight_decay, within(0.0, 1.0), "decoupled weight decay");
  visit("gradient_clip", on_result, c.gradient_clip, within(0.0, 1e6), "greatest norm of a gradient; 0: any");
  visit("average", on_result, c.average, within(0.0, 0.999999),
        "publish the exponential average of the weights, with this decay a batch; 0: the weights themselves");
  visit("learner_threads", on_result, c.learner_threads, within(1, 256),
        "threads of LibTorch and BLAS inside an optimiser step; other parts of it are done by any that are idle");

  visit("measure_every", on_result, c.measure_every, within(0, 1'000'000),
        "generations between measurements of the net; 0: none");
  visit("anchors", on_result, c.anchors, plain_text(),
        "agents that it plays, each named as elsewhere and separated by semicolons; start: the net that training began "
        "with; what GNU Backgammon scores counts for nothing, and it may be absent");
  visit("anchor_games", on_result, c.anchor_games, within(2, 1'000'000), "games against each, in pairs, at 0 ply");
  visit("judge", on_result, c.judge, plain_text(),
        "an agent whose analysis tells what the net's decisions lose on held-out positions, such as "
        "expectimax:plies=1, or exact; empty: nobody");
  visit("decisions", on_result, c.decisions, within(1, 1'000'000), "number of these positions");
  visit("gate_games", on_result, c.gate_games, within(0, 1'000'000),
        "greatest number of games against the best net so far, which the new one replaces unless it is weaker (SPRT); "
        "0: no gate");
  visit("patience", on_result, c.patience, within(0, 1000),
        "training ends after so many measurements without a gain; 0: it does not");
  visit("least_gain", on_result, c.least_gain, within(0.0, 1000.0),
        "what counts as a gain: of the loss of a decision if there is a judge, else of the score against the anchors");

  visit("minutes", may_change, c.minutes, within(0.0, 1e6), "stop after this time in all; 0: no limit");
  visit("stop_after", may_change, c.stop_after, within<std::int64_t>(0, many),
        "stop after this generation, as a time limit would; 0: no limit");
  visit("threads", may_change, c.threads, within(0, 1024), "threads that play and learn; 0: one per processor");
  visit("checkpoint_seconds", may_change, c.checkpoint_seconds, within(0.0, 1e6), "time between checkpoints");
  visit("keep_nets", may_change, c.keep_nets, within(0, 100'000), "networks kept along the way, evenly spaced");
  visit("device", may_change, c.device, one_of({"cpu", "cuda", "auto"}),
        "where the learner computes: cuda: on a GPU, by a LibTorch that has CUDA; auto: there if it can, else on the "
        "CPU. Sums differ a little between devices: a run is repeated bit for bit on the same only");
  visit("inference", may_change, c.inference, one_of({"own", "cpu", "cuda", "auto"}),
        "what evaluates self-play's positions: own: the project's own inference, game by game on `threads` threads, "
        "repeated bit for bit; cuda, cpu: LibTorch on a GPU or, slower than own, on the CPU, in large batches gathered "
        "over many games, whose values depend on the batch in their last bits, so that games are not repeated; auto: "
        "cuda if there is one, else own");
  visit("inference_games", may_change, c.inference_games, within(1, 4096),
        "games played at once, each on a thread of its own, where inference is not own; games_per_generation should be "
        "a few times as many, as batches are small while the last games end");
}

std::string text_of(const std::vector<int>& values) {
  std::string text = "[";
  for (const int value : values) text += (text.size() > 1 ? ", " : "") + text_of(value);
  return text + "]";
}

}  // namespace

void declare_settings(CLI::App& app, TrainConfig& config) {
  for_each_setting(config, [&](const char* name, Effect, auto& member, const CLI::Validator& range, const char* help) {
    CLI::Option* const option = app.add_option(std::string("--") + name, member, help);
    option->check(range)->capture_default_str();
    if constexpr (std::is_same_v<decltype(member), std::vector<int>&>) option->delimiter(',')->expected(1, 8);
  });
}

TrainConfig resolve(TrainConfig config) {
  if (config.hidden.empty() || config.hidden.size() > 8) throw InputError("hidden", "expected 1 to 8 layers");
  for (const int units : config.hidden) {
    if (units < 1 || units > 8192) throw InputError("hidden", "expected layers of 1 to 8192 units");
  }
  config.games =
      (config.games + config.games_per_generation - 1) / config.games_per_generation * config.games_per_generation;
  constexpr std::int64_t most_generations = 1 << 24;  // what engine/random.hpp can name
  if (config.generations() >= most_generations) {
    throw InputError("games_per_generation", "expected fewer than 16777216 generations, found " +
                                                 std::to_string(config.generations()) +
                                                 " for games = " + std::to_string(config.games));
  }
  if (config.schedule == "exponential" && (config.learning_rate <= 0 || config.final_learning_rate <= 0)) {
    throw InputError("schedule", "expected learning rates above 0 for an exponential schedule");
  }
  if (config.halves > 0 && config.candidates > 0) {
    throw InputError("halves", "expected candidates = 0 beside it, found " + std::to_string(config.candidates));
  }
  return config;
}

TrainConfig read_config(const std::filesystem::path& file, const std::vector<Override>& overrides) {
  TrainConfig config;
  CLI::App app({}, "alea train");
  declare_settings(app, config);
  std::set<std::string> seen;
  for (const CLI::ConfigItem& item : read_items(file)) {
    const std::string name = item.fullname();
    if (!seen.insert(name).second) throw InputError(name, file.string() + ": given twice");
    set(app, name, item.inputs, file.string());
  }
  for (const Override& given : overrides) set(app, given.name, {given.value}, "command line");
  return resolve(config);
}

std::string config_text(const TrainConfig& config) {
  std::string text = "# The settings of this run, resolved. Range and meaning of each: alea train --help\n";
  for_each_setting(config, [&](const char* name, Effect, const auto& member, const CLI::Validator&, const char*) {
    text += std::string(name) + " = " + text_of(member) + "\n";
  });
  return text;
}

std::string config_digest(const TrainConfig& config) {
  std::string text;
  for_each_setting(config,
                   [&](const char* name, Effect effect, const auto& member, const CLI::Validator&, const char*) {
                     if (effect == Effect::on_result || std::string_view(name) == "games")
                       text += name + text_of(member) + ";";
                   });
  return checksum(text);
}

void require_continues(const TrainConfig& before, const TrainConfig& now) {
  std::vector<std::string> was;
  for_each_setting(before, [&](const char*, Effect, const auto& member, const CLI::Validator&, const char*) {
    was.push_back(text_of(member));
  });
  std::size_t i = 0;
  for_each_setting(now, [&](const char* name, Effect effect, const auto& member, const CLI::Validator&, const char*) {
    const std::string& old = was[i++];
    if (effect == Effect::may_change || text_of(member) == old) return;
    throw InputError(name, "the run goes on with " + old + ", found " + text_of(member) +
                               "; another value needs another run folder (--run)");
  });
}

}  // namespace alea
