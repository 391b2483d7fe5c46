// Finds and loads the module that holds LibTorch, so that programs which only play start without it.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "engine/error.hpp"
#include "nets/learner.hpp"

namespace alea {

namespace {

namespace fs = std::filesystem;

/// $ALEA_LEARNER, else beside the program, else in the folder above it (where the tests' programs find it).
fs::path module_file() {
  if (const char* const variable = std::getenv("ALEA_LEARNER")) return variable;
  const fs::path name = "libalea-learner.so";
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path above = folder.parent_path() / name;
  return !fs::exists(folder / name, error) && fs::exists(above, error) ? above : folder / name;
}

/// The module's factory. It stays loaded: LibTorch does not survive being unloaded.
LearnerFactory load_factory() {
  const fs::path file = module_file();
  void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr)
    throw RuntimeFailure(fmt::format("cannot load the learner {}: {}", file.string(), ::dlerror()));
  void* const symbol = ::dlsym(module, learner_factory_name);
  if (symbol == nullptr) {
    throw RuntimeFailure(
        fmt::format("{} is not the learner of this version: it lacks {}", file.string(), learner_factory_name));
  }
  return reinterpret_cast<LearnerFactory>(symbol);
}

}  // namespace

std::unique_ptr<Learner> make_learner(const NetworkShape& shape, const LearnerOptions& options) {
  static const LearnerFactory factory = load_factory();
  return std::unique_ptr<Learner>(factory(shape, options));
}

}  // namespace alea
