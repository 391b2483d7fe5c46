// A probability of winning in 16 bits.
#pragma once

#include <algorithm>
#include <cstdint>

namespace alea {

/// Probabilities are counted in steps of 2^-16: 0 to 65536.
inline constexpr std::int64_t win_steps = 65536;

/// What tables store:
///
///     code 0 .. 65534    code / 65536
///     code 65535         1
///
/// So 0 and 1 are exact, and so is every sum over d rolls of probabilities that are multiples of 1/4 (Diablo on 4x4) as
/// long as d <= 7. 65535/65536 itself has no code; a probability between 0 and 1 never becomes 0 or 1. Rounding moves a
/// probability by at most half a step, by less than one below 1/65536, by less than 1.5 above 65534/65536.
using WinCode = std::uint16_t;

inline constexpr WinCode lost_code = 0;
inline constexpr WinCode won_code = 65535;

/// In steps.
constexpr std::int64_t decode_win(WinCode code) { return code + (code == won_code); }

/// `numerator` / `denominator` steps, rounded to the nearest code, up from the middle; 0 <= numerator <= denominator *
/// win_steps.
constexpr WinCode encode_win(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return lost_code;
  if (numerator == denominator * win_steps) return won_code;
  const std::int64_t nearest = (2 * numerator + denominator) / (2 * denominator);
  return static_cast<WinCode>(std::clamp<std::int64_t>(nearest, 1, win_steps - 2));
}

/// As a probability, without error.
constexpr float win_probability(WinCode code) { return static_cast<float>(decode_win(code)) / win_steps; }

}  // namespace alea
