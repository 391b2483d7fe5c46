// Exact values of DVONN endings: the score margin of best play by both sides, proven.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/dvonn/dvonn.hpp"
#include "search/limits.hpp"

namespace alea {

/// A play of a solved position.
struct SolvedPlay {
  dvonn::Play play;
  int margin = 0;                 ///< the mover's own minus opposing score at the end
  std::vector<dvonn::Play> line;  ///< best play of both sides behind it, to the end unless a limit cut it short
};

/// Alpha-beta over whole margins to the end of the game, with bounds of what can still happen (search/dvonn_bounds.hpp)
/// and a table. One search at a time.
class DvonnSolver {
 public:
  explicit DvonnSolver(std::size_t table_mib = 64);
  ~DvonnSolver();
  DvonnSolver(DvonnSolver&&) noexcept;

  /// The `best` best plays of a live position of the movement phase, best first; nothing if a limit was reached before
  /// they were proven. Here a node is a position whose plays are listed. Limits::plies does not count.
  std::optional<std::vector<SolvedPlay>> solve(const dvonn::Position& position, const Limits& limits,
                                               std::size_t best = 1);
  std::int64_t nodes() const;  ///< of the last solve

  void forget();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace alea
