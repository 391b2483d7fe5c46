// Counter-based random streams: the whole program draws from these and from nothing else.
//
// A stream is named, not stepped to: (run seed, purpose, generation, game). Whoever plays game 17 of generation 3, on
// whichever thread or machine and in whatever order, draws the same numbers.
// Method: Philox4x32-10, Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011), by
// Random123.
#pragma once

#include <Random123/philox.h>

#include <cstdint>
#include <limits>

namespace alea {

/// What a stream is for. Numbers are part of the reproducibility contract: append, never renumber.
enum class Purpose : std::uint32_t {
  dice = 0,         ///< the rolls of a game, and its start where that is drawn
  first_agent = 1,  ///< choices of the agent in seat A, so that a chatty agent never shifts the dice
  second_agent = 2,
  weights = 3,  ///< initial network weights
  shuffle = 4,  ///< order of training examples
  search = 5,
  rollout = 6,
  test = 7,
  bench = 8,
  exploration = 9,  ///< deviations from the best play in self-play
  symmetry = 10,    ///< which board symmetry a training example is seen through
  labels = 11,      ///< which positions of a self-play game get an exact label
  opening = 12,     ///< random first turns of a match's games
  resampling = 13,  ///< tournaments drawn anew from the games of one, for the intervals of ratings
};

/// One stream. Models std::uniform_random_bit_generator, so standard algorithms accept it; use `below` and `uniform`
/// rather than standard distributions, whose results differ between libraries. Cheap to create and to copy.
class Random {
 public:
  using result_type = std::uint32_t;

  /// `generation` below 2^24.
  Random(std::uint64_t seed, Purpose purpose, std::uint64_t generation = 0, std::uint64_t game = 0)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        counter_{{0, static_cast<std::uint32_t>(purpose) << 24 | static_cast<std::uint32_t>(generation & 0xffffff),
                  static_cast<std::uint32_t>(game), static_cast<std::uint32_t>(game >> 32)}} {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  /// Uniform in [0, n), n > 0, without bias (Lemire, "Fast random integer generation in an interval", 2019).
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{(*this)()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = -n % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{(*this)()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Uniform in [0, 1) with 32 bits.
  double uniform() { return (*this)() * 0x1p-32; }

 private:
  void refill() {
    block_ = r123::Philox4x32()(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }

  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::ctr_type block_{};
  unsigned used_ = 4;
};

}  // namespace alea
