// Who meets whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace alea {

/// Two players who are to meet, by their numbers.
struct Meeting {
  std::size_t a;
  std::size_t b;
  bool operator==(const Meeting&) const = default;
};

/// Every two players once, in the order of the circle method (Kirkman, 1847): each player in turn, so that all have
/// played about equally often whenever one looks.
std::vector<Meeting> round_robin(std::size_t players);

/// One player against every other.
std::vector<Meeting> gauntlet(std::size_t players, std::size_t champion);

/// A round of a Swiss tournament: players who stand alike meet, and nobody meets the same opponent twice while that can
/// be avoided. `scores[i]` is what player i has reached so far, `before` all meetings of earlier rounds. With an odd
/// number of players the lowest of those who have missed the fewest rounds is left out.
std::vector<Meeting> swiss_round(std::span<const double> scores, std::span<const Meeting> before);

/// The seed of a meeting's games, below 2^63. It depends on nothing but its arguments, so that players can join a
/// tournament without changing the games of the others. Checksum xxh3-64.
std::uint64_t pairing_seed(std::uint64_t tournament, std::string_view a, std::string_view b, int round);

}  // namespace alea
