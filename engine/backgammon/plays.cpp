// The move generator. It lists every distinct result of a roll exactly once and compares no positions to do so.
// Masks are as in engine/backgammon/moves.hpp.
//
// Two sequences of moves lead to one position exactly if they make the same moves of each die in another order, or in
// one of the ways described at `Doublet` and `TwoDice`.
#include <bit>
#include <cstdint>

#include "engine/backgammon/hypergammon.hpp"
#include "engine/backgammon/moves.hpp"

namespace alea {
namespace {

using namespace backgammon;

/// The four planes of one side in a register.
using Planes [[gnu::vector_size(16)]] = std::uint32_t;

/// A turn in the making, still seen by its roller.
struct Turn {
  Planes own;
  Planes their;
  std::uint32_t blots;     ///< the opponent's single checkers
  std::uint32_t occupied;  ///< by the roller
  /// The bytes of Play::steps as one number: stores of single bytes would stall the load of the whole.
  std::uint64_t steps = 0;
  unsigned moves = 0;

  explicit Turn(const Position& position)
      : own(std::bit_cast<Planes>(position.own)),
        their(std::bit_cast<Planes>(position.their)),
        blots(mirrored(position.their.blots())),
        occupied(position.own.occupied()) {}

  /// What the turn comes to, seen by the opponent.
  Position position() const { return {std::bit_cast<Checkers>(their), std::bit_cast<Checkers>(own)}; }
  Play play() const { return std::bit_cast<Play>(steps); }
};
static_assert(std::endian::native == std::endian::little, "Turn::steps has Step::from in its lower byte");

/// What one move more makes of a turn. The planes that change when a checker leaves or reaches a point are found once
/// for the whole board and shared by all moves.
class Mover {
 public:
  Mover(const Turn& turn, int die)
      : turn_(turn),
        die_(die),
        leaving_(ripple(turn.own)),
        reaching_(ripple(~turn.own)),
        single_(turn.own[0] & ~(turn.own[1] | turn.own[2] | turn.own[3])) {}

  /// `from` is one bit.
  Turn operator()(std::uint32_t from) const {
    const std::uint32_t to = from >> die_;
    Turn next = turn_;
    next.own ^= (leaving_ & from) | (reaching_ & to);
    next.occupied = occupied_after(from);
    if (to & turn_.blots) hit(next, to);
    next.steps |= step(std::bit_width(from), std::bit_width(to)) << 16 * turn_.moves;
    ++next.moves;
    return next;
  }

  std::uint32_t occupied_after(std::uint32_t from) const { return (turn_.occupied & ~(from & single_)) | from >> die_; }

 private:
  /// Plane k changes where all lower planes are 0: the ripple of a borrow, or with inverted planes of a carry.
  static Planes ripple(Planes p) {
    const Planes zero{};
    return ~(__builtin_shufflevector(p, zero, 4, 0, 1, 2) | __builtin_shufflevector(p, zero, 4, 4, 0, 1) |
             __builtin_shufflevector(p, zero, 4, 4, 4, 0));
  }

  static std::uint64_t step(int from, int to) { return static_cast<std::uint64_t>(from | to << 8); }

  static void hit(Turn& turn, std::uint32_t point) {
    turn.blots ^= point;
    auto their = std::bit_cast<Checkers>(turn.their);
    their.plane[0] ^= mirrored(point);
    their.add(bar_mask);
    turn.their = std::bit_cast<Planes>(their);
  }

  const Turn& turn_;
  int die_;
  Planes leaving_;
  Planes reaching_;
  std::uint32_t single_;
};

/// Takes the finished turns into the caller's list.
template <class G>
class Lister {
 public:
  explicit Lister(PlayList<G>& list) : list_(list) { list_.clear(); }

  bool empty() const { return list_.empty(); }
  void clear() { list_.clear(); }
  void take(const Turn& turn) { list_.push(turn.position(), turn.play()); }

  /// Takes every turn that ends with a move of `die` from one of `sources`.
  void take_last_moves(const Turn& turn, std::uint32_t sources, int die) {
    const Mover mover(turn, die);
    const auto count = static_cast<std::size_t>(std::popcount(sources));
    auto [position, play] = list_.room(count);
    for (; sources; sources &= sources - 1) {
      const Turn last = mover(sources & -sources);
      *position++ = last.position();
      *play++ = last.play();
    }
    list_.append(count);
  }

 private:
  PlayList<G>& list_;
};

/// Only counts them.
class Counter {
 public:
  bool empty() const { return count_ == 0; }
  void clear() { count_ = 0; }
  void take(const Turn&) { ++count_; }
  void take_last_moves(const Turn&, std::uint32_t sources, int) {
    count_ += static_cast<std::uint64_t>(std::popcount(sources));
  }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

/// A double: up to four moves of one die.
///
/// Moves are made from the back of the board to the front. Any legal sequence stays legal in that order: a checker that
/// moves twice does so first from the higher point; landing points are open or not whatever the order; and when a
/// checker is borne off, all moves from higher points that the sequence makes lie before it in either order. The result
/// tells from where moves were made: with n(x) moves from point x, after(x) = before(x) - n(x) + n(x + die), which
/// gives n from the bar down to the 1-point. So each multiset of sources is one result, and is generated once.
template <class Sink>
class Doublet {
 public:
  Doublet(const Mobility& mobility, int die, Sink& sink) : mobility_(mobility), die_(die), sink_(sink) {}

  void run(const Turn& turn) { extend(turn, ~0u); }

 private:
  void extend(const Turn& turn, std::uint32_t allowed) {
    std::uint32_t sources = mobility_.sources(turn.occupied, die_) & allowed;
    if (!sources) return stop(turn);
    if (turn.moves == 3) {
      reach(4);
      return sink_.take_last_moves(turn, sources, die_);
    }
    const Mover mover(turn, die_);
    while (sources) {
      const std::uint32_t from = std::bit_floor(sources);
      sources ^= from;
      extend(mover(from), from | (from - 1));
    }
  }

  /// A turn that cannot go on counts only if no other makes more moves.
  void stop(const Turn& turn) {
    if (turn.moves < most_) return;
    reach(turn.moves);
    sink_.take(turn);
  }

  void reach(unsigned moves) {
    if (moves > most_) sink_.clear();
    most_ = moves;
  }

  const Mobility& mobility_;
  int die_;
  Sink& sink_;
  unsigned most_ = 0;
};

/// Two different dice. All turns that play the higher die first are generated; of those that play the lower die first,
/// only what is new.
///
/// Let the higher die be played from y and the lower from x.
/// - Lower first, and the higher die could be played from y at once: then so it could be in the other order, with the
///   same result. (Both checkers stood there before; entering, landing and bearing off are no harder for the lower die
///   after the higher has been played.)
/// - Lower first bears off x: then all checkers are at home, and y could not move at once only because x, the highest
///   point, was in its way. The higher die bears off x as well, and the lower then y, with the same result.
/// - One checker makes both moves. Its two ways differ only in what is hit between, and a checker of the roller that
///   stands where it would land between (x - low = y) can go on in its place. Where the way over the higher die hits
///   nothing between, it stands for all ways that hit nothing between.
/// No other two turns have one result: the points that lose and gain a checker tell x and y.
template <class Sink>
class TwoDice {
 public:
  TwoDice(const Mobility& mobility, Dice dice, Sink& sink)
      : mobility_(mobility), high_(dice.high), low_(dice.low), sink_(sink) {}

  void run(const Turn& turn) {
    const std::uint32_t occupied = turn.occupied;
    const std::uint32_t high_sources = mobility_.sources(occupied, high_);
    const std::uint32_t low_sources = mobility_.sources(occupied, low_);
    high_first(turn, high_sources);
    low_first(turn, low_sources, high_sources);
    if (!sink_.empty()) return;
    if (high_sources) {
      sink_.take_last_moves(turn, high_sources, high_);
    } else if (low_sources) {
      sink_.take_last_moves(turn, low_sources, low_);
    } else {
      sink_.take(turn);
    }
  }

 private:
  void high_first(const Turn& turn, std::uint32_t sources) {
    const Mover mover(turn, high_);
    while (sources) {
      const std::uint32_t y = std::bit_floor(sources);
      sources ^= y;
      const Turn next = mover(y);
      std::uint32_t x = mobility_.sources(next.occupied, low_);
      if (x & y >> high_ & ~turn.blots) straight_ |= y;
      x &= ~(y << low_ & straight_);
      sink_.take_last_moves(next, x, low_);
    }
  }

  void low_first(const Turn& turn, std::uint32_t sources, std::uint32_t high_sources) {
    const Mover mover(turn, low_);
    sources &= ~0u << low_;  // not those borne off
    for (; sources; sources &= sources - 1) {
      const std::uint32_t x = sources & -sources;
      std::uint32_t y = mobility_.sources(mover.occupied_after(x), high_) & ~high_sources;
      if (x & straight_) y &= ~(x >> low_ & ~turn.blots);
      if (y) sink_.take_last_moves(mover(x), y, high_);
    }
  }

  const Mobility& mobility_;
  int high_;
  int low_;
  Sink& sink_;
  std::uint32_t straight_ = 0;  ///< from where one checker makes both moves, the higher first, and hits nothing between
};

template <class Sink>
void generate(const Position& position, Dice roll, Sink& sink) {
  const Mobility mobility(position.their);
  if (roll.is_double()) {
    Doublet(mobility, roll.high, sink).run(Turn(position));
  } else {
    TwoDice(mobility, roll, sink).run(Turn(position));
  }
}

}  // namespace

void Backgammon::plays(const Position& position, Roll roll, PlayList<Backgammon>& list) {
  assert(!finished(position));
  Lister lister(list);
  generate(position, roll, lister);
}

void Hypergammon::plays(const Position& position, Roll roll, PlayList<Hypergammon>& list) {
  assert(!finished(position));
  Lister lister(list);
  generate(position, roll, lister);
}

std::uint64_t Backgammon::count_plays(const Position& position, Roll roll) {
  Counter counter;
  generate(position, roll, counter);
  return counter.count();
}

}  // namespace alea
