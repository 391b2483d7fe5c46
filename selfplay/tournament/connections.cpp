#include "selfplay/tournament/connections.hpp"

namespace alea {

namespace {

/// reached[i][j]: whether a way leads from i to j (Warshall, 1962).
std::vector<std::vector<bool>> reachability(std::size_t nodes, const Edges& edges) {
  std::vector reached(nodes, std::vector<bool>(nodes));
  for (std::size_t i = 0; i < nodes; ++i) reached[i][i] = true;
  for (const auto& [from, to] : edges) reached[from][to] = true;
  for (std::size_t over = 0; over < nodes; ++over) {
    for (std::size_t i = 0; i < nodes; ++i) {
      if (!reached[i][over]) continue;
      for (std::size_t j = 0; j < nodes; ++j) reached[i][j] = reached[i][j] || reached[over][j];
    }
  }
  return reached;
}

}  // namespace

std::vector<int> strong_components(std::size_t nodes, const Edges& edges) {
  const auto reached = reachability(nodes, edges);
  std::vector<int> component(nodes, -1);
  int next = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    if (component[i] >= 0) continue;
    for (std::size_t j = i; j < nodes; ++j) {
      if (reached[i][j] && reached[j][i]) component[j] = next;
    }
    ++next;
  }
  return component;
}

std::vector<int> weak_components(std::size_t nodes, const Edges& edges) {
  Edges both = edges;
  for (const auto& [from, to] : edges) both.emplace_back(to, from);
  return strong_components(nodes, both);
}

}  // namespace alea
