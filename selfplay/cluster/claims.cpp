#include "selfplay/cluster/claims.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>

#include "engine/error.hpp"

namespace alea::cluster {

namespace fs = std::filesystem;

namespace {

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) names.insert(entry.path().filename());
  return names;
}

}  // namespace

std::vector<Block> Claims::blocks_from_here(const WorkOrder& order, std::int64_t generation) const {
  std::vector<Block> blocks = order.blocks(generation);
  const std::size_t here = std::hash<std::string>{}(name_) % blocks.size();
  std::ranges::rotate(blocks, blocks.begin() + static_cast<std::ptrdiff_t>(here));
  return blocks;
}

std::optional<Claims::Choice> Claims::choose(const Exchange& exchange, const WorkOrder& order, double patience) {
  const std::set<std::string> files = names_in(exchange.folder);
  for (std::int64_t generation = order.first; generation <= order.last; ++generation) {
    for (const Block& block : blocks_from_here(order, generation)) {
      const std::string name = block_name(block);
      if (files.contains(name + ".shard") || files.contains(name + ".claim") || !claim(exchange, block)) continue;
      if (!fs::exists(exchange.shard(block))) return Choice{block, false};
      release(exchange, block);  // its shard came after we looked
    }
  }
  const auto left = oldest_claimed(files, exchange, order, patience);
  return left ? std::optional(Choice{*left, true}) : std::nullopt;
}

std::optional<Block> Claims::oldest_claimed(const std::set<std::string>& files, const Exchange& exchange,
                                            const WorkOrder& order, double patience) {
  const auto now = Clock::now();
  std::map<std::string, Clock::time_point> seen;
  std::optional<Block> choice;
  for (std::int64_t generation = order.first; generation <= order.last; ++generation) {
    for (const Block& block : blocks_from_here(order, generation)) {
      const std::string name = block_name(block);
      if (files.contains(name + ".shard") || fs::exists(exchange.shard(block))) continue;
      const auto before = seen_.find(name);
      const auto since = seen.emplace(name, before != seen_.end() ? before->second : now).first->second;
      if (!choice && std::chrono::duration<double>(now - since).count() >= patience) choice = block;
    }
  }
  if (choice) seen.erase(block_name(*choice));  // others get as long again
  seen_ = std::move(seen);
  return choice;
}

bool Claims::claim(const Exchange& exchange, const Block& block) const {
  std::FILE* const file = std::fopen(exchange.claim(block).c_str(), "wxe");
  if (file == nullptr) {
    if (errno == EEXIST) return false;
    throw RuntimeFailure("cannot write " + exchange.claim(block).string() + ": " + std::strerror(errno));
  }
  std::fputs((name_ + "\n").c_str(), file);
  std::fclose(file);
  return true;
}

void Claims::release(const Exchange& exchange, const Block& block) {
  std::error_code gone;
  fs::remove(exchange.claim(block), gone);
}

}  // namespace alea::cluster
