#include "selfplay/cluster/work_order.hpp"

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/json_fields.hpp"
#include "selfplay/run.hpp"

namespace alea::cluster {

using nlohmann::json;

namespace {

constexpr const char* order_format = "alea-order-1";

constexpr auto fields = [](auto& order, const auto& field) {
  field("config", order.config);
  field("first", order.first);
  field("last", order.last);
  field("lag", order.lag);
  field("games_per_generation", order.games);
  field("block_games", order.block_games);
  field("games", order.run_games);
  field("ended", order.ended);
};

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
  json j = write_fields(order, fields);
  j["format"] = order_format;
  write_file(exchange.order(), j.dump(1) + "\n");
}

std::optional<WorkOrder> read_order(const Exchange& exchange) {
  if (!std::filesystem::exists(exchange.order())) return std::nullopt;
  const auto wrong = [&](const std::string& what) { return InputError("order", exchange.order().string() + what); };
  try {
    const json j = json::parse(read_file(exchange.order(), "order", 1 << 16));
    if (j.at("format") != order_format) throw wrong(": expected the format " + std::string(order_format));
    WorkOrder order;
    read_fields(j, order, fields, [&](const std::string& what) { return wrong(": " + what); });
    if (!sensible(order)) throw wrong(": numbers out of range");
    return order;
  } catch (const json::exception& error) {
    throw wrong(std::string(" is damaged: ") + error.what());
  }
}

}  // namespace alea::cluster
