// Float vectors of the processor's own width, by the compilers' vector extensions (GCC and Clang).
#pragma once

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

namespace alea::simd {

#if defined(__AVX512F__)
inline constexpr int lanes = 16;
inline constexpr int registers = 32;
#elif defined(__AVX__)
inline constexpr int lanes = 8;
inline constexpr int registers = 16;
#else
inline constexpr int lanes = 4;
inline constexpr int registers = 16;
#endif

using Vector [[gnu::vector_size(lanes * sizeof(float)), gnu::may_alias]] = float;

/// `p` is aligned to a whole vector.
inline Vector load(const float* p) { return *reinterpret_cast<const Vector*>(p); }
inline void store(float* p, const Vector& v) { *reinterpret_cast<Vector*>(p) = v; }

inline Vector broadcast(float x) { return Vector{} + x; }

inline Vector relu(const Vector& v) { return v > 0 ? v : Vector{}; }

using Quad [[gnu::vector_size(4 * sizeof(float)), gnu::may_alias]] = float;

/// The lanes folded onto four.
inline Quad fold(const Vector& v) {
  Quad part[lanes / 4];
  __builtin_memcpy(part, &v, sizeof v);
  for (int half = lanes / 8; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  }
  return part[0];
}

/// The sums of the lanes of four vectors.
inline Quad sums(const Vector& v0, const Vector& v1, const Vector& v2, const Vector& v3) {
  const Quad a = fold(v0), b = fold(v1), c = fold(v2), d = fold(v3);
  const Quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// Sets of up to 64 squares as numbers, a lane a square.

inline constexpr int slot_lanes = 32;
using Bytes [[gnu::vector_size(64), gnu::may_alias]] = std::uint8_t;
using Shorts [[gnu::vector_size(64), gnu::may_alias, gnu::aligned(2)]] = std::int16_t;  ///< slot_lanes of them

/// `value` in the lanes of `set`, 0 in the others.
inline Bytes spread(std::uint64_t set, std::uint8_t value) {
#if defined(__AVX512BW__)
  const auto lanes = reinterpret_cast<Bytes>(_mm512_movm_epi8(set));
#else
  using Words [[gnu::vector_size(64)]] = std::uint64_t;
  const Words copies = (Words{} + set) >> Words{0, 8, 16, 24, 32, 40, 48, 56} & 0xff;
  const auto bits = reinterpret_cast<Bytes>(copies * 0x0101010101010101U & (Words{} + 0x8040201008040201U));
  const auto lanes = reinterpret_cast<Bytes>(bits != 0);
#endif
  return lanes & (Bytes{} + value);
}

/// Lanes 0 to 31, and 32 to 63, as larger numbers.
inline Shorts lower_half(const Bytes& v) {
  using Half [[gnu::vector_size(32)]] = std::uint8_t;
  return reinterpret_cast<Shorts>(__builtin_convertvector(reinterpret_cast<const Half*>(&v)[0], Shorts));
}
inline Shorts upper_half(const Bytes& v) {
  using Half [[gnu::vector_size(32)]] = std::uint8_t;
  return reinterpret_cast<Shorts>(__builtin_convertvector(reinterpret_cast<const Half*>(&v)[1], Shorts));
}

/// Which of the slot_lanes numbers from `a` and from `b` differ.
inline std::uint32_t different(const std::int16_t* a, const std::int16_t* b) {
#if defined(__AVX512BW__)
  return _mm512_cmpneq_epi16_mask(_mm512_loadu_si512(a), _mm512_loadu_si512(b));
#else
  std::uint32_t set = 0;
  for (int lane = 0; lane < slot_lanes; ++lane) set |= std::uint32_t{a[lane] != b[lane]} << lane;
  return set;
#endif
}

/// Which of the `lanes` numbers from p are not 0.
inline std::uint32_t not_zero(const float* p) {
#if defined(__AVX512BW__)
  return _mm512_cmp_ps_mask(_mm512_loadu_ps(p), _mm512_setzero_ps(), _CMP_NEQ_UQ);
#else
  std::uint32_t set = 0;
  for (int lane = 0; lane < lanes; ++lane) set |= std::uint32_t{p[lane] != 0} << lane;
  return set;
#endif
}

/// Calls visit(i) for each of the first `count` numbers from p that is not 0, ascending.
template <class Visit>
void each_not_zero(const float* p, std::size_t count, const Visit& visit) {
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::uint32_t left = not_zero(p + i); left != 0; left &= left - 1) {
      visit(i + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  for (; i < count; ++i) {
    if (p[i] != 0) visit(i);
  }
}

/// n rounded up to a multiple.
constexpr int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace alea::simd
