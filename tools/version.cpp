// alea version: what this program is.
#include <iostream>
#include <memory>

#include "tools/answers.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"

namespace alea::tools {

namespace {

/// The widest vector instructions that the program was compiled for.
constexpr const char* vectors =
#if defined(__AVX512F__)
    "AVX-512";
#elif defined(__AVX2__)
    "AVX2";
#else
    "baseline";
#endif

}  // namespace

Json version_json() {
  return {{"version", ALEA_VERSION}, {"build", ALEA_BUILD_TYPE}, {"compiler", __VERSION__}, {"vectors", vectors}};
}

void add_version(CLI::App& app) {
  const auto question = std::make_shared<Question>();
  CLI::App* const command =
      add_command(app, "version", "Say which version this is and how it was built", group::program);
  add_json(*command, *question);
  command->callback([question] {
    if (question->json) {
      print(version_json());
    } else {
      std::cout << "alea " ALEA_VERSION " (" ALEA_BUILD_TYPE ", " << vectors << ", compiler " __VERSION__ ")\n";
    }
  });
}

}  // namespace alea::tools
