#include "nets/safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/atomic_file.hpp"
#include "engine/checksum.hpp"
#include "engine/error.hpp"

namespace alea {

namespace {

static_assert(std::endian::native == std::endian::little, "tensor files are little-endian");

using Json = nlohmann::json;

constexpr std::uint64_t greatest_header = 1 << 20;
constexpr std::uint64_t greatest_file = std::uint64_t{4} << 30;
constexpr std::size_t most_dimensions = 4;

constexpr std::string_view checksum_key = "\"checksum\":\"";
constexpr std::string_view blank_checksum = "0000000000000000";

using LengthBytes = std::array<std::byte, 8>;

/// Where the digits of the checksum stand in a header. The quotes of the key cannot occur inside a JSON text.
std::size_t checksum_position(std::string_view header) {
  const std::size_t key = header.find(checksum_key);
  return key == std::string_view::npos ? key : key + checksum_key.size();
}

LengthBytes length_bytes(std::uint64_t length) { return std::bit_cast<LengthBytes>(length); }

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

Json header_of(const Metadata& metadata, std::span<const TensorView> tensors) {
  Json header;
  header["__metadata__"] = metadata;
  header["__metadata__"]["checksum"] = blank_checksum;
  std::uint64_t offset = 0;
  for (const auto& tensor : tensors) {
    const std::uint64_t end = offset + tensor.numbers.size_bytes();
    header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  return header;
}

/// One read of one file: everything that can be wrong with it is said with its name.
class Reader {
 public:
  Reader(const std::filesystem::path& file, const std::string& field)
      : file_(file), field_(field), in_(file, std::ios::binary) {}

  TensorFile read() {
    const Json header = read_header();
    TensorFile result;
    if (!header.is_object() || !header.contains("__metadata__")) fail("a header with __metadata__", "none");
    for (const auto& [key, text] : header["__metadata__"].items()) {
      if (!text.is_string()) fail("text in the metadata", key);
      if (key != "checksum") result.metadata[key] = text.get<std::string>();
    }
    for (const auto& placed : placed_tensors(header)) result.tensors[placed.name] = read_tensor(placed);
    if (const std::string found = checksum_.digits(); found != expected_checksum_) {
      fail("checksum " + expected_checksum_, found);
    }
    for (const auto& [name, tensor] : result.tensors) check_finite(name, tensor);
    return result;
  }

 private:
  struct PlacedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;  ///< in bytes
  };

  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    throw InputError(field_, fmt::format("{}: expected {}, found {}", file_.string(), expected, found));
  }

  void read_bytes(void* to, std::uint64_t size) {
    if (!in_.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) fail("a readable file", "an error");
  }

  std::uint64_t file_size() const {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file_, error)) fail("a file", error ? error.message() : "something else");
    const std::uint64_t size = std::filesystem::file_size(file_, error);
    if (error || !in_) fail("a readable file", error ? error.message() : "one that cannot be opened");
    return size;
  }

  Json read_header() {
    const std::uint64_t size = file_size();
    LengthBytes bytes;
    if (size < bytes.size()) fail("at least 8 bytes", fmt::format("{}", size));
    if (size > greatest_file) fail(fmt::format("at most {} bytes", greatest_file), fmt::format("{}", size));
    read_bytes(bytes.data(), bytes.size());
    checksum_.add(bytes);
    const auto length = std::bit_cast<std::uint64_t>(bytes);
    const std::uint64_t most = std::min(greatest_header, size - bytes.size());
    if (length > most) fail(fmt::format("a header of at most {} bytes", most), fmt::format("a length of {}", length));
    data_size_ = size - bytes.size() - length;

    std::string text(length, '\0');
    read_bytes(text.data(), length);
    const std::size_t at = checksum_position(text);
    if (at == std::string::npos || at + blank_checksum.size() > text.size()) fail("a checksum", "none");
    expected_checksum_ = text.substr(at, blank_checksum.size());
    std::ranges::copy(blank_checksum, text.begin() + static_cast<std::ptrdiff_t>(at));
    checksum_.add(bytes_of(text));

    Json header = Json::parse(text, nullptr, false);
    if (header.is_discarded()) fail("a JSON header", "something else");
    return header;
  }

  /// The tensors of the header by offset; together they must fill the rest of the file.
  std::vector<PlacedTensor> placed_tensors(const Json& header) const {
    std::vector<PlacedTensor> tensors;
    for (const auto& [name, entry] : header.items()) {
      if (name != "__metadata__") tensors.push_back(placed_tensor(name, entry));
    }
    std::ranges::sort(tensors, {}, [](const PlacedTensor& t) { return std::pair(t.begin, t.size); });
    std::uint64_t offset = 0;
    for (const auto& tensor : tensors) {
      if (tensor.begin != offset) fail("tensors without gaps", fmt::format("{} at {}", tensor.name, tensor.begin));
      offset += tensor.size;
    }
    if (offset != data_size_) fail(fmt::format("{} bytes of tensors", offset), fmt::format("{}", data_size_));
    return tensors;
  }

  PlacedTensor placed_tensor(const std::string& name, const Json& entry) const {
    PlacedTensor tensor{name, {}, 0, sizeof(float)};
    try {
      if (entry.at("dtype") != "F32") fail("F32 in " + name, entry.at("dtype").dump());
      const Json& shape = entry.at("shape");
      if (!shape.is_array() || shape.size() > most_dimensions) fail("at most 4 dimensions in " + name, "another shape");
      for (const Json& length : shape) {
        if (!length.is_number_unsigned()) fail("lengths in the shape of " + name, length.dump());
        const auto n = length.get<std::uint64_t>();
        if (n == 0 || n > data_size_ / tensor.size) fail("a shape within the file in " + name, shape.dump());
        tensor.size *= n;
        tensor.shape.push_back(static_cast<std::int64_t>(n));
      }
      const Json& offsets = entry.at("data_offsets");
      if (!offsets.at(0).is_number_unsigned() || !offsets.at(1).is_number_unsigned()) {
        fail("offsets in " + name, offsets.dump());
      }
      tensor.begin = offsets.at(0).get<std::uint64_t>();
      const auto end = offsets.at(1).get<std::uint64_t>();
      if (end < tensor.begin || end - tensor.begin != tensor.size) {
        fail(fmt::format("{} bytes in {}", tensor.size, name), offsets.dump());
      }
    } catch (const Json::exception& error) {
      fail("a tensor of the safetensors format in " + name, error.what());
    }
    return tensor;
  }

  Tensor read_tensor(const PlacedTensor& placed) {
    Tensor tensor{placed.shape, std::vector<float>(placed.size / sizeof(float))};
    read_bytes(tensor.numbers.data(), placed.size);
    checksum_.add(std::as_bytes(std::span(tensor.numbers)));
    return tensor;
  }

  void check_finite(const std::string& name, const Tensor& tensor) const {
    const auto bad = std::ranges::find_if(tensor.numbers, [](float x) { return !std::isfinite(x); });
    if (bad != tensor.numbers.end()) fail("finite numbers in " + name, fmt::format("{}", *bad));
  }

  const std::filesystem::path& file_;
  const std::string& field_;
  std::ifstream in_;
  std::uint64_t data_size_ = 0;
  std::string expected_checksum_;
  Checksum checksum_;
};

}  // namespace

TensorFile read_tensors(const std::filesystem::path& file, const std::string& field) {
  return Reader(file, field).read();
}

TensorTaker::TensorTaker(const std::filesystem::path& file, const std::string& field)
    : file_(file), field_(field), content_(read_tensors(file, field)) {}

void TensorTaker::fail(const std::string& expected, const std::string& found) const {
  throw InputError(field_, fmt::format("{}: expected {}, found {}", file_.string(), expected, found));
}

std::string TensorTaker::text(const std::string& key) {
  const auto node = content_.metadata.extract(key);
  if (node.empty()) fail(key + " in the metadata", "none");
  return node.mapped();
}

std::int64_t TensorTaker::number(const std::string& key) {
  const std::string digits = text(key);
  const char* const end = digits.data() + digits.size();
  std::int64_t n = -1;
  const auto parsed = std::from_chars(digits.data(), end, n);
  if (parsed.ec != std::errc() || parsed.ptr != end || n < 0) fail("a number as " + key, digits);
  return n;
}

Tensor TensorTaker::tensor(const std::string& name, std::size_t dimensions) {
  auto node = content_.tensors.extract(name);
  if (node.empty()) fail("a tensor " + name, "none");
  if (const std::size_t found = node.mapped().shape.size(); found != dimensions) {
    fail(fmt::format("{} dimensions in {}", dimensions, name), fmt::format("{}", found));
  }
  return std::move(node.mapped());
}

void TensorTaker::expect_format(const std::string& format) {
  if (const std::string found = text("format"); found != format) fail("format " + format, found);
}

Metadata TensorTaker::rest() {
  if (!content_.tensors.empty()) fail("no other tensors", content_.tensors.begin()->first);
  return std::move(content_.metadata);
}

void write_tensors(const std::filesystem::path& file, const Metadata& metadata, std::span<const TensorView> tensors) {
  std::string header = header_of(metadata, tensors).dump(-1, ' ', false, Json::error_handler_t::replace);
  while (header.size() % 8 != 0) header += ' ';  // as the reference implementation aligns its tensors
  const LengthBytes length = length_bytes(header.size());

  std::vector<std::span<const std::byte>> pieces{length, bytes_of(header)};
  for (const auto& tensor : tensors) pieces.push_back(std::as_bytes(tensor.numbers));
  Checksum checksum;
  for (const auto piece : pieces) checksum.add(piece);
  const std::string digits = checksum.digits();
  std::ranges::copy(digits, header.begin() + static_cast<std::ptrdiff_t>(checksum_position(header)));
  write_atomically(file, pieces);
}

}  // namespace alea
