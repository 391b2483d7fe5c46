// Errors at the edges of the program: files, text, sockets.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace alea {

/// Something that came from outside is not what it must be. `field` names the part that is wrong in the words of
/// the command line and the JSON ("position", "dice", "play", a configuration key, a file); `what()` says what was
/// expected and what was found. The program ends with status 2 on it; a batch command reports it and goes on.
class InputError : public std::runtime_error {
 public:
  InputError(std::string field, const std::string& message) : std::runtime_error(message), field_(std::move(field)) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// The world failed us: a full disk, an outside program that died, a file that vanished. Status 1.
class RuntimeFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace alea
