#include "selfplay/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "engine/error.hpp"

extern char** environ;

namespace alea {

namespace {

constexpr std::size_t kept_output = 4096;

RuntimeFailure system_failure(const std::string& what, int error = errno) {
  return RuntimeFailure(what + ": " + std::system_category().message(error));
}

/// The kernel sends a child its PR_SET_PDEATHSIG when the *thread* that forked it ends. A thread of a pool may end long
/// before us, so one thread that lives as long as the process forks for all others.
class ForkingThread {
 public:
  static pid_t run(std::packaged_task<pid_t()> task) {
    static ForkingThread* const instance = new ForkingThread;  // never destroyed: its thread outlives static objects
    auto result = task.get_future();
    {
      const std::lock_guard lock(instance->mutex_);
      instance->tasks_.push_back(std::move(task));
    }
    instance->wake_.notify_one();
    return result.get();
  }

 private:
  ForkingThread() {
    std::thread([this] { loop(); }).detach();
  }

  void loop() {
    while (true) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return !tasks_.empty(); });
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::packaged_task<pid_t()>> tasks_;
};

/// Strings as execve wants them.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> merged_environment(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = std::min(text.find('='), text.size());
    variables.emplace(text.substr(0, equals), text.substr(equals));
  }
  for (const auto& [name, value] : changes) variables[name] = "=" + value;
  std::vector<std::string> result;
  for (const auto& [name, value] : variables) result.push_back(name + value);
  return result;
}

/// What the child needs between fork and exec, prepared before.
struct Execution {
  char* const* arguments;
  char* const* environment;
  const char* directory;
  int input, output;
  int status;  ///< receives errno if exec fails
  pid_t parent;
};

/// In the child: only what is safe after a fork of a threaded process. Never returns.
[[noreturn]] void become(const Execution& execution) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != execution.parent) _exit(127);  // the parent died before the line above
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  dup2(execution.input, STDIN_FILENO);
  dup2(execution.output, STDOUT_FILENO);
  dup2(execution.output, STDERR_FILENO);
  if (chdir(execution.directory) == 0) execve(execution.arguments[0], execution.arguments, execution.environment);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(execution.status, &error, sizeof error);
  _exit(127);
}

std::array<FileDescriptor, 2> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw system_failure("cannot make a pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// A socket pair where a pipe would do: writing to a dead child is then an error, not a signal.
std::array<FileDescriptor, 2> make_socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw system_failure("cannot make a socket pair");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "alea-XXXXXX").string();
  if (!mkdtemp(name.data())) throw system_failure("cannot make a temporary directory " + name);
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ChildProcess::ChildProcess(const Command& command) {
  auto arguments = command.arguments, environment = merged_environment(command.environment);
  const auto argument_pointers = pointers(arguments), environment_pointers = pointers(environment);
  auto [our_input, their_input] = make_socket_pair();
  auto [our_output, their_output] = make_pipe();
  auto [our_status, their_status] = make_pipe();
  const Execution execution{argument_pointers.data(),
                            environment_pointers.data(),
                            command.directory.c_str(),
                            their_input.get(),
                            their_output.get(),
                            their_status.get(),
                            getpid()};
  pid_ = ForkingThread::run(std::packaged_task<pid_t()>([&execution] {
    const pid_t pid = fork();
    if (pid == 0) become(execution);
    return pid > 0 ? pid : -errno;
  }));
  if (pid_ < 0) throw system_failure("cannot start " + arguments[0], -pid_);

  their_status.close();
  int error = 0;
  ssize_t got;
  while ((got = read(our_status.get(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (got > 0) {  // exec failed; a successful one closes the pipe
    waitpid(pid_, nullptr, 0);
    throw system_failure("cannot start " + arguments[0], error);
  }
  fcntl(our_output.get(), F_SETFL, O_NONBLOCK);
  input_ = std::move(our_input);
  output_ = std::move(our_output);
}

ChildProcess::~ChildProcess() {
  if (ended()) return;
  kill(-pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(input_.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw system_failure("cannot write to the program");
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool ChildProcess::ended() {
  if (!reaped_) reaped_ = waitpid(pid_, nullptr, WNOHANG) == pid_;
  return reaped_;
}

const std::string& ChildProcess::recent_output() {
  char buffer[kept_output];
  ssize_t got;
  while ((got = read(output_.get(), buffer, sizeof buffer)) > 0) {
    recent_.append(buffer, static_cast<std::size_t>(got));
    if (recent_.size() > kept_output) recent_.erase(0, recent_.size() - kept_output);
  }
  return recent_;
}

}  // namespace alea
