// Base64 without padding, as Position IDs and Match IDs use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/error.hpp"

namespace alea::backgammon {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// By character: its digit, or 64.
inline constexpr auto base64_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < 64; ++i)
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

/// Length of the text of `bytes` bytes.
constexpr std::size_t base64_length(std::size_t bytes) { return (bytes * 8 + 5) / 6; }

template <std::size_t bytes>
std::string encode_base64(const std::array<std::uint8_t, bytes>& data) {
  std::string text;
  unsigned buffer = 0;
  int bits = 0;
  for (const std::uint8_t byte : data) {
    buffer = buffer << 8 | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += base64_digits[buffer >> (bits - 6) & 63];
  }
  if (bits > 0) text += base64_digits[buffer << (6 - bits) & 63];
  return text;
}

/// `what` ("Position ID") names the text in errors, which are InputError("position").
template <std::size_t bytes>
std::array<std::uint8_t, bytes> decode_base64(std::string_view text, const char* what) {
  const auto fail = [&](const std::string& found) {
    return InputError("position", "expected a " + std::string(what) + " of " + std::to_string(base64_length(bytes)) +
                                      " base64 characters, found " + found);
  };
  if (text.size() != base64_length(bytes)) throw fail(std::to_string(text.size()) + " characters");
  std::array<std::uint8_t, bytes> data{};
  unsigned buffer = 0;
  int bits = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned digit = base64_values[static_cast<unsigned char>(text[i])];
    if (digit == 64) throw fail("another character at place " + std::to_string(i + 1));
    buffer = buffer << 6 | digit;
    bits += 6;
    if (bits >= 8) data[n++] = static_cast<std::uint8_t>(buffer >> (bits -= 8));
  }
  if (buffer & ((1u << bits) - 1)) throw fail("bits set after the last byte");
  return data;
}

}  // namespace alea::backgammon
