// Examples to learn from: one generation's, and a window of generations in a drawn order.
#pragma once

#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "selfplay/durable.hpp"

namespace alea {

/// Positions before the roll, and what they should be worth to their roller, in the order of the games.
template <Game G>
struct Examples {
  std::vector<typename G::Position> positions;
  std::vector<RollerValue<G>> targets;
  std::int64_t games = 0;  ///< finished and cut
  std::int64_t cut = 0;    ///< of them, longer than max_turns
  std::int64_t turns = 0;  ///< at least the number of examples

  std::size_t size() const { return positions.size(); }

  void add(const typename G::Position& position, const RollerValue<G>& target) {
    positions.push_back(position);
    targets.push_back(target);
  }

  void append(const Examples& other) {
    positions.insert(positions.end(), other.positions.begin(), other.positions.end());
    targets.insert(targets.end(), other.targets.begin(), other.targets.end());
    games += other.games;
    cut += other.cut;
    turns += other.turns;
  }

  /// Keeps the memory.
  void clear() {
    positions.clear();
    targets.clear();
    games = cut = turns = 0;
  }
};

namespace replay_detail {

/// What a file begins with. Its checksum is in the checkpoint's state.
struct Header {
  char format[16] = "alea-replay-1";
  std::uint32_t position_bytes = 0;
  std::uint32_t statistics = 0;
  std::int64_t examples = 0, games = 0, cut = 0, turns = 0;
};

template <class T>
std::string_view bytes_of(const T* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

}  // namespace replay_detail

/// Of how many games the bytes say that they hold the examples; -1 if they are none.
inline std::int64_t games_in(std::string_view bytes) {
  const replay_detail::Header expected;
  replay_detail::Header header;
  if (bytes.size() < sizeof header) return -1;
  std::memcpy(&header, bytes.data(), sizeof header);
  return std::memcmp(header.format, expected.format, sizeof header.format) == 0 ? header.games : -1;
}

/// Examples as bytes, the format is in README.md.
template <Game G>
std::string examples_bytes(const Examples<G>& examples) {
  using namespace replay_detail;
  Header header{.position_bytes = sizeof(typename G::Position), .statistics = G::statistics};
  header.examples = static_cast<std::int64_t>(examples.size());
  header.games = examples.games, header.cut = examples.cut, header.turns = examples.turns;
  std::string bytes(bytes_of(&header, 1));
  bytes += bytes_of(examples.positions.data(), examples.size());
  bytes += bytes_of(examples.targets.data(), examples.size());
  return bytes;
}

/// Appends what `examples_bytes` gave. Throws InputError("examples") on those of another game or length, and then
/// appends nothing.
template <Game G>
void append_examples(std::string_view bytes, Examples<G>& examples) {
  using namespace replay_detail;
  using Position = typename G::Position;
  const Header expected{.position_bytes = sizeof(Position), .statistics = G::statistics};
  Header header;
  if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t content = bytes.size() - std::min(bytes.size(), sizeof header);
  const std::size_t each = sizeof(Position) + sizeof(RollerValue<G>);
  const auto n = static_cast<std::size_t>(header.examples);
  if (std::memcmp(&header, &expected, offsetof(Header, examples)) != 0 || content % each != 0 || content / each != n) {
    throw InputError("examples", "expected examples of " + std::string(G::name()));
  }
  examples.games += header.games, examples.cut += header.cut, examples.turns += header.turns;
  if (n == 0) return;
  const std::size_t before = examples.size();
  examples.positions.resize(before + n);
  examples.targets.resize(before + n);
  const char* const data = bytes.data() + sizeof header;
  std::memcpy(examples.positions.data() + before, data, n * sizeof(Position));
  std::memcpy(examples.targets.data() + before, data + n * sizeof(Position), n * sizeof(RollerValue<G>));
}

template <Game G>
void save_examples(const Examples<G>& examples, const std::filesystem::path& file) {
  write_file(file, examples_bytes(examples));
}

/// Throws InputError("checkpoint") on a file of another game or length.
template <Game G>
Examples<G> load_examples(const std::filesystem::path& file) {
  constexpr std::uintmax_t largest = std::uintmax_t{1} << 36;
  const std::string bytes = read_file(file, "checkpoint", largest);
  Examples<G> examples;
  try {
    append_examples(bytes, examples);
  } catch (const InputError& error) {
    throw InputError("checkpoint", file.string() + ": " + error.what());
  }
  return examples;
}

/// The examples of consecutive generations as one list that is permuted pass by pass.
template <Game G>
class ReplayOrder {
 public:
  /// Lists `parts` one after another. They must stay where they are while this is used.
  void begin(const std::vector<const Examples<G>*>& parts, Random random) {
    parts_ = parts;
    random_ = random;
    order_.clear();
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      const auto n = static_cast<std::uint32_t>(parts_[part]->size());
      for (std::uint32_t i = 0; i < n; ++i) order_.push_back({part, i});
    }
  }

  std::size_t size() const { return order_.size(); }

  /// Fisher-Yates.
  void shuffle() {
    for (std::size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
    }
  }

  const typename G::Position& position(std::size_t i) const { return part(i).positions[order_[i].index]; }
  const RollerValue<G>& target(std::size_t i) const { return part(i).targets[order_[i].index]; }

 private:
  struct Place {
    std::uint32_t part;
    std::uint32_t index;
  };
  const Examples<G>& part(std::size_t i) const { return *parts_[order_[i].part]; }

  std::vector<const Examples<G>*> parts_;
  std::vector<Place> order_;
  Random random_{0, Purpose::shuffle};
};

/// A list of examples in `count` batches whose sizes differ by at most one, the larger first: batch b is
/// [begin(b), begin(b + 1)).
struct Batches {
  std::size_t size;
  std::size_t count;

  Batches(std::size_t examples, std::size_t batch_size)
      : size(examples), count(std::max<std::size_t>(1, (examples + batch_size / 2) / batch_size)) {}
  std::size_t begin(std::size_t b) const { return b * (size / count) + std::min(b, size % count); }
};

}  // namespace alea
