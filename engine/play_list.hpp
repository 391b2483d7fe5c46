// The plays of one roll: resulting positions and the plays that lead to them, side by side.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace alea {

/// A buffer that a caller owns and uses again turn after turn: after a few turns it never allocates. Positions lie
/// contiguously, so that they can be handed to an Evaluator as one batch.
template <class G>
class PlayList {
 public:
  using Position = typename G::Position;
  using Play = typename G::Play;

  explicit PlayList(std::size_t capacity = 1024) : positions_(capacity), plays_(capacity) {}

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Appends a play that leads to `position`.
  void push(const Position& position, const Play& play) {
    if (size_ == positions_.size()) [[unlikely]]
      grow();
    positions_[size_] = position;
    plays_[size_] = play;
    ++size_;
  }

  /// For generators that write many plays at once: the places of the next `n` entries, of which `append(m)`, m <= n,
  /// makes the first m part of the list. What is written there before that is not.
  struct Room {
    Position* positions;
    Play* plays;
  };
  Room room(std::size_t n) {
    while (positions_.size() - size_ < n) [[unlikely]] grow();
    return {positions_.data() + size_, plays_.data() + size_};
  }
  void append(std::size_t m) { assert(m <= positions_.size() - size_), size_ += m; }

  const Position& position(std::size_t i) const { return assert(i < size_), positions_[i]; }
  const Play& play(std::size_t i) const { return assert(i < size_), plays_[i]; }
  std::span<const Position> positions() const { return {positions_.data(), size_}; }
  std::span<const Play> plays() const { return {plays_.data(), size_}; }

 private:
  [[gnu::noinline]] void grow() {
    positions_.resize(positions_.size() * 2);
    plays_.resize(plays_.size() * 2);
  }

  std::vector<Position> positions_;
  std::vector<Play> plays_;
  std::size_t size_ = 0;
};

}  // namespace alea
