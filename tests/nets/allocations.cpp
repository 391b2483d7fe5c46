#include "tests/nets/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> count = 0;

void* counted(std::size_t size, std::size_t alignment) noexcept {
  ++count;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* not_null(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

// The standard library's array forms call these. Every form that can end in a replaced delete is here: a sanitizer
// brings its own of the others.
void* operator new(std::size_t size) { return not_null(counted(size, usual)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size, usual); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return not_null(counted(size, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

std::uint64_t alea::tests::allocations() { return count; }
