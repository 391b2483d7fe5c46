#include "selfplay/child_process.hpp"

#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "selfplay/line_socket.hpp"
#include "selfplay/player_failure.hpp"
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

TEST_CASE("replies are read line by line, apart from errors") {
  using namespace std::chrono_literals;
  ChildProcess child(
      {.arguments = {"/bin/sh", "-c", "printf 'one\\r\\n\\ntwo\\nthr'; echo error >&2; printf 'ee\\nrest'"},
       .replies = true});
  for (const char* const line : {"one", "", "two", "three"}) CHECK(child.receive(60s) == line);
  CHECK_THROWS_AS(child.receive(60s), RuntimeFailure);  // the rest is no line
  CHECK(child.recent_output() == "error\n");
}

/// The fault with which its lines end.
Fault fault_of_lines(const ChildProcess::Command& command, std::chrono::milliseconds timeout) {
  ChildProcess child(command);
  try {
    while (true) child.receive(timeout);
  } catch (const PlayerFailure& failure) {
    return failure.fault();
  }
}

TEST_CASE("the end of its lines is a crash, silence a timeout, and more than anybody reads a flood") {
  using namespace std::chrono_literals;
  const auto fault = [](const char* script, std::chrono::milliseconds timeout = 60s) {
    return fault_of_lines({.arguments = {"/bin/sh", "-c", script}, .replies = true}, timeout);
  };
  CHECK(fault("echo one; exit 3") == Fault::crash);
  CHECK(fault("echo one; exec sleep 1000", 50ms) == Fault::timeout);
  CHECK(fault("yes >&2", 50ms) == Fault::timeout);  // however busy it keeps us
  CHECK(fault("head -c 10000000 /dev/zero") == Fault::flood);
  CHECK(fault("exec yes") == Fault::flood);
}

TEST_CASE("a child process that reads nothing is not written to for ever", "[.slow]") {
  ChildProcess child(shell("exec sleep 1000"));
  const std::string much(1 << 16, 'x');
  try {
    while (true) child.write(much);
  } catch (const PlayerFailure& failure) {
    CHECK(failure.fault() == Fault::timeout);
  }
}

TEST_CASE("what a child process leaves running ends with it") {
  using namespace std::chrono_literals;
  const TemporaryDirectory folder;
  const auto file = folder.path() / "id";
  ChildProcess child({{"/bin/sh", "-c", "sleep 1000 & echo $! > id"}, {}, folder.path()});
  REQUIRE(child.ends_within(60s));
  pid_t id = 0;
  std::ifstream(file) >> id;
  REQUIRE(id > 0);
  await([&] { return dead(id); });
}

TEST_CASE("a child process reads the end of its input when that is closed") {
  using namespace std::chrono_literals;
  ChildProcess child(shell("cat; exit 5"));
  child.close_input();
  REQUIRE(child.ends_within(60s));
  CHECK(child.ending() == "has ended with status 5");
}

TEST_CASE("the file of a child's errors does not grow without end") {
  using namespace std::chrono_literals;
  const TemporaryDirectory folder;
  const auto file = folder.path() / "errors";
  {
    ChildProcess child({.arguments = {"/bin/sh", "-c", "head -c 20000000 /dev/zero >&2; echo end >&2"},
                        .replies = true,
                        .error_file = file});
    REQUIRE(child.ends_within(60s));
    CHECK(child.recent_output().ends_with("end\n"));
  }
  CHECK(std::filesystem::file_size(file) == 1 << 24);
}

TEST_CASE("a child process that ended says how") {
  using namespace std::chrono_literals;
  const auto ending = [](const char* script) {
    ChildProcess child(shell(script));
    REQUIRE(child.ends_within(60s));
    return child.ending();
  };
  CHECK(ending("exit 7") == "has ended with status 7");
  CHECK(ending("kill -TERM $$").starts_with("was killed by signal 15 ("));
  ChildProcess child(shell("exec sleep 1000"));
  CHECK_FALSE(child.ends_within(1ms));
  CHECK(child.ending().empty());
}

TEST_CASE("lines are cut out of pieces of any size, and have a greatest length") {
  const std::string longest(LineBuffer::longest_line, 'x');
  LineBuffer buffer;
  CHECK_FALSE(buffer.next());
  for (const char c : longest + "\ny\nz") buffer.append({&c, 1});
  CHECK(buffer.next() == longest);
  CHECK(buffer.next() == "y");
  CHECK_FALSE(buffer.next());
  buffer.append(longest);
  CHECK_THROWS_AS(buffer.next(), PlayerFailure);
  LineBuffer full;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 100'000; ++i) full.append("\n");
      }(),
      PlayerFailure);
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
