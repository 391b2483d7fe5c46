// Float vectors of the processor's own width, by the compilers' vector extensions (GCC and Clang).
#pragma once

#include <cstddef>

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

/// The sum of the lanes, pairwise from the far halves.
inline float sum(const Vector& v) {
  float part[lanes];
  __builtin_memcpy(part, &v, sizeof v);
  for (int half = lanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  }
  return part[0];
}

/// n rounded up to a multiple.
constexpr int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace alea::simd
