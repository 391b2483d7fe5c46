// Where games of a match start: positions from a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.hpp"

namespace alea {

/// The lines of a text file with their numbers, from 1, without those that are blank or open with #. Throws
/// InputError("openings") that names the file where it cannot be read, has none, or is larger than 64 MiB.
std::vector<std::pair<int, std::string>> read_opening_lines(const std::filesystem::path& file);

/// A position a line, as G reads it, with the side to move; not finished, and before the roll. Throws
/// InputError("openings") that names file and line.
template <Game G>
std::vector<Situation<G>> read_openings(const std::filesystem::path& file) {
  std::vector<Situation<G>> openings;
  for (const auto& [number, line] : read_opening_lines(file)) {
    const auto refuse = [&, &number = number](const std::string& why) {
      return InputError("openings", file.string() + ", line " + std::to_string(number) + ": " + why);
    };
    try {
      openings.push_back(G::parse_position(line));
    } catch (const InputError& error) {
      throw refuse(error.what());
    }
    if (openings.back().roll) throw refuse("expected a position before the roll, found one with dice");
    if (G::finished(openings.back().position)) throw refuse("expected a position to play from, found a finished one");
  }
  return openings;
}

/// Where game or pair number `unit` begins: at the openings in turn, round and round. Null: at the game's own start.
template <Game G>
const Situation<G>* opening_of(std::span<const Situation<G>> openings, std::int64_t unit) {
  return openings.empty() ? nullptr : &openings[static_cast<std::size_t>(unit) % openings.size()];
}

}  // namespace alea
