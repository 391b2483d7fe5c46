// Several positions looked at on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/expectimax_tree.hpp"

namespace alea {

/// A position to be valued, and where that has got.
template <Game G>
struct Root {
  const typename G::Position* position = nullptr;
  RollerValue<G> value;
  bool done = false;
};

/// The trees of a search, one a thread, and how work is shared out between them. What is found does not depend on their
/// number. For each root, its plays of all rolls are evaluated; what is left then, replies of all roots, is one flat
/// list of jobs, so that threads wait for each other only at its end:
///
///     roots     |  a            |  b     ..         expand, on any thread
///     replies   | a1 a2 a3 ..   | b1 b2  ..         value of each, one ply less deep, on any thread
///     roots     |  a            |  b     ..         mean
template <Game G>
class ExpectimaxCrew {
 public:
  ExpectimaxCrew(std::unique_ptr<Evaluator<G>> evaluator, std::unique_ptr<Evaluator<G>> pruner,
                 const TreeSettings<G>& settings, int most_plies, int threads, EvaluationCache<G>& cache);

  /// A new search begins. A limit of nodes is kept by one thread alone, so that it is repeatable.
  void begin(const Limits& limits);
  bool stopped() const;
  std::int64_t nodes() const;  ///< since `begin`, of all threads

  /// Values the roots, the first ones first; where a limit is reached, some are left undone.
  void value(std::span<Root<G>> roots, int plies);

  /// The tree of the calling thread.
  ExpectimaxTree<G>& tree() { return *trees_.front(); }

 private:
  /// What is known of a root at work.
  struct RootWork {
    Expansion<G> expansion;
    std::atomic<bool> complete;  ///< no limit was reached in it
  };
  /// A reply to be valued.
  struct Job {
    std::uint32_t root;
    std::uint32_t reply;
  };

  void value_in_turn(std::span<Root<G>> roots, int plies);
  void value_side_by_side(std::span<Root<G>> roots, int plies);
  void list_jobs(std::span<const Root<G>> roots);
  template <class Work>
  void share(std::size_t count, const Work& work);

  static constexpr std::size_t chunk = 32;  ///< roots at work together: bounds memory where nothing is filtered

  EvaluationCache<G>& cache_;
  std::vector<std::unique_ptr<ExpectimaxTree<G>>> trees_;
  bool in_turn_ = true;

  std::unique_ptr<RootWork[]> works_;  ///< chunk of them, if there are threads to share the work
  std::vector<Job> jobs_;
};

}  // namespace alea
