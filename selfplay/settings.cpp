#include "selfplay/settings.hpp"

#include <algorithm>
#include <sstream>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"

namespace alea::settings {

CLI::Validator one_of(const std::vector<std::string>& names) {
  const std::string list = CLI::detail::join(names, ", ");
  return CLI::Validator(
      [=](std::string& value) -> std::string {
        if (std::find(names.begin(), names.end(), value) != names.end()) return {};
        return "expected one of " + list + ", found \"" + value.substr(0, 40) + "\"";
      },
      list);
}

CLI::Validator plain_text() {
  return CLI::Validator(
      [](std::string& value) -> std::string {
        if (value.size() <= 4096 && value.find_first_of("\"'#\n") == std::string::npos) return {};
        return "expected text without quotes, # and line ends";
      },
      "TEXT");
}

std::vector<CLI::ConfigItem> read_items(const std::filesystem::path& file) {
  std::istringstream in(read_file(file, "config", 1 << 20));
  try {
    return CLI::ConfigTOML().from_config(in);
  } catch (const CLI::ParseError& parse) {
    throw InputError("config", file.string() + ": " + parse.what());
  }
}

void set(CLI::App& app, const std::string& name, const std::vector<std::string>& values, const std::string& where) {
  CLI::Option* const option = app.get_option_no_throw("--" + name);
  if (option == nullptr) {
    throw InputError(name, where + ": unknown key; " + app.get_name() + " --help lists the keys");
  }
  try {
    option->clear();
    option->add_result(values);
    option->run_callback();
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();  // CLI11 puts "--name: " before it
    if (const std::string prefix = "--" + name + ": "; message.starts_with(prefix)) message.erase(0, prefix.size());
    throw InputError(name, where + ": " + message);
  }
}

std::vector<Override> overrides(const CLI::App& command, const std::string& group) {
  std::vector<Override> given;
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_group() != group || option->count() == 0) continue;
    given.push_back({option->get_lnames().front(), CLI::detail::join(option->results(), ",")});
  }
  return given;
}

}  // namespace alea::settings
