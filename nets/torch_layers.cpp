#include "nets/torch_layers.hpp"

#include <ATen/ATen.h>

#include <cassert>
#include <utility>

namespace alea {

FlatLayout::FlatLayout(const NetworkWeights& network) {
  for (const auto& layer : network.layers) layers_.push_back({layer.in, layer.out});
}

std::int64_t FlatLayout::size() const {
  std::int64_t size = 0;
  for (const auto& [in, out] : layers_) size += in * out + out;
  return size;
}

NetworkViews FlatLayout::views_of(const at::Tensor& flat) const {
  NetworkViews views;
  std::int64_t offset = 0;
  const auto next = [&](std::int64_t size) { return flat.narrow(0, std::exchange(offset, offset + size), size); };
  for (const auto& [in, out] : layers_) {
    const at::Tensor weight = next(in * out).view({in, out});
    views.push_back({weight, next(out)});
  }
  return views;
}

at::Tensor view_of(std::span<const float> numbers, at::IntArrayRef sizes) {
  return at::from_blob(const_cast<float*>(numbers.data()), sizes, at::kFloat);
}

std::span<float> numbers_of(const at::Tensor& t) {
  assert(t.is_cpu() && t.is_contiguous());
  return {t.data_ptr<float>(), static_cast<std::size_t>(t.numel())};
}

void copy(std::span<const float> from, const at::Tensor& to) { to.copy_(view_of(from, to.sizes())); }
void copy(const at::Tensor& from, std::span<float> to) { view_of(to, from.sizes()).copy_(from); }

void copy(const NetworkWeights& from, const NetworkViews& to) {
  for (std::size_t n = 0; n < to.size(); ++n) {
    copy(from.layers[n].weight, to[n].weight.t());
    copy(from.layers[n].bias, to[n].bias);
  }
}

void copy(const NetworkViews& from, NetworkWeights& to) {
  for (std::size_t n = 0; n < from.size(); ++n) {
    copy(from[n].weight.t(), to.layers[n].weight);
    copy(from[n].bias, to.layers[n].bias);
  }
}

std::vector<float> listed(const NetworkViews& layers) {
  std::vector<at::Tensor> parts;
  for (const auto& [weight, bias] : layers) parts.insert(parts.end(), {weight.t().reshape(-1), bias});
  const at::Tensor list = at::cat(parts).cpu();
  const std::span<const float> numbers = numbers_of(list);
  return {numbers.begin(), numbers.end()};
}

void copy_list(std::span<const float> list, const NetworkViews& to) {
  const auto take = [&](std::int64_t size) {
    const auto numbers = list.first(static_cast<std::size_t>(size));
    list = list.subspan(numbers.size());
    return numbers;
  };
  for (const auto& [weight, bias] : to) {
    copy(take(weight.numel()), weight.t());
    copy(take(bias.numel()), bias);
  }
}

}  // namespace alea
