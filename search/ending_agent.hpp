// The agent that knows DVONN's endings and nothing else.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>

#include "search/agent.hpp"
#include "search/alphabeta_ending.hpp"

namespace alea {

/// Plays and values positions by proof alone (search/dvonn_solver.hpp), and throws InputError("agent") where the limits
/// do not suffice for one.
class EndingAgent final : public Agent<Dvonn> {
 public:
  EndingAgent(const Limits& limits, std::size_t table_mib)
      : limits_(limits), table_mib_(table_mib), ending_(table_mib) {}

  std::unique_ptr<Agent<Dvonn>> clone() const override { return std::make_unique<EndingAgent>(limits_, table_mib_); }
  void start_game() override { ending_.forget(); }
  void stop_when(const std::atomic<bool>& stop) override { limits_.stop = &stop; }

  std::size_t choose(const dvonn::Position& position, const NoDice&, const PlayList<Dvonn>& plays, Random&) override {
    if (plays.size() == 1) return 0;
    const auto best = std::ranges::find(plays.plays(), prove(position, 1).candidates.front().play);
    return static_cast<std::size_t>(best - plays.plays().begin());
  }

  RollerValue<Dvonn> evaluate(const dvonn::Position& position) override {
    if (const auto result = Dvonn::result(position)) return *result;
    return seen_by_roller<Dvonn>(prove(position, 1).candidates.front().value);
  }

  Report<Dvonn> analyse(const dvonn::Position& position, const NoDice&) override {
    return prove(position, std::numeric_limits<std::size_t>::max());
  }

 private:
  Report<Dvonn> prove(const dvonn::Position& position, std::size_t best) {
    if (position.phase() == dvonn::Phase::movement) {
      if (auto report = ending_.prove(position, limits_, best)) return *std::move(report);
    }
    throw InputError("agent", "exact: no proof of " + Dvonn::format_position(position, Side::first) +
                                  " within the limits; more time (exact:time=60s) or fewer stacks are needed");
  }

  Limits limits_;
  std::size_t table_mib_;
  ExactEnding<Dvonn> ending_;
};

}  // namespace alea
