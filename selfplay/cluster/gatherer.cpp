#include "selfplay/cluster/gatherer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/error.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/cluster/patience.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/interrupt.hpp"
#include "selfplay/replay.hpp"

namespace alea::cluster {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_shard = std::uintmax_t{1} << 32;

std::int64_t block_size(std::int64_t asked, std::int64_t generation) {
  constexpr std::int64_t blocks = 32, fewest_games = 8;
  if (asked > 0) return std::min(asked, generation);
  return std::min(generation, std::max(fewest_games, (generation + blocks - 1) / blocks));
}

}  // namespace

Gatherer::Gatherer(const fs::path& run, const TrainConfig& config, std::int64_t block_games, Say say)
    : exchange_(run), config_(config), say_(std::move(say)) {
  fs::create_directories(exchange_.folder);
  order_.config = config_digest(config);
  order_.lag = config.lag;
  order_.games = config.games_per_generation;
  order_.block_games = block_size(block_games, order_.games);
  order_.run_games = config.games;
}

void Gatherer::publish(std::int64_t generation, const NetworkWeights& net) {
  if (nets_.contains(generation)) return;
  write_network(exchange_.net(generation), net, {{"game", config_.game}, {"config", order_.config}});
  nets_[generation] = net_digest(net);
}

void Gatherer::ask(std::int64_t played, std::int64_t learned, const std::map<std::int64_t, NetworkWeights>& nets) {
  const WorkOrder before = order_;
  order_.first = played + 1;
  order_.last = std::min(learned + 1 + config_.lag, config_.generations());
  if (config_.stop_after > 0) order_.last = std::min(order_.last, config_.stop_after);
  for (auto net = nets.lower_bound(order_.net_of(order_.first)); net != nets.end(); ++net) {
    publish(net->first, net->second);
  }
  if (order_ != before || !fs::exists(exchange_.order())) write_order(exchange_, order_);
}

bool Gatherer::gather(std::int64_t generation, const std::function<void(std::string_view)>& take) {
  const Origin origin{order_.config, nets_.at(order_.net_of(generation))};
  for (const Block& block : order_.blocks(generation)) {
    Patience patience;
    bool told = false;
    while (!take_in(block, origin, take)) {
      if (Interrupt::requested()) return false;
      if (!told && patience.seconds() > 30) {
        told = true;
        say_(fmt::format("waiting for games of generation {}; workers are started with: alea selfplay --run {}",
                         generation, exchange_.folder.parent_path().string()));
      }
      patience.wait();
    }
  }
  return true;
}

bool Gatherer::take_in(const Block& block, const Origin& origin, const std::function<void(std::string_view)>& take) {
  const fs::path file = exchange_.shard(block);
  std::string bytes;
  try {
    if (!fs::exists(file)) return false;
    bytes = read_file(file, "shard", largest_shard);
  } catch (const InputError&) {  // it is being replaced, or a network file system shows a name before what it names
    return false;
  }
  try {
    const std::string_view content = shard_content(bytes, block, origin);
    if (games_in(content) != block.games) throw InputError("shard", "holds another number of games");
    take(content);
    return true;
  } catch (const InputError& error) {
    set_aside(file, error.what());
    return false;
  }
}

void Gatherer::set_aside(const fs::path& file, const std::string& why) {
  constexpr std::ptrdiff_t most = 20;
  fs::create_directories(exchange_.aside());
  const bool room = std::distance(fs::directory_iterator(exchange_.aside()), {}) < most;
  std::error_code gone;
  if (room) {
    fs::rename(file, exchange_.aside() / file.filename(), gone);
  } else {
    fs::remove(file, gone);
  }
  say_(fmt::format("{}: {}; {}, its games will be played again", file.string(), why,
                   room ? "set aside in " + exchange_.aside().string() : "removed"));
}

void Gatherer::forget(std::int64_t generation) {
  const std::int64_t oldest_net = order_.net_of(generation + 1);
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(exchange_.folder)) {
    const std::string name = entry.path().filename();
    const bool is_net = name.starts_with(net_prefix);
    const auto of = generation_of(is_net ? name.substr(net_prefix.size()) : name);
    if (of && (is_net ? *of < oldest_net : *of <= generation)) fs::remove(entry.path(), gone);
  }
  nets_.erase(nets_.begin(), nets_.lower_bound(oldest_net));
}

void Gatherer::end(std::int64_t played) {
  order_.first = played + 1;
  order_.last = played;
  order_.ended = true;
  write_order(exchange_, order_);
  forget(std::numeric_limits<std::int64_t>::max() / 2);
}

}  // namespace alea::cluster
