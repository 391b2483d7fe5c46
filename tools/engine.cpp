// alea engine: the program as an engine that others ask, on standard input and output.
#include "tools/engine.hpp"

#include <csignal>
#include <iostream>
#include <memory>

#include "tools/commands.hpp"
#include "tools/options.hpp"

namespace alea::tools {

namespace {

struct EngineOptions {
  std::string protocol = "json";
  EnginePlayer player;
  int threads = 1;
};

void run(const EngineOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);  // a client that goes away is an error of writing
  if (options.protocol == "codecup") return serve_codecup(options.player, std::cin, std::cout);
  if (options.protocol == "ubgi") return serve_ubgi(options.player, std::cin, std::cout);
  serve_json(options.player.agent, options.threads, std::cin, std::cout);
}

/// Options of the protocols that play games.
void add_player(CLI::App& command, EnginePlayer& player) {
  command
      .add_option("--game-time", player.game_time,
                  "codecup: for all its plays of a game, such as 30s; the agent's option game_time (default agent: "
                  "alphabeta)")
      ->type_name("TIME");
  add_seed(command, player.seed, "codecup, ubgi: of what the agent draws; the same seed gives the same choices");
}

}  // namespace

void add_engine(CLI::App& app) {
  const auto options = std::make_shared<EngineOptions>();
  CLI::App* const command =
      add_command(app, "engine", "Answer another program on standard input and output", group::program);
  command
      ->add_option(
          "--protocol", options->protocol,
          "json: requests of many kinds, one object a line; codecup: one game of DVONN, a line for every play; ubgi: "
          "plays of backgammon and hypergammon")
      ->check(CLI::IsMember({"json", "codecup", "ubgi"}))
      ->type_name("P")
      ->capture_default_str();
  command
      ->add_option("--agent", options->player.agent,
                   "Who plays, or answers where a request names nobody: kind or kind:key=value,..; an unknown kind "
                   "lists them all")
      ->type_name("A")
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads,
                   "json: requests answered at the same time, 1 to 1024; 0: one per core")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  add_player(*command, options->player);
  command->footer(
      "json: {\"id\":1,\"op\":\"plays\",\"game\":\"dvonn\",\"position\":..}; op is plays, apply, evaluate, analyse, "
      "rollout,\n"
      "terminate or version, the fields are the options of that command, and answers repeat the id, in any order.\n"
      "A search is limited by time (seconds), nodes, plies or simulations as fields; one for all rolls shares time "
      "and\n"
      "nodes out among them. every: 0.5 has it tell twice a second what it has found so far, in answers with\n"
      "\"under_way\": true.\n"
      "codecup: Start is sent to White's program, then each program gets its opponent's plays (B4, H5F5, PASS) and\n"
      "answers with its own; Quit ends. White's 49th placement and first stack move are two lines in a row.\n"
      "ubgi: ubgi, isready, newgame, position gnubgid ID, dice 3 1, go -> bestmove 8/5 6/5, quit; keys lists what set "
      "sets.");
  command->callback([options] { run(*options); });
}

}  // namespace alea::tools
