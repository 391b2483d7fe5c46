#include "selfplay/child_process.hpp"

#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "engine/error.hpp"
#include "selfplay/line_socket.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

/// Gone, or dead and waiting for a parent to notice.
bool dead(pid_t id) {
  std::ifstream stat("/proc/" + std::to_string(id) + "/stat");
  std::string line;
  if (!std::getline(stat, line)) return true;
  return line[line.rfind(')') + 2] == 'Z';
}

/// Waits for what must come.
template <class Condition>
void await(Condition&& condition) {
  for (int i = 0; i < 20'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(condition());
}

ChildProcess::Command shell(const std::string& script) { return {{"/bin/sh", "-c", script}}; }

TEST_CASE("a child process ends with its owner") {
  pid_t id;
  {
    const ChildProcess child(shell("exec sleep 1000"));
    id = child.id();
    CHECK_FALSE(dead(id));
  }
  CHECK(dead(id));
}

TEST_CASE("a child process outlives the thread that started it", "[threads]") {
  std::optional<ChildProcess> child;
  std::thread([&] { child.emplace(shell("exec cat")); }).join();
  // Were its death tied to that thread it would be dead or dying by now: it
  // must still answer.
  child->write("alive\n");
  await([&] { return child->recent_output() == "alive\n"; });
  CHECK_FALSE(child->ended());
}

TEST_CASE("starts a child and dies", "[.]") {
  const char* const file = std::getenv("ALEA_TEST_FILE");
  if (!file) return;  // run by hand: only the next test wants this
  ChildProcess child(shell("exec sleep 1000"));
  std::ofstream(file) << child.id() << std::endl;
  raise(SIGKILL);
}

TEST_CASE("a child process dies with a parent that is killed") {
  const TemporaryDirectory folder;
  const std::string file = folder.path() / "id";
  ChildProcess parent({{"/proc/self/exe", "starts a child and dies"}, {{"ALEA_TEST_FILE", file}}});
  await([&] { return parent.ended(); });
  pid_t id = 0;
  std::ifstream(file) >> id;
  REQUIRE(id > 0);
  await([&] { return dead(id); });
}

TEST_CASE("of a talkative child process the end is kept, and it never has to wait") {
  ChildProcess child(
      shell("i=0; while [ $i -lt 20000 ]; do echo line $i; "
            "i=$((i+1)); done; echo done >&2"));
  await([&] { return child.recent_output().ends_with("done\n"); });
  CHECK(child.recent_output().size() <= 4096);
}

TEST_CASE("a child process has the directory and the environment that it is given") {
  const TemporaryDirectory folder;
  ChildProcess child(
      {{"/bin/sh", "-c", "pwd; echo $ALEA_TEST_VARIABLE"}, {{"ALEA_TEST_VARIABLE", "value"}}, folder.path()});
  await([&] { return child.ended(); });
  CHECK(child.recent_output() == folder.path().string() + "\nvalue\n");
}

TEST_CASE("a program that cannot be started is an error that names it") {
  try {
    ChildProcess({{"/no/such/program"}});
    FAIL("no error");
  } catch (const RuntimeFailure& error) {
    CHECK(std::string(error.what()).find("/no/such/program") != std::string::npos);
  }
}

TEST_CASE("writing to a child process that has ended is an error, not a signal") {
  ChildProcess child(shell("exit 0"));
  await([&] { return child.ended(); });
  CHECK_THROWS_AS(child.write("hello\n"), RuntimeFailure);
}

TEST_CASE("a temporary directory vanishes with its content") {
  std::filesystem::path path;
  {
    const TemporaryDirectory folder;
    path = folder.path();
    std::ofstream(path / "file") << "content";
    CHECK(std::filesystem::exists(path / "file"));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("nobody listens at a socket that does not exist") {
  const TemporaryDirectory folder;
  CHECK_FALSE(LineSocket::connect(folder.path() / "socket"));
  CHECK_THROWS_AS(LineSocket::connect(folder.path() / std::string(200, 'x')), RuntimeFailure);
}

}  // namespace
}  // namespace alea
