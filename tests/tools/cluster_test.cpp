// A run in several processes, through the program: a learner with a worker beside it, and what is handed to Slurm.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

constexpr const char* small_run = R"(
game = "diablo-2"
hidden = 8
games = 60
games_per_generation = 20
threads = 1
)";

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// `small_run` as a file.
class Config {
 public:
  Config() { std::ofstream(file()) << small_run; }
  std::string file() const { return folder_ / "small.toml"; }
  std::string run(const std::string& name) const { return folder_ / name; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

/// A program called sbatch that comes before any other, while this lives.
class FakeSlurm {
 public:
  explicit FakeSlurm(const std::string& script) {
    std::ofstream(folder_ / "sbatch") << "#!/bin/sh\n" << script;
    fs::permissions(folder_ / "sbatch", fs::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~FakeSlurm() { ::setenv("PATH", path_.c_str(), 1); }
  FakeSlurm(const FakeSlurm&) = delete;
  FakeSlurm& operator=(const FakeSlurm&) = delete;

 private:
  std::string path_ = std::getenv("PATH");
  TemporaryFolder folder_;
};

/// The numbers of a run's final net: its file without the header, which tells of dates and folders.
std::string final_net(const std::string& run) {
  const std::string bytes = read_file(run + "/nets/final.safetensors");
  std::uint64_t header = 0;
  if (bytes.size() < sizeof header) return "";
  std::memcpy(&header, bytes.data(), sizeof header);
  return bytes.substr(sizeof header + header);
}

}  // namespace

TEST_CASE("learn and selfplay share a run, and its net is that of train", "[tools]") {
  const Config config;
  const std::string shared = config.run("shared"), alone = config.run("alone");
  auto worker = std::async(std::launch::async, [&] {
    return run_alea({"selfplay", "--run", shared, "--patience", "1"});
  });
  const Finished learned = run_alea({"learn", config.file(), "--run", shared, "--block-games", "7"});
  const Finished played = worker.get();
  INFO(learned.err << played.err);
  REQUIRE(learned.status == 0);
  REQUIRE(played.status == 0);
  CHECK(says(learned.err, "done after 60 games (games)"));
  CHECK(says(played.err, "played 60 games in 9 blocks, 0 of them taken over from other workers; the run has ended"));

  REQUIRE(run_alea({"train", config.file(), "--run", alone}).status == 0);
  CHECK(final_net(shared).size() > 100);
  CHECK(final_net(shared) == final_net(alone));

  CHECK(run_alea({"learn", "--run", shared}).status == 0);  // it is over: there is nothing to wait for
  CHECK(says(run_alea({"selfplay", "--run", shared}).err, "played 0 games in 0 blocks"));
}

TEST_CASE("a worker that finds nothing to do leaves", "[tools]") {
  const TemporaryFolder folder;
  const Finished left = run_alea({"selfplay", "--run", folder / "run", "--patience", "0"});
  CHECK(left.status == 0);
  CHECK(says(left.err, "nothing to do for 0 minutes"));
}

TEST_CASE("learn and selfplay refuse what makes no sense", "[tools]") {
  const Config config;
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& about) {
    CAPTURE(arguments);
    const Finished finished = run_alea(arguments);
    CHECK(finished.status == 2);
    CAPTURE(finished.err);
    CHECK(says(finished.err, about));
  };
  refused({"selfplay"}, "--run");
  refused({"selfplay", "--run", "x", "--threads", "1025"}, "--threads");
  refused({"selfplay", "--run", "x", "--patience", "-1"}, "--patience");
  refused({"learn"}, "config");
  refused({"learn", "--run", config.run("none")}, "is not the folder of a run");
  refused({"learn", config.file(), "--run", config.run("run"), "--block-games", "0"}, "--block-games");
  refused({"learn", config.file(), "--run", config.run("run"), "--hidden", "x"}, "hidden");
  refused({"train", config.file(), "--run", config.run("run"), "--workers", "2"}, "--slurm");
  CHECK(!fs::exists(config.run("run") + "/nets/final.safetensors"));
}

TEST_CASE("the help of learn and selfplay names their options with defaults and units", "[tools]") {
  const std::string learn = run_alea({"learn", "--help"}).out, selfplay = run_alea({"selfplay", "--help"}).out;
  for (const char* const part : {"--run", "--games_per_generation", "Games that a worker plays at a time (default: "}) {
    CAPTURE(part);
    CHECK(says(learn, part));
  }
  for (const char* const part :
       {"--threads", "Threads that play", "=1\n", "--patience MIN", "Minutes without", "=30\n"}) {
    CAPTURE(part);
    CHECK(says(selfplay, part));
  }
}

TEST_CASE("train --slurm submits a learner, and workers that begin after it", "[tools]") {
  const Config config;
  const std::string told = config.folder() / "told", run = config.run("run");
  const FakeSlurm slurm("echo \"$@\" >> '" + told + "'; echo \"17;here\"\n");
  const Finished submitted =
      run_alea({"train", config.file(), "--run", run, "--slurm", "--workers", "3", "--worker-threads", "2"});
  INFO(submitted.err);
  REQUIRE(submitted.status == 0);
  CHECK(says(submitted.err, "submitted the learner as job 17 and 3 workers as job 17"));
  CHECK(read_file(told) == "--parsable " + run + "/slurm/learner.sh\n--parsable --array=0-2 --dependency=after:17 " +
                               run + "/slurm/workers.sh\n");
  CHECK(says(read_file(run + "/slurm/workers.sh"), "#SBATCH --cpus-per-task=2\n"));
}

TEST_CASE("train --slurm --dry-run only writes the scripts", "[tools]") {
  const Config config;
  const FakeSlurm slurm("exit 1\n");
  const Finished written = run_alea({"train", config.file(), "--run", config.run("run"), "--slurm", "--dry-run"});
  CHECK(written.status == 0);
  CHECK(fs::exists(config.run("run") + "/slurm/learner.sh"));
  CHECK(fs::exists(config.run("run") + "/slurm/workers.sh"));
}

TEST_CASE("what sbatch complains of is told", "[tools]") {
  const Config config;
  const FakeSlurm slurm("echo 'invalid partition specified' >&2; exit 1\n");
  const Finished refused = run_alea({"train", config.file(), "--run", config.run("run"), "--slurm"});
  CHECK(refused.status == 1);
  CHECK(says(refused.err, "invalid partition specified"));
}
