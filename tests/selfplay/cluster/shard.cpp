// Files between a learner and its workers.
#include "selfplay/cluster/shard.hpp"

#include <tuple>

#include "engine/error.hpp"
#include "selfplay/cluster/claims.hpp"
#include "selfplay/durable.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::cluster;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

const Block block{12, 1100, 25};
const Origin origin{"0123456789abcdef", "fedcba9876543210"};

/// What is said of a shard that is not good; empty if it is.
std::string fault(std::string_view bytes, const Block& wanted = block, const Origin& from = origin) {
  try {
    shard_content(bytes, wanted, from);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

WorkOrder two_generations() {
  WorkOrder order;
  order.config = origin.config;
  order.first = 3;
  order.last = 4;
  order.lag = 1;
  order.games = 10;
  order.block_games = 4;
  order.run_games = 100;
  return order;
}

/// A folder to exchange files in, and an order.
struct Shared {
  TemporaryFolder folder;
  Exchange exchange{folder.path()};
  WorkOrder order = two_generations();

  Shared() { fs::create_directories(exchange.folder); }
  void deliver(const Block& done) const { write_file(exchange.shard(done), "x"); }
};

}  // namespace

TEST_CASE("a generation is cut into blocks that hold each of its games once") {
  const auto blocks = cut(whole_generation(12, 100), 30);
  CHECK(blocks == std::vector<Block>{{12, 1100, 30}, {12, 1130, 30}, {12, 1160, 30}, {12, 1190, 10}});
  CHECK(block_name(blocks[3]) == "g000012-000001190-10");
  CHECK(cluster::generation_of(block_name(blocks[3]) + ".shard") == 12);
  for (const char* other : {"", "g", "gx-1", "g12", "net-g000012.safetensors", "order.json"}) {
    CHECK(!cluster::generation_of(other));
  }
}

TEST_CASE("a shard gives back what was put into it") {
  const std::string content("some\0bytes", 10);
  CHECK(shard_content(shard_bytes(block, origin, content), block, origin) == content);
  CHECK(shard_content(shard_bytes(block, origin, ""), block, origin).empty());
}

TEST_CASE("a shard with any bit wrong or any end missing is noticed") {
  const std::string bytes = shard_bytes(block, origin, "examples");
  std::size_t unnoticed = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    unnoticed += fault(damaged).empty();
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) unnoticed += fault(bytes.substr(0, size)).empty();
  CHECK(unnoticed == 0);
  CHECK(fault(bytes.substr(0, 40)) == "truncated");
  CHECK(fault(bytes + "x") == "damaged (checksum)");
}

TEST_CASE("a shard of other games, another config or another net is told apart") {
  const std::string bytes = shard_bytes(block, origin, "examples");
  CHECK(fault(bytes, {12, 1125, 25}) == "holds g000012-000001100-25");
  CHECK(fault(bytes, block, {"0123456789abcdee", origin.net}) == "played with other settings");
  CHECK(fault(bytes, block, {origin.config, "fedcba9876543211"}) == "played with another net");
}

TEST_CASE("an order comes back as it was written, and nonsense is refused") {
  const Shared shared;
  CHECK(!read_order(shared.exchange));
  write_order(shared.exchange, shared.order);
  CHECK(read_order(shared.exchange) == shared.order);
  WorkOrder wild = shared.order;
  wild.block_games = 0;
  write_order(shared.exchange, wild);
  CHECK_THROWS_AS(read_order(shared.exchange), InputError);
  write_file(shared.exchange.order(), "{\"format\": \"alea-order-1\"");
  CHECK_THROWS_AS(read_order(shared.exchange), InputError);
}

TEST_CASE("what is wrong with an order is told by name") {
  const Shared shared;
  for (const auto& [was, is, what] :
       {std::tuple{"\"lag\": 1", "\"lag\": 1.5", "lag: expected a whole number, found 1.5"},
        std::tuple{"\"lag\": 1", "\"leg\": 1", "lag: expected a whole number, found nothing"},
        std::tuple{"\"ended\": false", "\"ended\": 0", "ended: expected true or false, found 0"},
        std::tuple{"\"config\": ", "\"config\": [], \"x\": ", "config: expected a text, found []"}}) {
    write_order(shared.exchange, shared.order);
    std::string text = read_file(shared.exchange.order(), "order", 10'000);
    REQUIRE(text.find(was) != std::string::npos);
    write_file(shared.exchange.order(), text.replace(text.find(was), std::string(was).size(), is));
    std::string complaint;
    try {
      read_order(shared.exchange);
    } catch (const InputError& error) {
      complaint = error.what();
    }
    CAPTURE(complaint);
    CHECK(complaint.find(what) != std::string::npos);
  }
}

TEST_CASE("workers share out what is open: each block once, the oldest generation first") {
  const Shared shared;
  Claims one("one"), two("two");
  std::vector<std::string> chosen;
  for (int i = 0; i < 3; ++i) {
    for (Claims* worker : {&one, &two}) {
      const auto choice = worker->choose(shared.exchange, shared.order, 1000);
      REQUIRE(choice);
      CHECK(choice->block.generation == (i == 0 || (i == 1 && worker == &one) ? 3 : 4));
      CHECK(!choice->taken_over);
      chosen.push_back(block_name(choice->block));
    }
  }
  CHECK(std::set<std::string>(chosen.begin(), chosen.end()).size() == 6);
  CHECK(!one.choose(shared.exchange, shared.order, 1000));
}

TEST_CASE("a block that a worker left is taken over by one that has nothing else to do") {
  Shared shared;
  shared.order.last = shared.order.first;
  Claims dead("dead"), alive("alive");
  const Block left = dead.choose(shared.exchange, shared.order, 1000)->block;
  for (int i = 0; i < 2; ++i) {
    const auto choice = alive.choose(shared.exchange, shared.order, 1000);
    REQUIRE(choice);
    CHECK(choice->block != left);
    shared.deliver(choice->block);
    alive.release(shared.exchange, choice->block);
  }
  CHECK(!alive.choose(shared.exchange, shared.order, 1000));
  const auto taken = alive.choose(shared.exchange, shared.order, 0);
  REQUIRE(taken);
  CHECK(taken->block == left);
  CHECK(taken->taken_over);
  shared.deliver(left);
  CHECK(!alive.choose(shared.exchange, shared.order, 0));
}

TEST_CASE("a block with a shard is nobody's to play") {
  Shared shared;
  shared.order.last = shared.order.first;
  for (const Block& done : shared.order.blocks(3)) shared.deliver(done);
  CHECK(!Claims("one").choose(shared.exchange, shared.order, 0));
}
