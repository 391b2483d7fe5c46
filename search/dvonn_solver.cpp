#include "search/dvonn_solver.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "engine/dvonn/moves.hpp"
#include "search/dvonn_bounds.hpp"
#include "search/transposition.hpp"

namespace alea {

using dvonn::Play;
using dvonn::Position;

namespace {

/// Beyond every margin.
constexpr int infinite = dvonn::spaces + 1;

/// What the table knows of a position: bounds of its mover's final margin, and the play that proved the last of them.
struct SolverEntry {
  std::int8_t lower = -dvonn::spaces;
  std::int8_t upper = dvonn::spaces;
  Play play = {};
  std::uint8_t worth = 0;  ///< the binary logarithm of the nodes it took
  std::uint8_t age = 0;
  std::array<std::uint8_t, 10> unused{};
};
using SolverTable = TranspositionTable<SolverEntry>;

/// Bounds that leave a window nothing to find: the one that says so.
std::optional<int> settled(const MarginBounds& bounds, int alpha, int beta) {
  if (bounds.lower >= beta || bounds.lower == bounds.upper) return bounds.lower;
  if (bounds.upper <= alpha) return bounds.upper;
  return std::nullopt;
}

/// A play of a node, seen by the player who chooses.
struct Child {
  MarginBounds bounds;
  bool again = false;       ///< the opponent has no move: the same player is next
  std::uint16_t index = 0;  ///< in the play list
  int key = 0;              ///< greater is tried earlier
};

/// Plays that leave the opponent little to do are tried first: they keep the tree small, as in Othello endings.
Child judged(const Position& after, std::uint16_t index, bool table_play) {
  constexpr int first = 1 << 20;
  const Outlook outlook(after);
  const MarginBounds bounds = outlook.bounds.flipped();
  const int key = bounds.lower + bounds.upper + 4 * (outlook.their_moves - 2 * outlook.own_moves);
  return {bounds, outlook.own_moves == 0, index, table_play ? first : key};
}

/// One search. Values are margins of the player to move.
class Searcher {
 public:
  Searcher(SolverTable& table, const Limits& limits) : table_(table), clock_(limits, 256) {}

  std::int64_t nodes() const { return nodes_; }
  bool stopped() const { return stopped_; }  ///< a limit was reached: what was returned since then means nothing

  /// The value of a play to its maker, fail-soft: exact inside (alpha, beta), else a bound.
  int search_after(const Position& after, const Child& child, int alpha, int beta, std::size_t ply) {
    // A pass is no node. At the end of the game, when nobody can move, the bounds are equal.
    if (child.again) return search(after.flipped(), child.bounds, alpha, beta, ply);
    return -search(after, child.bounds.flipped(), -beta, -alpha, ply);
  }

  /// Best play from a position of exact value `value` to the end, as far as the limits allow.
  std::vector<Play> line(Position position, int value);

 private:
  /// The buffers of one ply.
  struct Frame {
    PlayList<Dvonn> plays{32};
    std::vector<Child> children;
  };

  Frame& frame(std::size_t ply) {
    while (frames_.size() <= ply) frames_.push_back(std::make_unique<Frame>());
    return *frames_[ply];
  }
  /// Of a position whose mover has a move, or whose bounds are equal.
  int search(const Position& position, MarginBounds bounds, int alpha, int beta, std::size_t ply);
  bool out_of_time() { return stopped_ = stopped_ || clock_.reached(nodes_); }
  static std::optional<int> list_children(Frame& frame, const Play& table_play, int alpha, int beta);
  int search_children(Frame& frame, int alpha, int beta, std::size_t ply, Play& best_play);
  int search_child(const Frame& frame, const Child& child, int alpha, int beta, bool first, std::size_t ply);

  SolverTable& table_;
  LimitClock clock_;
  std::int64_t nodes_ = 0;
  bool stopped_ = false;
  std::vector<std::unique_ptr<Frame>> frames_;
};

int Searcher::search(const Position& position, MarginBounds bounds, int alpha, int beta, std::size_t ply) {
  if (const auto value = settled(bounds, alpha, beta)) return *value;
  if (out_of_time()) return 0;
  const std::int64_t nodes_before = nodes_++;
  const HashKey key = hash_key(position);
  Play play{};
  if (const auto entry = table_.find(key)) {
    bounds = {std::max<int>(bounds.lower, entry->lower), std::min<int>(bounds.upper, entry->upper)};
    play = entry->play;
    if (const auto value = settled(bounds, alpha, beta)) return *value;
  }
  Frame& f = frame(ply);
  Dvonn::plays(position, {}, f.plays);
  if (const auto value = list_children(f, play, alpha, beta)) return *value;
  const int value = search_children(f, alpha, beta, ply, play);
  if (stopped_) return 0;
  if (value > alpha) bounds.lower = std::max(bounds.lower, value);
  if (value < beta) bounds.upper = std::min(bounds.upper, value);
  const auto work = std::bit_width(static_cast<std::uint64_t>(nodes_ - nodes_before));
  table_.store(key, {static_cast<std::int8_t>(bounds.lower), static_cast<std::int8_t>(bounds.upper), play,
                     static_cast<std::uint8_t>(work)});
  return value;
}

/// Judges and orders the plays of a frame; returns a value if their bounds alone settle the window.
std::optional<int> Searcher::list_children(Frame& frame, const Play& table_play, int alpha, int beta) {
  frame.children.clear();
  int upper = -infinite;
  for (std::uint16_t i = 0; i < frame.plays.size(); ++i) {
    const Child child = judged(frame.plays.position(i), i, frame.plays.play(i) == table_play);
    if (child.bounds.lower >= beta) return child.bounds.lower;
    upper = std::max(upper, child.bounds.upper);
    frame.children.push_back(child);
  }
  if (upper <= alpha) return upper;
  std::ranges::sort(frame.children, [](const Child& a, const Child& b) {
    return a.key != b.key ? a.key > b.key : a.index < b.index;  // equals by index, lest the library choose
  });
  return std::nullopt;
}

int Searcher::search_children(Frame& frame, int alpha, int beta, std::size_t ply, Play& best_play) {
  int best = -infinite;
  for (const Child& child : frame.children) {
    const int value = search_child(frame, child, alpha, beta, best == -infinite, ply);
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    best_play = frame.plays.play(child.index);
    alpha = std::max(alpha, best);
    if (best >= beta) break;
  }
  return best;
}

/// A play behind the first is asked only whether it is better.
int Searcher::search_child(const Frame& frame, const Child& child, int alpha, int beta, bool first, std::size_t ply) {
  const Position& after = frame.plays.position(child.index);
  const int scout = first ? beta : alpha + 1;
  const int value = search_after(after, child, alpha, scout, ply + 1);
  if (value < scout || scout == beta || value >= beta || stopped_) return value;
  return search_after(after, child, alpha, beta, ply + 1);
}

std::vector<Play> Searcher::line(Position position, int value) {
  std::vector<Play> line;
  PlayList<Dvonn> plays;
  while (!dvonn::finished(position)) {
    Dvonn::plays(position, {}, plays);
    const auto keeps_value = [&](const Position& after) {
      return search_after(after, judged(after, 0, false), value - 1, value, 0) >= value && !stopped_;
    };
    const auto next = std::ranges::find_if(plays.positions(), keeps_value);
    if (stopped_ || next == plays.positions().end()) break;
    line.push_back(plays.play(static_cast<std::size_t>(next - plays.positions().begin())));
    position = *next;
    value = -value;
  }
  return line;
}

/// Proves the `best` best plays; the others are only shown not to be better.
class Root {
 public:
  Root(Searcher& searcher, const Position& position, std::size_t best) : searcher_(searcher) {
    Dvonn::plays(position, {}, plays_);
    for (std::uint16_t i = 0; i < plays_.size(); ++i) children_.push_back(judged(plays_.position(i), i, false));
    std::ranges::stable_sort(children_, std::ranges::greater(), &Child::key);
    best_ = std::clamp<std::size_t>(best, 1, children_.size());
  }

  /// Nothing if a limit was reached.
  std::optional<std::vector<SolvedPlay>> solve() {
    for (const Child& child : children_) {
      const Position& after = plays_.position(child.index);
      const bool full = solved_.size() < best_;
      const int alpha = full ? -infinite : solved_.back().margin;
      int margin = searcher_.search_after(after, child, alpha, full ? infinite : alpha + 1, 0);
      if (!full && margin > alpha && !searcher_.stopped()) {
        margin = searcher_.search_after(after, child, alpha, infinite, 0);
      }
      if (searcher_.stopped()) return std::nullopt;
      if (margin > alpha) insert({plays_.play(child.index), margin, {}});
    }
    for (SolvedPlay& play : solved_) {
      const auto at = std::ranges::find(plays_.plays(), play.play) - plays_.plays().begin();
      play.line = searcher_.line(plays_.position(static_cast<std::size_t>(at)), -play.margin);
    }
    return std::move(solved_);
  }

 private:
  void insert(SolvedPlay play) {
    const auto at = std::ranges::find_if(solved_, [&](const SolvedPlay& other) { return other.margin < play.margin; });
    solved_.insert(at, std::move(play));
    if (solved_.size() > best_) solved_.pop_back();
  }

  Searcher& searcher_;
  PlayList<Dvonn> plays_;
  std::vector<Child> children_;
  std::vector<SolvedPlay> solved_;
  std::size_t best_;
};

}  // namespace

struct DvonnSolver::Parts {
  SolverTable table;
  std::int64_t nodes = 0;

  explicit Parts(std::size_t table_mib) : table(table_mib << 20) {}
};

DvonnSolver::DvonnSolver(std::size_t table_mib) : parts_(std::make_unique<Parts>(table_mib)) {}
DvonnSolver::~DvonnSolver() = default;
DvonnSolver::DvonnSolver(DvonnSolver&&) noexcept = default;

void DvonnSolver::forget() { parts_->table.clear(); }
std::int64_t DvonnSolver::nodes() const { return parts_->nodes; }

std::optional<std::vector<SolvedPlay>> DvonnSolver::solve(const Position& position, const Limits& limits,
                                                          std::size_t best) {
  parts_->table.new_search();
  Searcher searcher(parts_->table, limits);
  auto solved = Root(searcher, position, best).solve();
  parts_->nodes = searcher.nodes();
  return solved;
}

}  // namespace alea
