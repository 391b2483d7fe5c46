// The program: commands from tools/commands.hpp, and what becomes of their errors.
#include <iostream>

#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/options.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app{"alea: self-play training, matches and analysis for backgammon, DVONN and Diablo", "alea"};
  app.footer("alea COMMAND --help tells more.\n" + std::string(alea::tools::plies_help));
  using namespace alea::tools;
  for (const auto add : {add_plays,    add_apply,      add_replay,   add_perft,              //
                         add_evaluate, add_analyse,    add_rollout,  add_solve,              //
                         add_train,    add_learn,      add_selfplay, add_runs,  add_report,  //
                         add_match,    add_tournament, add_games,    add_rate,               //
                         add_engine,   add_bench,      add_version}) {
    add(app);
  }
  return exit_status(app, argc, argv);
}
