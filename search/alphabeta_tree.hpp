// One thread's part of an alpha-beta search: a tree of fixed depth below one position.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/alphabeta_memory.hpp"
#include "search/evaluator.hpp"
#include "search/limits.hpp"

namespace alea {

/// Owns what one thread needs; the table is shared. Nothing is allocated once the buffers of each ply have grown.
template <Game G>
class AlphaBetaTree {
 public:
  using Position = typename G::Position;
  using Play = typename G::Play;
  using Line = PrincipalLine<G>;

  /// Different `thread`s look at plays in a slightly different order. `selective`: AlphaBetaOptions.
  AlphaBetaTree(std::unique_ptr<Evaluator<G>> evaluator, AlphaBetaTable& table, bool selective, int thread)
      : evaluator_(std::move(evaluator)),
        table_(&table),
        selective_(selective),
        thread_(static_cast<unsigned>(thread)) {}

  /// Before each search from a new position.
  void begin(const LimitClock& clock) { clock_ = clock, nodes_ = 0, stopped_ = false; }
  /// Other limits of the search under way.
  void limit(const LimitClock& clock) { clock_ = clock; }
  void forget() {
    history_.clear();
    for (const auto& frame : frames_) frame->killers = {};
  }

  std::int64_t nodes() const { return nodes_; }  ///< evaluated positions
  bool stopped() const { return stopped_; }      ///< a limit was reached: what was returned since then means nothing

  /// The value of `after` to the player whose play led there, `depth` plays deep, at least 1. `line` receives the
  /// principal line if it is given; without it the score may come from the table. An exact one needs it.
  Outcome search_after(const Position& after, Side mover, int depth, Score alpha, Score beta, Score hint, int ply,
                       Line* line) {
    const bool same = G::same_mover(after);
    const Side side = same ? mover : other(mover);
    if (same) return search(after, side, depth, alpha, beta, hint, ply, line);
    return -search(after, side, depth, -beta, -alpha, -hint, ply, line);
  }

  /// Evaluations of positions[i], and their scores for the player who moves there.
  void evaluate(std::span<const Position> positions, std::span<RollerValue<G>> values) {
    evaluator_->evaluate(positions, values);
    nodes_ += static_cast<std::int64_t>(positions.size());
  }
  Score score_after(const Position& after, const RollerValue<G>& value) const {
    const Score score = evaluated_score<G>(after, value, selective_);
    return G::same_mover(after) ? score : -score;
  }

  /// Looks at the clock.
  bool out_of_time() { return stopped_ = stopped_ || clock_.reached(nodes_); }

  /// Buffers for `depth` plies below the root.
  void reserve(int depth) {
    while (frames_.size() <= static_cast<std::size_t>(depth)) frames_.push_back(std::make_unique<Frame>());
  }

 private:
  /// The buffers of one ply.
  struct Frame {
    PlayList<G> plays{64};
    std::vector<RollerValue<G>> values;  ///< of the plays' positions, to the player about to move there
    std::vector<Score> scores;           ///< the same for the player who chooses among the plays
    std::vector<std::uint16_t> order;
    std::vector<Position> batch;
    std::vector<RollerValue<G>> batch_values;
    Line line;
    std::array<Play, 2> killers{};

    void resize(std::size_t n) {
      if (values.size() >= n) return;
      for (std::vector<RollerValue<G>>* v : {&values, &batch_values}) v->resize(n);
      scores.resize(n), order.resize(n), batch.resize(n);
    }
    void add_killer(const Play& play) {
      if (killers[0] == play) return;
      killers[1] = killers[0];
      killers[0] = play;
    }
  };

  /// Of the table's play, which is searched before any play is evaluated, and is too good to be left out at first
  /// sight.
  static constexpr Score no_hint = alphabeta_score::infinite;

  /// A node in hand.
  struct Node {
    const Position& position;
    Side side;
    int depth;
    Score alpha, beta;  ///< alpha rises
    Score hint;         ///< what the position is worth at first sight, or +-no_hint
    int ply;
    Line* line;
    AlphaBetaEntry known = {};
    Outcome best = {-alphabeta_score::infinite, true};
    std::uint16_t best_play = AlphaBetaEntry::no_play;
    bool all_solved = true;
  };

  Outcome search(const Position& position, Side side, int depth, Score alpha, Score beta, Score hint, int ply,
                 Line* line);
  void search_plays(Node& node, Frame& frame);
  void search_frontier(Node& node, Frame& frame);
  Outcome search_play(const Node& node, Frame& frame, std::uint16_t index, std::size_t place);
  bool take(Node& node, Frame& frame, std::uint16_t index, Outcome outcome);
  void sort_plays(const Node& node, Frame& frame);
  std::size_t promising_first(const Node& node, Frame& frame);
  void evaluate_chunk(Frame& frame, std::size_t begin, std::size_t end);
  void reward(const Node& node, Frame& frame, std::size_t tried);
  /// Sends threads on different ways.
  Score noise(std::uint16_t index, int depth) const {
    if (thread_ == 0) return 0;
    return static_cast<Score>((index + 64U * static_cast<unsigned>(depth) + 4096U * thread_) * 0x9e3779b1U >> 18);
  }
  void store(const HashKey& key, const Node& node, Score alpha);

  /// A bound of what `node` is worth, if it is too near the leaves and at first sight too far outside the window for
  /// its plays to matter: the margins are some two standard deviations of what so many plies change.
  std::optional<Score> at_first_sight(const Node& node) const {
    static constexpr std::array<Score, 4> margins{0, 120'000, 180'000, 250'000};
    const auto depth = static_cast<std::size_t>(node.depth);
    if (!selective_ || node.line != nullptr || depth >= margins.size() || is_decided(node.hint)) return std::nullopt;
    if (node.hint - margins[depth] >= node.beta) return node.hint - margins[depth];
    if (node.hint + margins[depth] <= node.alpha) return node.hint + margins[depth];
    return std::nullopt;
  }
  std::optional<Outcome> probable_cut(const Node& node);
  /// How many plies less deep the play at `place` of a node's order is looked at first.
  int reduction(int depth, std::size_t place) const {
    if (!selective_ || depth < 3 || place < 3) return 0;
    const int wanted = static_cast<int>(0.5 + std::log(depth) * std::log(static_cast<double>(place)) / 2);
    return std::min(wanted, depth - 2);
  }

  std::unique_ptr<Evaluator<G>> evaluator_;
  AlphaBetaTable* table_;
  bool selective_;
  unsigned thread_;
  LimitClock clock_;
  std::int64_t nodes_ = 0;
  bool stopped_ = false;
  PlayHistory<G> history_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

template <Game G>
Outcome AlphaBetaTree<G>::search(const Position& position, Side side, int depth, Score alpha, Score beta, Score hint,
                                 int ply, Line* line) {
  if (const auto result = G::result(position)) {
    if (line) line->end_with(*result);
    return {proven_score<G>(*result), true};
  }
  if (out_of_time()) return {};
  Node node{position, side, depth, alpha, beta, hint, ply, line};
  const HashKey key = hash_key(position);
  if (const auto entry = table_->find(key)) {
    node.known = entry->at_depth(depth, selective_);
    if (line == nullptr) {
      if (node.known.lower >= beta) return {node.known.lower, (node.known.solved & AlphaBetaEntry::lower_solved) != 0};
      if (node.known.upper <= alpha) return {node.known.upper, (node.known.solved & AlphaBetaEntry::upper_solved) != 0};
    }
  }
  if (const auto bound = at_first_sight(node)) return {*bound, false};
  if (const auto cut = probable_cut(node)) return *cut;
  Frame& frame = *frames_[static_cast<std::size_t>(ply)];
  G::plays(position, G::rolls(position)[0].roll, frame.plays);
  frame.resize(frame.plays.size());
  if (depth == 1) {
    search_frontier(node, frame);
  } else {
    search_plays(node, frame);
  }
  if (stopped_) return {};
  node.best.solved = node.best.score >= beta ? node.best.solved : node.all_solved;
  store(key, node, alpha);
  return node.best;
}

/// What a search two plies less deep says of `node`, if that is so far outside the window that the full one is unlikely
/// to come back into it; two plies, lest it be the other player's turn at the leaves.
template <Game G>
std::optional<Outcome> AlphaBetaTree<G>::probable_cut(const Node& node) {
  constexpr int shallowest = 5, less = 2;
  constexpr Score margin = 150'000;
  using alphabeta_score::unit;
  if (!selective_ || node.line != nullptr || node.depth < shallowest || is_decided(node.hint)) return std::nullopt;
  if (node.beta >= unit || node.alpha <= -unit) return std::nullopt;  // nothing but a proof will do
  const auto look = [&](Score alpha) {
    return search(node.position, node.side, node.depth - less, alpha, alpha + 1, node.hint, node.ply, nullptr);
  };
  if (node.hint >= node.beta) {
    const Outcome high = look(node.beta + margin - 1);
    if (high.score >= node.beta + margin) return high.solved ? high : Outcome{high.score - margin, false};
  } else if (node.hint <= node.alpha) {
    const Outcome low = look(node.alpha - margin);
    if (low.score <= node.alpha - margin) return low.solved ? low : Outcome{low.score + margin, false};
  }
  return std::nullopt;
}

/// Counts an outcome; true if the rest of the plays cannot matter.
template <Game G>
bool AlphaBetaTree<G>::take(Node& node, Frame& frame, std::uint16_t index, Outcome outcome) {
  node.all_solved &= outcome.solved;
  if (outcome.score <= node.best.score) return false;
  node.best = outcome;
  node.best_play = index;
  if (outcome.score <= node.alpha) return false;
  node.alpha = outcome.score;
  if (node.line) node.line->prepend(frame.plays.play(index), frame.line);
  return node.alpha >= node.beta;
}

template <Game G>
Outcome AlphaBetaTree<G>::search_play(const Node& node, Frame& frame, std::uint16_t index, std::size_t place) {
  const Position& after = frame.plays.position(index);
  const Score hint = frame.scores[index];
  const auto look = [&](int depth, Score beta, Line* line) {
    return search_after(after, node.side, depth, node.alpha, beta, hint, node.ply + 1, line);
  };
  const int depth = node.depth - 1;
  if (const int less = reduction(node.depth, place); less > 0) {
    const Outcome shallow = look(depth - less, node.alpha + 1, nullptr);
    if (stopped_ || shallow.score <= node.alpha) return shallow;
  }
  if (node.line == nullptr) return look(depth, node.beta, nullptr);
  if (place == 0) return look(depth, node.beta, &frame.line);
  const Outcome better = look(depth, node.alpha + 1, nullptr);
  if (stopped_ || better.score <= node.alpha || better.score >= node.beta) {
    // A play that fails high ends the node, and its line is not wanted.
    return better;
  }
  return look(depth, node.beta, &frame.line);
}

template <Game G>
void AlphaBetaTree<G>::search_plays(Node& node, Frame& frame) {
  const std::size_t n = frame.plays.size();
  std::iota(frame.order.begin(), frame.order.begin() + static_cast<std::ptrdiff_t>(n), std::uint16_t{0});
  std::size_t sorted_from = 0;
  if (node.known.play < n) {  // the table's play may cut before the others need an order
    std::swap(frame.order[0], frame.order[node.known.play]);
    frame.scores[node.known.play] = no_hint;
    sorted_from = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (i == sorted_from && n > 1) sort_plays(node, frame);
    const std::uint16_t index = frame.order[i];
    const Outcome outcome = search_play(node, frame, index, i);
    if (stopped_) return;
    if (take(node, frame, index, outcome)) return reward(node, frame, i);
  }
}

/// Evaluates all plays; orders those behind the table's play, best first.
template <Game G>
void AlphaBetaTree<G>::sort_plays(const Node& node, Frame& frame) {
  const std::size_t n = frame.plays.size();
  evaluate(frame.plays.positions(), std::span(frame.values).first(n));
  for (std::size_t i = 0; i < n; ++i) frame.scores[i] = score_after(frame.plays.position(i), frame.values[i]);
  const auto begin = frame.order.begin() + (node.known.play < n ? 1 : 0);
  const auto key = [&](std::uint16_t i) { return frame.scores[i] + noise(i, node.depth); };
  std::sort(begin, frame.order.begin() + static_cast<std::ptrdiff_t>(n), [&](std::uint16_t a, std::uint16_t b) {
    return key(a) != key(b) ? key(a) > key(b) : a < b;  // equals by index, lest the library choose
  });
}

/// Evaluates plays order[begin] to order[end - 1].
template <Game G>
void AlphaBetaTree<G>::evaluate_chunk(Frame& frame, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) frame.batch[i - begin] = frame.plays.position(frame.order[i]);
  const std::size_t n = end - begin;
  evaluate(std::span(frame.batch).first(n), std::span(frame.batch_values).first(n));
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint16_t index = frame.order[i];
    frame.values[index] = frame.batch_values[i - begin];
    frame.scores[index] = score_after(frame.plays.position(index), frame.values[index]);
  }
}

/// Orders the plays of a frontier node: a few promising ones to be tried first, then the rest as they were, neighbours
/// being cheap to evaluate. Returns how many are promising; all, where no cut is to be expected.
template <Game G>
std::size_t AlphaBetaTree<G>::promising_first(const Node& node, Frame& frame) {
  constexpr std::size_t few = 2;
  const std::size_t n = frame.plays.size();
  std::iota(frame.order.begin(), frame.order.begin() + static_cast<std::ptrdiff_t>(n), std::uint16_t{0});
  if (node.line != nullptr || n <= 2 * few) return n;
  std::array<int, few> best_keys;
  std::array<std::uint16_t, few> best;
  std::size_t size = 0;
  for (std::uint16_t i = 0; i < n; ++i) {
    const Play& play = frame.plays.play(i);
    int key = history_(node.side, play);
    if (i == node.known.play) key += 8 * PlayHistory<G>::limit;
    if (play == frame.killers[0]) key += 4 * PlayHistory<G>::limit;
    if (play == frame.killers[1]) key += 2 * PlayHistory<G>::limit;
    if (size == few && key <= best_keys[few - 1]) continue;
    std::size_t at = size < few ? size++ : few - 1;
    for (; at > 0 && best_keys[at - 1] < key; --at) best_keys[at] = best_keys[at - 1], best[at] = best[at - 1];
    best_keys[at] = key, best[at] = i;
  }
  std::array<std::uint16_t, few> sorted = best;
  std::sort(sorted.begin(), sorted.end());
  std::size_t out = few, next = 0;
  std::copy(best.begin(), best.end(), frame.order.begin());
  for (std::uint16_t i = 0; i < n; ++i) {
    if (next < few && sorted[next] == i) {
      ++next;
    } else {
      frame.order[out++] = i;
    }
  }
  return few;
}

template <Game G>
void AlphaBetaTree<G>::search_frontier(Node& node, Frame& frame) {
  const std::size_t n = frame.plays.size();
  std::size_t begin = 0, end = promising_first(node, frame);
  for (; begin < n; begin = end, end = n) {
    evaluate_chunk(frame, begin, end);
    bool cut = false;
    std::size_t cut_at = begin;
    for (std::size_t i = begin; i < end && !cut; ++i) {
      const std::uint16_t index = frame.order[i];
      if (node.line) frame.line.end_with(frame.values[index]);
      const bool finished =
          is_decided(frame.scores[index]) || (frame.scores[index] == 0 && G::finished(frame.plays.position(index)));
      cut = take(node, frame, index, {frame.scores[index], finished});
      cut_at = i;
    }
    if (cut) return reward(node, frame, cut_at);
  }
}

/// The play that cut counts more from now on, those tried before it less.
template <Game G>
void AlphaBetaTree<G>::reward(const Node& node, Frame& frame, std::size_t tried) {
  const int bonus = std::min(node.depth * node.depth * 16, 1024);
  for (std::size_t i = 0; i < tried; ++i) history_.add(node.side, frame.plays.play(frame.order[i]), -bonus);
  const Play& play = frame.plays.play(frame.order[tried]);
  history_.add(node.side, play, bonus);
  frame.add_killer(play);
}

template <Game G>
void AlphaBetaTree<G>::store(const HashKey& key, const Node& node, Score alpha) {
  AlphaBetaEntry entry = node.known;
  const auto [score, solved] = node.best;
  if (score > alpha) {
    entry.lower = std::max(entry.lower, score);
    entry.solved |= solved ? AlphaBetaEntry::lower_solved : 0;
    if (!solved) entry.solved &= static_cast<std::uint8_t>(~AlphaBetaEntry::lower_solved);
  }
  if (score < node.beta) {
    entry.upper = std::min(entry.upper, score);
    if (solved) {
      entry.solved |= AlphaBetaEntry::upper_solved;
    } else {
      entry.solved &= static_cast<std::uint8_t>(~AlphaBetaEntry::upper_solved);
    }
  }
  entry.play = node.best_play;
  entry.worth = static_cast<std::uint8_t>(std::min(node.depth, 255));
  table_->store(key, entry);
}

}  // namespace alea
