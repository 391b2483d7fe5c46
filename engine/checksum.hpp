// The checksum of everything that is written to disk: xxh3-64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct XXH3_state_s;

namespace alea {

/// Of bytes fed in pieces, in order: however they are cut, the sum is the same.
class Checksum {
 public:
  Checksum();
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;
  std::string digits() const;  ///< 16 hexadecimal digits, as files and messages write it

 private:
  struct Free {
    void operator()(XXH3_state_s*) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace alea
