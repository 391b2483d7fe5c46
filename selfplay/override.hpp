// A setting given on the command line, which overrides a config file.
#pragma once

#include <string>

namespace alea {

struct Override {
  std::string name;  ///< without dashes
  std::string value;
};

}  // namespace alea
