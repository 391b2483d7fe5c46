// Memory for tables that are read at random places.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace alea {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using LargeArray = std::unique_ptr<T[], FreeMemory>;

/// Value-initialised elements, in huge pages where the system has any: on pages of 4 KiB nearly every look into a large
/// table also misses the translation of its address, which takes as long as the look itself.
template <class T>
requires std::is_trivially_destructible_v<T> LargeArray<T> make_large_array(std::size_t size) {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  const std::size_t alignment = size * sizeof(T) < huge_page ? std::max(alignof(T), sizeof(void*)) : huge_page;
  const std::size_t bytes = (size * sizeof(T) + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, bytes);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (alignment == huge_page) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: what becomes of it changes no result
#endif
  auto* const elements = static_cast<T*>(memory);
  std::uninitialized_value_construct_n(elements, size);
  return LargeArray<T>(elements);
}

}  // namespace alea
