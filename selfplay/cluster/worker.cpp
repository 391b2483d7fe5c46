#include "selfplay/cluster/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "engine/error.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/cluster/claims.hpp"
#include "selfplay/cluster/patience.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/progress.hpp"
#include "selfplay/stages.hpp"

namespace alea::cluster {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// A name that no other worker has at the same time, in whatever thread, process or machine.
std::string worker_name() {
  static std::atomic<int> workers = 0;
  char host[64] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("{}-{}-{}", host, ::getpid(), ++workers);
}

/// A net that was read, until its file is written anew.
struct Net {
  fs::path file;
  fs::file_time_type written;
  NetworkWeights weights;
  std::string digest;
};

class Worker {
 public:
  Worker(const WorkerOptions& options, const BlockPlayerMaker& make_player, std::ostream& out, bool terminal)
      : options_(options), make_player_(make_player), out_(out), terminal_(terminal) {}

  WorkerReport run(const Interrupt& interrupt) {
    Patience patience;
    while (!interrupt.requested()) {
      if (look()) {
        report_.why = Leaving::run_ended;
        return report_;
      }
      if (play_something()) {
        patience = {};
      } else if (patience.seconds() > options_.patience) {
        report_.why = Leaving::out_of_patience;
        return report_;
      } else {
        tell_that_we_wait(patience);
        patience.wait();
      }
    }
    report_.why = Leaving::interrupted;
    return report_;
  }

 private:
  /// Finds the stage that the run is in, and what its learner asks for. True when the whole run has ended.
  bool look() {
    order_.reset();
    if (!fs::exists(options_.run / "config.toml")) return false;
    if (!plan_ || !stage_ || done_with_stage_) plan_ = read_plan(options_.run / "config.toml");
    const std::size_t number = current_stage(*plan_, options_.run);
    enter(plan_->staged() ? options_.run / plan_->stages[number].name : options_.run, stage_title(*plan_, number));
    order_ = read_order(Exchange(*stage_));
    done_with_stage_ = order_ && order_->ended;
    return done_with_stage_ && number + 1 == plan_->stages.size();
  }

  void tell_that_we_wait(const Patience& patience) {
    if (told_ || patience.seconds() < 10) return;
    told_ = true;
    say("waiting for a learner; one is started with: alea learn --run " + options_.run.string());
  }

  void enter(const fs::path& stage, const std::string& title) {
    if (stage_ == stage) return;
    stage_ = stage;
    title_ = title;
    progress_.reset();
    player_.reset();
    net_.reset();
  }

  bool play_something() {
    if (!order_ || order_->last < order_->first || !make_ready()) return false;
    const Exchange exchange(*stage_);
    const auto choice = claims_.choose(exchange, *order_, std::max(0.1, 2 * seconds_a_block_));
    if (!choice) return false;
    if (is_past(exchange, choice->block)) {
      claims_.release(exchange, choice->block);
      return true;
    }
    const auto begin = Clock::now();
    const bool played = find_net(exchange.net(order_->net_of(choice->block.generation)));
    if (played) deliver(exchange, choice->block, player_->play(net_->weights, choice->block));
    claims_.release(exchange, choice->block);
    if (!played) return false;
    seconds_a_block_ = since(begin);
    ++report_.blocks;
    report_.taken_over += choice->taken_over;
    report_.games += choice->block.games;
    show(choice->block);
    return true;
  }

  /// The learner may have gone on since its order was read, and forgotten the shards that it has taken in.
  static bool is_past(const Exchange& exchange, const Block& block) {
    const auto order = read_order(exchange);
    return order && block.generation < order->first;
  }

  void show(const Block& block) {
    if (!progress_) progress_.emplace(out_, terminal_, block.first, order_->run_games, "games", title_);
    progress_->update(block.first, fmt::format("{} played here", report_.games));
  }

  void say(const std::string& line) {
    if (progress_) return progress_->say(line);
    out_ << line << std::endl;
  }

  /// A player with the settings that the order is about. False when they are being changed just now.
  bool make_ready() {
    if (player_ && config_ == order_->config) return true;
    const TrainConfig config = read_config(*stage_ / "config.toml");
    config_ = config_digest(config);
    if (config_ != order_->config) return false;
    player_ = make_player_(config, options_.threads);
    return true;
  }

  /// False when it is not there: then the learner's order is about to change.
  bool find_net(const fs::path& file) {
    std::error_code error;
    const auto written = fs::last_write_time(file, error);
    if (error) return false;
    if (net_ && net_->file == file && net_->written == written) return true;
    try {
      NetworkWeights weights = read_network(file).weights;
      std::string digest = net_digest(weights);
      net_ = Net{file, written, std::move(weights), std::move(digest)};
      return true;
    } catch (const InputError& problem) {
      if (fs::exists(file)) say(problem.what());
      return false;
    }
  }

  /// Writes the shard, unless its generation has been taken in meanwhile: then nobody waits for it, and the learner may
  /// remove what is half written.
  void deliver(const Exchange& exchange, const Block& block, std::string_view content) {
    const fs::path draft = exchange.folder / (block_name(block) + "." + name_);  // no other worker writes there
    try {
      write_file(draft, shard_bytes(block, {order_->config, net_->digest}, content));
      if (wanted(exchange, block)) {
        fs::rename(draft, exchange.shard(block));  // should it be lost with the machine's power, it is played again
      } else {
        fs::remove(draft);
      }
    } catch (const std::exception& error) {
      if (wanted(exchange, block)) throw RuntimeFailure(error.what());
    }
  }

  static bool wanted(const Exchange& exchange, const Block& block) {
    const auto order = read_order(exchange);
    return order && !order->ended && order->first <= block.generation;
  }

  const WorkerOptions& options_;
  const BlockPlayerMaker& make_player_;
  std::ostream& out_;
  bool terminal_;
  const std::string name_ = worker_name();
  Claims claims_{name_};

  std::optional<TrainPlan> plan_;
  std::optional<fs::path> stage_;  ///< the folder of the current one
  std::string title_;              ///< of the stage
  std::optional<Progress> progress_;
  bool done_with_stage_ = false;
  std::optional<WorkOrder> order_;
  std::string config_;  ///< digest of the settings that `player_` has
  std::unique_ptr<BlockPlayer> player_;
  std::optional<Net> net_;
  double seconds_a_block_ = 2;
  bool told_ = false;
  WorkerReport report_;
};

}  // namespace

WorkerReport work(const WorkerOptions& options, const BlockPlayerMaker& make_player, std::ostream& out, bool terminal,
                  const Interrupt& interrupt) {
  return Worker(options, make_player, out, terminal).run(interrupt);
}

}  // namespace alea::cluster
