#include "selfplay/gnubg.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "search/random_agent.hpp"
#include "selfplay/child_process.hpp"
#include "selfplay/match.hpp"
#include "selfplay/player_failure.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/program_is.hpp"
#include "tests/vectors.hpp"

namespace alea {
namespace {

using namespace std::chrono_literals;
using G = Backgammon;

bool skip_without_gnubg() {
  if (!gnubg_installed()) WARN("skipped: GNU Backgammon is not installed (apt-get install gnubg)");
  return !gnubg_installed();
}

/// A program that is started and asked like GNU Backgammon and does what a test
/// wants.
class Fake {
 public:
  explicit Fake(const std::string& script) : program_((write(script), file())) {}

  /// Answers with what the Perl expression says: $line is the question, $socket
  /// the connection.
  static Fake answering(const std::string& perl) {
    return Fake(R"(#!/usr/bin/perl
use Socket;
$| = 1;
my $path = "";
while ($path eq "") { <STDIN> =~ /^external (.*)/ and $path = $1; }
my ($listener, $socket);
socket($listener, AF_UNIX, SOCK_STREAM, 0) && bind($listener, pack_sockaddr_un($path)) && listen($listener, 1)
  or die "cannot listen at $path: $!";
accept($socket, $listener) or die;
select($socket);
$| = 1;
while (my $line = <$socket>) { print $socket ()" +
                perl + R"(); }
sleep 1000;
)");
  }

  static Fake answering_line(const char* line) { return answering(std::string("'") + line + "'.\"\\n\""); }

  static bool possible() {
    const bool perl = std::filesystem::exists("/usr/bin/perl");
    if (!perl) WARN("skipped: the stand-in for GNU Backgammon needs /usr/bin/perl");
    return perl;
  }

 private:
  std::string file() const { return folder_.path() / "gnubg"; }
  void write(const std::string& script) const {
    std::ofstream(file()) << script;
    std::filesystem::permissions(file(), std::filesystem::perms::owner_all);
  }

  TemporaryDirectory folder_;
  tests::ProgramIs program_;
};

/// The choice at the start with 3-1.
std::size_t choose_opening(Agent<G>& agent, PlayList<G>& plays) {
  Random random(1, Purpose::test);
  G::plays(G::start(), {3, 1}, plays);
  return agent.choose(G::start(), {3, 1}, plays, random);
}

/// The message of the RuntimeFailure with which a fresh agent does `what`.
template <class What>
std::string failure_of(What&& what, const GnubgOptions& options = {}) {
  const auto agent = make_gnubg_agent(options);
  try {
    what(*agent);
  } catch (const RuntimeFailure& error) {
    return error.what();
  }
  return "no failure";
}

std::string failure_of_choice(const GnubgOptions& options = {}) {
  PlayList<G> plays;
  return failure_of([&](Agent<G>& agent) { choose_opening(agent, plays); }, options);
}

#define CHECK_CONTAINS(text, part)                 \
  do {                                             \
    INFO(text);                                    \
    CHECK((text).find(part) != std::string::npos); \
  } while (false)

TEST_CASE("GNU Backgammon's static evaluations arrive as it gives them") {
  const auto file = tests::vector_file("backgammon/eval_gnubg0.tsv");
  if (skip_without_gnubg()) return;
  if (file.empty()) {
    WARN("skipped: no backgammon/eval_gnubg0.tsv");
    return;
  }
  const auto agent = make_gnubg_agent();
  const auto rows = tests::read_rows(file);
  REQUIRE(rows.size() == 1500);
  double sum = 0, greatest = 0;
  for (const auto& row : rows) {
    const auto value = agent->evaluate(G::parse_position(row[0]).position);
    const double win_g = value[G::win_gammon] + value[G::win_backgammon];
    const double lose_g = value[G::lose_gammon] + value[G::lose_backgammon];
    const double found[] = {value[G::win_single] + win_g, win_g,
                            value[G::win_backgammon],     lose_g,
                            value[G::lose_backgammon],    Utility<G>{}(value)};
    for (std::size_t i = 0; i < 6; ++i) {
      const double difference = std::abs(found[i] - std::stod(row[i + 1]));
      sum += difference;
      greatest = std::max(greatest, difference);
    }
  }
  // Its vector code divides by approximate reciprocals, whose last bits differ between makes of processors.
  CHECK(greatest < 3e-3);
  CHECK(sum / (6 * 1500) < 1e-4);
}

TEST_CASE("GNU Backgammon plays the opening that it likes best in an analysis") {
  if (skip_without_gnubg()) return;
  const auto agent = make_gnubg_agent();
  PlayList<G> plays;
  const std::size_t chosen = choose_opening(*agent, plays);
  CHECK(chosen == G::find_play(G::start(), {3, 1}, plays, "8/5 6/5"));

  const auto report = agent->analyse(G::start(), {3, 1});
  CHECK(report.candidates.size() == plays.size());
  CHECK(report.candidates[0].after == plays.position(chosen));
  CHECK(report.candidates[0].utility >= report.candidates[1].utility);
}

TEST_CASE("GNU Backgammon plays whole games legally, and beats random play") {
  if (skip_without_gnubg()) return;
  for (const int plies : {0, 1}) {
    const auto agent = make_gnubg_agent({.plies = plies});
    const RandomAgent<G> random;
    const auto report =
        play_match<G>({"gnubg", *agent}, {"random", random}, {.games = plies == 0 ? 60 : 4, .threads = 2});
    CHECK(report.cut == 0);
    CHECK(report.score.mean() > 1);
  }
}

TEST_CASE("the value of a finished position is its result, not a guess") {
  if (skip_without_gnubg()) return;
  backgammon::Position position;
  position.own.add(1);  // one checker left, the opponent is off: a single game is lost
  REQUIRE(G::finished(position));
  CHECK(make_gnubg_agent()->evaluate(position) == *G::result(position));
}

TEST_CASE("a missing GNU Backgammon is an input error that says what to install") {
  const tests::ProgramIs nothing("/no/such/gnubg");
  CHECK_FALSE(gnubg_installed());
  try {
    make_gnubg_agent();
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.field() == "agent");
    CHECK_CONTAINS(std::string(error.what()), "apt-get install gnubg");
  }
}

TEST_CASE("plies out of range are an input error") {
  const tests::ProgramIs something("/bin/true");
  CHECK_THROWS_AS(make_gnubg_agent({.plies = -1}), InputError);
  CHECK_THROWS_AS(make_gnubg_agent({.plies = 5}), InputError);
}

TEST_CASE("a program that ends before it listens is reported with what it printed") {
  const Fake fake("#!/bin/sh\necho no weights file >&2\nexit 3\n");
  const std::string failure = failure_of_choice();
  CHECK_CONTAINS(failure, "did not start");
  CHECK_CONTAINS(failure, "no weights file");
}

TEST_CASE("a program that never listens is given up") {
  const Fake fake("#!/bin/sh\nexec sleep 1000\n");
  CHECK_CONTAINS(failure_of_choice({.start_timeout = 50ms}), "did not start in time");
}

TEST_CASE("replies that are no legal play are failures that show question and reply") {
  if (!Fake::possible()) return;
  for (const char* const reply : {"6/1", "8/5", "hello", "Error: syntax error", "24/off 13/off"}) {
    const Fake fake = Fake::answering_line(reply);
    const std::string failure = failure_of_choice();
    CHECK_CONTAINS(failure, std::string("its reply \"") + reply + "\"");
    CHECK_CONTAINS(failure, "board:A:B:0:0:0:0:-2:0:");
  }
}

TEST_CASE("an empty reply is a pass, which must be legal") {
  if (!Fake::possible()) return;
  const Fake fake = Fake::answering("\"\\n\"");
  CHECK_CONTAINS(failure_of_choice(), "is no legal play");

  // On the bar against a closed board.
  backgammon::Position position;
  position.own.add(1u << 24);
  for (int i = 0; i < 2; ++i) position.their.add(backgammon::home_mask);
  PlayList<G> plays;
  G::plays(position, {6, 5}, plays);
  Random random(1, Purpose::test);
  CHECK(make_gnubg_agent()->choose(position, {6, 5}, plays, random) == 0);
}

TEST_CASE("a reply without end, a closed connection and silence are failures") {
  if (!Fake::possible()) return;
  {
    const Fake fake = Fake::answering("'x' x 100000");
    CHECK_CONTAINS(failure_of_choice(), "more than 4096 bytes");
  }
  {
    const Fake fake = Fake::answering("(print STDERR 'crashed'), kill('KILL', $$)");
    const std::string failure = failure_of_choice();
    CHECK_CONTAINS(failure, "crashed");
  }
  {
    const Fake fake = Fake::answering("''");
    CHECK_CONTAINS(failure_of_choice({.reply_timeout = 50ms}), "no reply within 0.05");
  }
}

/// A stand-in that listens at a port of this machine and gives the one client that it takes the same reply to whatever
/// it asks.
class Listener {
 public:
  explicit Listener(std::string reply) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const auto place = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(socket_.get(), place, size) == 0);
    REQUIRE(::listen(socket_.get(), 1) == 0);
    REQUIRE(::getsockname(socket_.get(), place, &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, reply = std::move(reply)] { serve(reply); });
  }
  ~Listener() {
    ::shutdown(socket_.get(), SHUT_RDWR);  // ends an accept that waits
    thread_.join();
  }

  int port() const { return port_; }

 private:
  void serve(const std::string& reply) {
    const FileDescriptor client(::accept(socket_.get(), nullptr, nullptr));
    char byte;
    while (::read(client.get(), &byte, 1) == 1) {
      if (byte == '\n' && ::send(client.get(), reply.data(), reply.size(), MSG_NOSIGNAL) < 0) return;
    }
  }

  FileDescriptor socket_;
  int port_ = 0;
  std::thread thread_;
};

TEST_CASE("a program that runs already answers all clones over one connection") {
  const tests::ProgramIs nothing("/no/such/gnubg");
  const Listener listener("8/5 6/5\n");
  const auto agent = make_gnubg_agent({.port = listener.port()});
  const auto clone = agent->clone();
  PlayList<G> plays;
  for (Agent<G>* const who : {agent.get(), clone.get(), agent.get()}) {
    who->start_game();
    const std::size_t chosen = choose_opening(*who, plays);
    CHECK(chosen == G::find_play(G::start(), {3, 1}, plays, "8/5 6/5"));
  }
}

TEST_CASE("a port at which nobody listens, and a host that nobody knows, are failures that say so") {
  int port = 0;
  { port = Listener("").port(); }
  const std::string failure = failure_of_choice({.port = port});
  CHECK_CONTAINS(failure, "GNU Backgammon at 127.0.0.1:" + std::to_string(port) + ": nobody listens there");
  CHECK_CONTAINS(failure_of_choice({.host = "256.256.256.256", .port = port}), "cannot find the host");
}

TEST_CASE("each kind of failure of GNU Backgammon has its name") {
  const auto fault = [](const std::string& reply, std::chrono::milliseconds timeout = 60s) {
    const Listener listener(reply);
    const auto agent = make_gnubg_agent({.port = listener.port(), .reply_timeout = timeout});
    PlayList<G> plays;
    try {
      choose_opening(*agent, plays);
    } catch (const PlayerFailure& failure) {
      return failure.fault();
    }
    throw std::logic_error("no failure");
  };
  CHECK(fault("6/1\n") == Fault::illegal_play);
  CHECK(fault(std::string(100'000, 'x')) == Fault::flood);
  CHECK(fault("", 50ms) == Fault::timeout);
}

TEST_CASE("replies that are no evaluation are failures") {
  if (!Fake::possible()) return;
  for (const char* const reply : {"", "0.5 0.1", "0.5 0.1 0 0.1 0", "1.5 0 0 0 0 0", "nan 0 0 0 0 0", "a b c d e f"}) {
    CAPTURE(reply);
    const Fake fake = Fake::answering_line(reply);
    CHECK_CONTAINS(failure_of([](Agent<G>& agent) { agent.evaluate(G::start()); }), "is no evaluation");
  }
}

}  // namespace
}  // namespace alea
