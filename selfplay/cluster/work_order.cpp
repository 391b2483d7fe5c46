#include "selfplay/cluster/work_order.hpp"

#include <nlohmann/json.hpp>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/run.hpp"

namespace alea::cluster {

using nlohmann::json;

namespace {

constexpr const char* order_format = "alea-order-1";

WorkOrder order_from(const json& j) {
  WorkOrder order;
  j.at("config").get_to(order.config);
  j.at("first").get_to(order.first);
  j.at("last").get_to(order.last);
  j.at("lag").get_to(order.lag);
  j.at("games_per_generation").get_to(order.games);
  j.at("block_games").get_to(order.block_games);
  j.at("games").get_to(order.run_games);
  j.at("ended").get_to(order.ended);
  return order;
}

/// Whether workers can rely on its numbers without asking again.
bool sensible(const WorkOrder& order) {
  constexpr std::int64_t most_generations = 1 << 24, most_games = 1'000'000, most_lag = 100;
  return order.first >= 1 && order.last < most_generations && order.last - order.first <= most_lag && order.lag >= 0 &&
         order.lag <= most_lag && order.games >= 1 && order.games <= most_games && order.block_games >= 1 &&
         order.block_games <= order.games;
}

}  // namespace

std::filesystem::path Exchange::net(std::int64_t generation) const {
  return folder / (std::string(net_prefix) + generation_name(generation) + ".safetensors");
}

void write_order(const Exchange& exchange, const WorkOrder& order) {
  const json j = {{"format", order_format},
                  {"config", order.config},
                  {"first", order.first},
                  {"last", order.last},
                  {"lag", order.lag},
                  {"games_per_generation", order.games},
                  {"block_games", order.block_games},
                  {"games", order.run_games},
                  {"ended", order.ended}};
  write_file(exchange.order(), j.dump(1) + "\n");
}

std::optional<WorkOrder> read_order(const Exchange& exchange) {
  if (!std::filesystem::exists(exchange.order())) return std::nullopt;
  const auto wrong = [&](const std::string& what) { return InputError("order", exchange.order().string() + what); };
  try {
    const json j = json::parse(read_file(exchange.order(), "order", 1 << 16));
    if (j.at("format") != order_format) throw wrong(": expected the format " + std::string(order_format));
    const WorkOrder order = order_from(j);
    if (!sensible(order)) throw wrong(": numbers out of range");
    return order;
  } catch (const json::exception& error) {
    throw wrong(std::string(" is damaged: ") + error.what());
  }
}

}  // namespace alea::cluster
