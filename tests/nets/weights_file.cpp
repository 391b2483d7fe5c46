#include "nets/weights_file.hpp"

#include <sys/resource.h>

#include <bit>
#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/error.hpp"
#include "tests/catch.hpp"
#include "tests/nets/networks.hpp"
#include "tests/read_file.hpp"
#include "tests/replaced.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

void write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// What read_network says of these bytes; empty if it accepts them.
std::string complaint(const fs::path& file, const std::string& bytes) {
  write_bytes(file, bytes);
  try {
    read_network(file);
    return {};
  } catch (const InputError& error) {
    const bool names_itself = error.field() == "weights" && std::string(error.what()).find(file.string()) == 0;
    return names_itself ? error.what() : "an error that names neither field nor file";
  }
}

/// A small network: any feature set will do for a file.
NetworkWeights small_network() { return initial_weights({"toy-1", 5, {4, 3}, 4, 3}, 9); }

/// The file's bytes with another header, lengths adjusted.
std::string with_header(const std::string& bytes, const std::string& header) {
  const auto length = std::bit_cast<std::array<char, 8>>(std::uint64_t{header.size()});
  std::uint64_t old = 0;
  std::memcpy(&old, bytes.data(), 8);
  return std::string(length.data(), 8) + header + bytes.substr(8 + old);
}

std::string header_of(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  return bytes.substr(8, length);
}

bool equal(const NetworkWeights& a, const NetworkWeights& b) {
  return a.shape == b.shape && std::ranges::equal(a.layers, b.layers, [](const DenseLayer& x, const DenseLayer& y) {
           return x.in == y.in && x.out == y.out && x.weight == y.weight && x.bias == y.bias;
         });
}

}  // namespace

TEST_CASE("a network comes back from its file as it went, with where it comes from") {
  const TemporaryFolder folder;
  const Provenance provenance{{"game", "backgammon"}, {"games", "1000"}, {"note", "\"checksum\":\"0\" \u00e9 \\"}};
  for (const auto& hidden : {std::vector<int>{3}, std::vector<int>{128}, std::vector<int>{20, 10, 5}}) {
    const NetworkWeights weights = lively_network(hidden, 1);
    write_network(folder / "net", weights, provenance);
    const NetworkFile file = read_network(folder / "net");
    CHECK(equal(file.weights, weights));
    CHECK(file.provenance == provenance);
  }
}

TEST_CASE("a weight file is safetensors: length, JSON header, raw floats without gaps") {
  const TemporaryFolder folder;
  const NetworkWeights weights = small_network();
  write_network(folder / "net", weights, {});
  const std::string bytes = read_file(folder / "net"), text = header_of(bytes);
  const auto header = nlohmann::json::parse(text);
  CHECK(header["__metadata__"]["format"] == "alea-net-1");
  CHECK(header["layers.1.weight"]["dtype"] == "F32");
  CHECK(header["layers.1.weight"]["shape"] == nlohmann::json({3, 4}));
  const std::size_t begin = header["layers.1.weight"]["data_offsets"][0];
  const std::size_t end = header["layers.1.weight"]["data_offsets"][1];
  CHECK(end - begin == 48);
  CHECK(std::memcmp(bytes.data() + 8 + text.size() + begin, weights.layers[1].weight.data(), 48) == 0);
  CHECK((8 + text.size()) % 8 == 0);
}

TEST_CASE("a weight file cut anywhere is refused") {
  const TemporaryFolder folder;
  write_network(folder / "net", small_network(), {});
  const std::string bytes = read_file(folder / "net");
  REQUIRE(complaint(folder / "cut", bytes).empty());
  std::vector<std::size_t> accepted;
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    if (complaint(folder / "cut", bytes.substr(0, n)).empty()) accepted.push_back(n);
  }
  CHECK(accepted.empty());
  CHECK_FALSE(complaint(folder / "cut", bytes + '\0').empty());
}

TEST_CASE("a weight file with any bit flipped is refused") {
  const TemporaryFolder folder;
  write_network(folder / "net", small_network(), {{"run", "one"}});
  std::string bytes = read_file(folder / "net");
  std::vector<std::size_t> accepted;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const auto flip = [&] { bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8); };
    flip();
    if (complaint(folder / "flipped", bytes).empty()) accepted.push_back(bit);
    flip();
  }
  CHECK(accepted.empty());
}

TEST_CASE("headers that lie are refused before anything is allocated") {
  const TemporaryFolder folder;
  write_network(folder / "net", small_network(), {});
  const std::string bytes = read_file(folder / "net"), header = header_of(bytes);
  const auto [from, to] = GENERATE(table<std::string, std::string>({
      {"[4,5]", "[4294967296,4294967296]"},
      {"[4,5]", "[18446744073709551615,5]"},
      {"[4,5]", "[-4,5]"},
      {"[4,5]", "[4,5.5]"},
      {"[4,5]", "[5,4]"},
      {"[4,5]", "[20]"},
      {"[4,5]", "[4,5,1,1,1]"},
      {"[4,5]", "\"4,5\""},
      {"F32", "F16"},
      {"\"data_offsets\":[0,80]", "\"data_offsets\":[0,18446744073709551615]"},
      {"\"data_offsets\":[0,80]", "\"data_offsets\":[80,0]"},
      {"\"data_offsets\":[0,80]", "\"data_offsets\":[4,84]"},
      {"\"data_offsets\":[0,80]", "\"data_offsets\":[0]"},
      {"\"data_offsets\":[0,80]", "\"offsets\":[0,80]"},
      {"layers.0.weight", "layers.9.weight"},
      {"alea-net-1", "alea-net-0"},
      {"\"checksum\"", "\"checkers\""},
      {"__metadata__", "__metadatum_"},
      {"{", "["},
      {"\"features\":\"toy-1\"", "\"features\":7"},
  }));
  const std::string said = complaint(folder / "lie", with_header(bytes, replaced(header, from, to)));
  INFO(from << " -> " << to << ": " << said);
  CHECK_FALSE(said.empty());
}

TEST_CASE("a header longer than its file or than a megabyte is refused") {
  const TemporaryFolder folder;
  for (const std::uint64_t length : {std::uint64_t{100}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    const auto bytes = std::bit_cast<std::array<char, 8>>(length);
    CHECK_FALSE(complaint(folder / "long", std::string(bytes.data(), 8) + "{}").empty());
  }
  CHECK_FALSE(complaint(folder / "long", with_header(std::string(8, '\0'), std::string(2 << 20, ' '))).empty());
}

TEST_CASE("a network with a number that is not finite is refused") {
  const TemporaryFolder folder;
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    NetworkWeights weights = small_network();
    weights.layers[1].bias[2] = bad;
    write_network(folder / "net", weights, {});
    CHECK_THROWS_AS(read_network(folder / "net"), InputError);
  }
}

TEST_CASE("shapes that do not fit each other are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](auto&& change) {
    NetworkWeights weights = small_network();
    change(weights);
    write_network(folder / "net", weights, {});
    try {
      read_network(folder / "net");
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  CHECK_FALSE(refused([](NetworkWeights&) {}));
  CHECK(refused([](NetworkWeights& w) { w.layers[1] = {5, 3, std::vector<float>(15), std::vector<float>(3)}; }));
  CHECK(refused([](NetworkWeights& w) { w.layers[2].bias.resize(5), w.layers[2].out = 5; }));
  CHECK(refused([](NetworkWeights& w) { w.layers.clear(); }));
  CHECK(refused([](NetworkWeights& w) { w.shape.probabilities = 5; }));
  CHECK(refused([](NetworkWeights& w) { w.shape.probabilities = -1; }));
}

TEST_CASE("a file that is missing or a folder is refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_network(folder / "none"), InputError);
  CHECK_THROWS_AS(read_network(folder.path()), InputError);
}

TEST_CASE("a full disk leaves the old network as it was, and no rubbish") {
  const TemporaryFolder folder;
  const NetworkWeights old = small_network();
  write_network(folder / "net", old, {});

  rlimit before;
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t most : {0, 5, 300, 900}) {
    const rlimit limit{most, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    CHECK_THROWS_AS(write_network(folder / "net", lively_network({8}, 2), {}), RuntimeFailure);
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  CHECK(equal(read_network(folder / "net").weights, old));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("writing into a folder that does not exist is a failure that names the file") {
  const TemporaryFolder folder;
  try {
    write_network(folder / "no" / "net", small_network(), {});
    FAIL("written nowhere");
  } catch (const RuntimeFailure& error) {
    CHECK(std::string(error.what()).find("no/net") != std::string::npos);
  }
}
