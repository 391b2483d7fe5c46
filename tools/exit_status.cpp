#include "tools/exit_status.hpp"

#include <fmt/format.h>

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

/// Bytes of the visible character that `text` begins with; 0 for a control character and for what is no UTF-8.
std::size_t visible_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) == '\n' || byte(0) == '\t') return 1;
  if (byte(0) < 0x80) return byte(0) >= ' ' && byte(0) != 0x7f ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return byte(0) == 0xc2 && byte(1) < 0xa0 ? 0 : length;  // U+0080 to U+009F are controls as well
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
      std::cerr << "alea: " << readable(field + ": " + message) << '\n';
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

std::string readable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = visible_character(text);
    if (length > 0) {
      result += text.substr(0, length);
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

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
