#include "engine/checksum.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace alea {

Checksum::Checksum() : state_(XXH3_createState()) { XXH3_64bits_reset(state_.get()); }

void Checksum::add(std::span<const std::byte> bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }

std::uint64_t Checksum::value() const { return XXH3_64bits_digest(state_.get()); }

std::string Checksum::digits() const { return fmt::format("{:016x}", value()); }

void Checksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

}  // namespace alea
