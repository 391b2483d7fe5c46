#include "selfplay/cluster/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <span>

#include "engine/checksum.hpp"
#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/run.hpp"

namespace alea::cluster {

namespace {

constexpr std::size_t digits = 16;  ///< of a checksum
using Digits = std::array<char, digits>;

struct Header {
  char format[16] = "alea-shard-1";
  Digits config{}, net{};
  Block block;
};
static_assert(sizeof(Header) == 72);

Digits as_digits(const std::string& text) {
  Digits result{};
  std::ranges::copy_n(text.begin(), static_cast<std::ptrdiff_t>(std::min(text.size(), digits)), result.begin());
  return result;
}

}  // namespace

std::string block_name(const Block& block) {
  return fmt::format("{}-{:09}-{}", generation_name(block.generation), block.first, block.games);
}

std::optional<std::int64_t> generation_of(const std::string& file_name) {
  std::int64_t generation = 0;
  const char* const end = file_name.data() + file_name.size();
  if (file_name.size() < 2 || file_name[0] != 'g') return std::nullopt;
  const auto [stop, error] = std::from_chars(file_name.data() + 1, end, generation);
  if (error != std::errc() || stop == end || (*stop != '-' && *stop != '.')) return std::nullopt;
  return generation;
}

std::string net_digest(const NetworkWeights& weights) {
  Checksum sum;
  for (const DenseLayer& layer : weights.layers) {
    sum.add(std::as_bytes(std::span(layer.weight)));
    sum.add(std::as_bytes(std::span(layer.bias)));
  }
  return sum.digits();
}

std::string shard_bytes(const Block& block, const Origin& origin, std::string_view content) {
  Header header;
  header.config = as_digits(origin.config);
  header.net = as_digits(origin.net);
  header.block = block;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += content;
  return bytes + checksum(bytes);
}

std::string_view shard_content(std::string_view bytes, const Block& block, const Origin& origin) {
  const auto wrong = [](const std::string& what) { return InputError("shard", what); };
  const Header expected;
  Header header;
  if (bytes.size() < sizeof header + digits) throw wrong("truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.format, expected.format, sizeof expected.format) != 0) throw wrong("not a shard");
  const std::string_view summed = bytes.substr(0, bytes.size() - digits);
  if (bytes.substr(summed.size()) != checksum(summed)) throw wrong("damaged (checksum)");
  if (header.block != block) throw wrong("holds " + block_name(header.block));
  if (header.config != as_digits(origin.config)) throw wrong("played with other settings");
  if (header.net != as_digits(origin.net)) throw wrong("played with another net");
  return summed.substr(sizeof header);
}

}  // namespace alea::cluster
