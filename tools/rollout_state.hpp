// A rollout on disk, so that a later command goes on with it.
//
//     {"alea rollout":1,"identity":{"game":..,"seed":..},"sums":[[[size, means, products], ..strata], ..positions]}
//
// Numbers are written so that they are read again bit for bit.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "search/rollout_sums.hpp"
#include "tools/output.hpp"

namespace alea::tools {

/// The sums in `file`; an empty array if there is no such file. Throws InputError("state") for what is no rollout's
/// file or another rollout's, by whatever differs in `identity`.
Json read_rollout_state(const std::filesystem::path& file, const Json& identity);

/// Writes it whole or not at all. Throws RuntimeFailure.
void write_rollout_state(const std::filesystem::path& file, const Json& identity, const Json& sums);

/// `positions` times an array of strata of `numbers` finite numbers, each stratum of as many
/// trials as its place says: else throws InputError("state").
void check_rollout_sums(const Json& sums, std::size_t positions, std::size_t numbers);

/// Keeps the sums of one rollout in a file, written at most every few seconds.
template <Game G>
class RolloutState {
 public:
  using Sums = std::vector<RolloutSums<G>>;
  using Stratum = typename RolloutSums<G>::Stratum;

  RolloutState(std::filesystem::path file, Json identity) : file_(std::move(file)), identity_(std::move(identity)) {}

  /// What was kept of so many positions; nothing if there is no file. Throws InputError("state").
  Sums read(std::size_t positions) const {
    const Json json = read_rollout_state(file_, identity_);
    if (json.empty()) return {};
    check_rollout_sums(json, positions, std::tuple_size_v<typename Stratum::Numbers>);
    Sums sums;
    for (const Json& position : json) {
      std::vector<Stratum> strata;
      for (const Json& stratum : position) strata.push_back(Stratum::from(stratum.get<typename Stratum::Numbers>()));
      sums.emplace_back(std::move(strata));
    }
    return sums;
  }

  void keep(std::span<const RolloutSums<G>> sums) {
    constexpr std::chrono::seconds pause{5};
    sums_.assign(sums.begin(), sums.end());
    if (std::chrono::steady_clock::now() - written_ >= pause) write();
  }

  /// Writes what was kept last. Throws RuntimeFailure.
  void write() {
    Json json = Json::array();
    for (const RolloutSums<G>& position : sums_) {
      Json& strata = json.emplace_back(Json::array());
      for (const Stratum& stratum : position.strata()) strata.push_back(stratum.numbers());
    }
    write_rollout_state(file_, identity_, json);
    written_ = std::chrono::steady_clock::now();
  }

 private:
  const std::filesystem::path file_;
  const Json identity_;
  Sums sums_;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace alea::tools
