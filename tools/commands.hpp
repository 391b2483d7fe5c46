// The subcommands of `alea`: each add_* declares one, with its options, help and what it does.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace alea::tools {

void add_plays(CLI::App& app);
void add_apply(CLI::App& app);
void add_replay(CLI::App& app);
void add_perft(CLI::App& app);

void add_evaluate(CLI::App& app);
void add_analyse(CLI::App& app);
void add_rollout(CLI::App& app);
void add_solve(CLI::App& app);

void add_train(CLI::App& app);
void add_learn(CLI::App& app);
void add_selfplay(CLI::App& app);
void add_runs(CLI::App& app);

void add_match(CLI::App& app);
void add_rate(CLI::App& app);
void add_report(CLI::App& app);
void add_tournament(CLI::App& app);
void add_games(CLI::App& app);

void add_engine(CLI::App& app);

void add_bench(CLI::App& app);
void add_version(CLI::App& app);

}  // namespace alea::tools
