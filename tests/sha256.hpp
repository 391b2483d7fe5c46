// SHA-256 for reference data that is given by its hash, by OpenSSL's libcrypto.
#pragma once

#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace alea::tests {

/// 64 lower-case hexadecimal digits.
inline std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available");
  }
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    for (const int nibble : {digest[i] >> 4, digest[i] & 15}) text += "0123456789abcdef"[nibble];
  }
  return text;
}

}  // namespace alea::tests
