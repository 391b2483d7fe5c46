// Who can be compared with whom.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace alea {

/// Directed graph over 0 .. n-1 by its edges.
using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

/// A number, 0, 1, .., for each node, in order of first appearance: equal where there is a way from one to the other
/// and back (strongly connected components; Tarjan 1972 is faster, players are few).
std::vector<int> strong_components(std::size_t nodes, const Edges& edges);

/// The same where edges may be followed backwards too.
std::vector<int> weak_components(std::size_t nodes, const Edges& edges);

}  // namespace alea
