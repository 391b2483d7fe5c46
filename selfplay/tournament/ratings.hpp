// How strong players are, from all their games together, and how sure that is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selfplay/statistics.hpp"

namespace alea {

/// Two games with the same dice and swapped seats, or a single game: what is independent of all others.
struct RatedUnit {
  std::int32_t a, b;                 ///< two players, by their numbers
  std::array<float, 2> scores = {};  ///< a's: in points, or 1, 0.5, 0 (else rounded to the nearest of them)
  std::int8_t games = 1;             ///< 1 or 2
};

struct Anchor {
  std::size_t player = 0;
  double rating = 0;
};

struct RatingOptions {
  ScoreUnit unit = ScoreUnit::elo;
  std::optional<Anchor> anchor = {};  ///< none: the mean rating of all who are rated and not unbounded is 0
  int bootstrap = 1000;    ///< tournaments drawn from the units, pairing by pairing, with replacement; 0: none
  std::uint64_t seed = 1;  ///< of these
};

struct Rating {
  /// In elo or points. NaN for who never met, not even over others, the group of the anchor; or the largest group, if
  /// there is no anchor.
  double value = 0;
  Interval fisher{};     ///< 95%, from the Fisher information: takes all games for independent
  Interval bootstrap{};  ///< 95%, percentiles over drawn tournaments: takes pairs for independent; NaN without, and for
                         ///< who is unbounded
  std::int64_t games = 0;
  double score = 0;  ///< mean of the games
  int group = 0;     ///< players who met, directly or over others, have one number
  /// The games allow any difference to the others of the group, however large: nothing was ever won (or lost) across
  /// it. The value then says little more than that. Elo only.
  bool unbounded = false;
};

struct Ratings {
  std::vector<Rating> players;
  int groups = 0;
  /// superiority[i][j]: probability that i is stronger than j, from the Fisher information, or, where one has won all,
  /// from the likelihood ratio, as no information is left at infinity (Hauck and Donner, 1977); 0.5 for i = j, NaN
  /// across groups and for two whose only connection is one over others who also won all.
  std::vector<std::vector<double>> superiority;
};

/// Units may name players 0 .. `players` - 1, each two different ones. Deterministic.
Ratings rate(std::size_t players, std::span<const RatedUnit> units, const RatingOptions& options);

}  // namespace alea
