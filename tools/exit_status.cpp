#include "tools/exit_status.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

#include "tools/output.hpp"

namespace alea::tools {

namespace {

/// "--depth: Value 0 not in range 1 to 20" is about "depth"; a message that opens with no option is about the usage.
std::string field_of(const std::string& message) {
  if (!message.starts_with("--")) return "usage";
  return message.substr(2, message.find_first_of(": =", 2) - 2);
}

class Reporter {
 public:
  Reporter(int argc, const char* const* argv)
      : as_json_(std::any_of(argv, argv + argc,
                             [](std::string_view argument) { return argument == "--json" || argument == "--batch"; })) {
  }

  int operator()(const std::string& field, const std::string& message, int status) const {
    if (as_json_) {
      print({{"error", error_json(field, message)}});
    } else {
      std::cerr << "alea: " << field << ": " << message << '\n';
    }
    std::cout.flush();
    return status;
  }

 private:
  bool as_json_;
};

void run(CLI::App& app, int argc, const char* const* argv) {
  app.parse(argc, argv);
  if (app.get_subcommands().empty()) {
    std::cout << app.help();
    throw CLI::RuntimeError(bad_input);
  }
  if (!std::cout.flush()) throw RuntimeFailure("cannot write to standard output");
}

}  // namespace

int exit_status(CLI::App& app, int argc, const char* const* argv) {
  const Reporter report(argc, argv);
  try {
    run(app, argc, argv);
    return 0;
  } catch (const CLI::RuntimeError& reported) {
    std::cout.flush();
    return reported.get_exit_code();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return report(field_of(error.what()), error.what(), bad_input);
  } catch (const InputError& error) {
    return report(error.field(), error.what(), bad_input);
  } catch (const std::exception& error) {
    return report("runtime", error.what(), failure);
  }
}

}  // namespace alea::tools
