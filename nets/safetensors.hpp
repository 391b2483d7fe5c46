// Named float32 tensors in one file: huggingface's safetensors format, checksummed.
//
//     8 bytes   length of the header, little-endian
//     header    JSON: {"__metadata__": {text: text}, name: {"dtype": "F32", "shape": [..], "data_offsets": [begin,
//     end]}, ..} tensors   raw little-endian floats, without gaps, in the order of their offsets
//
// `checksum` in the metadata is the xxh3-64 of the whole file with the checksum's own 16 hexadecimal digits read as
// zeros, so no flipped bit goes unseen.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace alea {

/// A tensor to be written; the numbers belong to the caller.
struct TensorView {
  std::string name;
  std::vector<std::int64_t> shape;
  std::span<const float> numbers;
};

/// A tensor that was read.
struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<float> numbers;
};

using Metadata = std::map<std::string, std::string>;

struct TensorFile {
  Metadata metadata;  ///< without the checksum
  std::map<std::string, Tensor> tensors;
};

/// Throws InputError(field) that names the file and says what was expected and what was found: missing, truncated, too
/// long, not of this format, a wrong checksum, numbers that are not finite. Never allocates more than about the file's
/// own size, of which 4 GiB is the greatest.
TensorFile read_tensors(const std::filesystem::path& file, const std::string& field);

/// Takes metadata and tensors out of a file that was read; what is missing or does not fit is an InputError(field).
class TensorTaker {
 public:
  TensorTaker(const std::filesystem::path& file, const std::string& field);

  std::string text(const std::string& key);
  std::int64_t number(const std::string& key);  ///< 0 or more
  bool has(const std::string& tensor) const { return content_.tensors.contains(tensor); }
  Tensor tensor(const std::string& name, std::size_t dimensions);

  /// `format` in the metadata must be this.
  void expect_format(const std::string& format);
  /// The metadata that nobody took. Tensors that nobody took are an error.
  Metadata rest();

  [[noreturn]] void fail(const std::string& expected, const std::string& found) const;

 private:
  std::filesystem::path file_;
  std::string field_;
  TensorFile content_;
};

/// Replaces `file` atomically (engine/atomic_file.hpp).
void write_tensors(const std::filesystem::path& file, const Metadata& metadata, std::span<const TensorView> tensors);

}  // namespace alea
