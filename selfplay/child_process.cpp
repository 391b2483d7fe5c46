#include "selfplay/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "selfplay/player_failure.hpp"

extern char** environ;

namespace alea {

namespace {

constexpr std::size_t kept_output = 4096;
constexpr int pipe_buffers = 16;  ///< buffers of that size that a pipe holds
constexpr off_t largest_error_file = off_t{1} << 24;

/// How long a program may leave unread what it is sent, once the socket's buffer is full.
constexpr timeval longest_write{.tv_sec = 10, .tv_usec = 0};

/// How long a program that has closed its output may take to end, before we say only that it closed it.
constexpr std::chrono::milliseconds death_after_silence{200};

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
  rlim_t memory;  ///< 0: no limit
  int input, output, errors;
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
  dup2(execution.errors, STDERR_FILENO);
  const rlimit memory{execution.memory, execution.memory};
  if (execution.memory > 0) setrlimit(RLIMIT_AS, &memory);
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
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &longest_write, sizeof longest_write);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

FileDescriptor open_to_append(const std::filesystem::path& file) {
  FileDescriptor opened(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (opened.get() < 0) throw system_failure("cannot open " + file.string());
  return opened;
}

/// As far as the file may grow, and as far as the disk takes it: a log must not end a game.
void append(const FileDescriptor& file, std::string_view bytes) {
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) {
    const off_t room = std::max<off_t>(largest_error_file - status.st_size, 0);
    bytes = bytes.substr(0, static_cast<std::size_t>(room));
  }
  [[maybe_unused]] const auto written = ::write(file.get(), bytes.data(), bytes.size());
}

/// Reads what is there, without waiting, and gives it to `take`; closes `source` at its end. At most `buffers` of 4
/// KiB: a program that never stops printing must not keep us here.
template <class Take>
void drain(FileDescriptor& source, int buffers, Take&& take) {
  char buffer[kept_output];
  while (source.get() >= 0 && buffers > 0) {
    const ssize_t got = read(source.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got == 0) return source.close();
    take(std::string_view(buffer, static_cast<std::size_t>(got)));
    --buffers;
  }
}

void set_nonblocking(const FileDescriptor& file) { fcntl(file.get(), F_SETFL, O_NONBLOCK); }

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

ChildProcess::ChildProcess(const Command& command) : lines_(command.longest_line) {
  auto arguments = command.arguments, environment = merged_environment(command.environment);
  const auto argument_pointers = pointers(arguments), environment_pointers = pointers(environment);
  auto [our_input, their_input] = make_socket_pair();
  auto [our_output, their_output] = make_pipe();
  auto [our_replies, their_replies] = make_pipe();
  auto [our_status, their_status] = make_pipe();
  if (!command.error_file.empty()) error_file_ = open_to_append(command.error_file);
  const Execution execution{
      argument_pointers.data(), environment_pointers.data(), command.directory.c_str(),
      command.memory,           their_input.get(),           command.replies ? their_replies.get() : their_output.get(),
      their_output.get(),       their_status.get(),          getpid()};
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
  set_nonblocking(our_output);
  set_nonblocking(our_replies);
  input_ = std::move(our_input);
  kept_output_ = std::move(our_output);
  if (command.replies) replies_ = std::move(our_replies);
}

ChildProcess::~ChildProcess() {
  if (!ended()) {
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  recent_output();  // for the file
}

void ChildProcess::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(input_.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) throw PlayerFailure(Fault::timeout, "it does not read what it is sent");
    if (sent < 0) throw PlayerFailure(Fault::crash, system_failure("cannot write to the program").what());
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string ChildProcess::receive(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (true) {
    recent_output();
    drain(replies_, pipe_buffers, [&](std::string_view bytes) { lines_.append(bytes); });
    if (auto line = lines_.next()) return *line;
    if (replies_.get() < 0) {
      ends_within(death_after_silence);
      throw PlayerFailure(Fault::crash, reaped_ ? "it " + ending() : "it has closed its standard output");
    }
    pollfd sources[] = {{replies_.get(), POLLIN, 0}, {kept_output_.get(), POLLIN, 0}};
    if (std::chrono::steady_clock::now() >= deadline || !wait_readable(sources, deadline)) {
      throw PlayerFailure(Fault::timeout, "no reply within " + in_seconds(timeout));
    }
  }
}

bool ChildProcess::ended() {
  if (reaped_) return true;
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != pid_) {
    return false;
  }
  kill(-pid_, SIGKILL);  // what it left running; before its id is free for others
  reaped_ = waitpid(pid_, &status_, 0) == pid_;
  return reaped_;
}

bool ChildProcess::ends_within(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (!ended()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    recent_output();
    drain(replies_, pipe_buffers, [](std::string_view) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string ChildProcess::ending() {
  if (!ended()) return "";
  if (!WIFSIGNALED(status_)) return "has ended with status " + std::to_string(WEXITSTATUS(status_));
  const int signal = WTERMSIG(status_);
  return "was killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

const std::string& ChildProcess::recent_output() {
  drain(kept_output_, pipe_buffers, [&](std::string_view bytes) {
    append(error_file_, bytes);
    recent_ += bytes;
    if (recent_.size() > kept_output) recent_.erase(0, recent_.size() - kept_output);
  });
  return recent_;
}

}  // namespace alea
