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

/// n rounded up to a multiple.
constexpr int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace alea::simd
