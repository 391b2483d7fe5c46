// When games end whose result is known.
#pragma once

namespace alea {

/// What exact tables end, and in DVONN bounds of what the margin can still become. A game that all tables hold from its
/// first position on would be over there.
enum class Adjudication {
  off,
  certain,  ///< as soon as one result is certain under perfect play
  expected  ///< as soon as tables hold the position: the score is the mean under perfect play
};

}  // namespace alea
