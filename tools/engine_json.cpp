#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <istream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "search/threads.hpp"
#include "selfplay/agents.hpp"
#include "tools/analysis.hpp"
#include "tools/engine.hpp"
#include "tools/lines.hpp"
#include "tools/rollouts.hpp"

namespace alea::tools {

namespace {

/// So many requests may wait; then no more is read until one is done.
constexpr std::size_t most_waiting = 1000;

constexpr std::int64_t most_seed = std::numeric_limits<std::int64_t>::max();

/// The agents of one thread: made when first asked for, kept for later requests.
class Agents {
 public:
  /// A search under way ends soon after `*stop` is set. Both outlive this.
  Agents(const std::string& default_agent, const std::atomic<bool>& stop)
      : default_agent_(default_agent), stop_(stop) {}

  /// Throws InputError("agent" or "weights").
  template <Game G>
  Agent<G>& get(const std::optional<std::string>& asked_for) {
    const std::string& text = asked_for ? *asked_for : default_agent_;
    const std::string key = std::string(G::name()) + ' ' + text;
    auto found = agents_.find(key);
    if (found == agents_.end()) {
      std::shared_ptr<Agent<G>> made = make_agent<G>(text);
      made->stop_when(stop_);
      if (agents_.size() == most) agents_.clear();
      found = agents_.emplace(key, std::move(made)).first;
    }
    return *static_cast<Agent<G>*>(found->second.get());
  }

  bool stopped() const { return stop_; }

 private:
  static constexpr std::size_t most = 8;

  const std::string& default_agent_;
  const std::atomic<bool>& stop_;
  std::map<std::string, std::shared_ptr<void>> agents_;
};

// Fields of a request.

std::optional<std::string> optional_text(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  if (!found->is_string()) throw InputError(field, "expected a text, found " + found->dump().substr(0, 40));
  return found->get<std::string>();
}

std::string text(const Json& request, const char* field) {
  const auto found = optional_text(request, field);
  if (!found) throw InputError(field, std::string("expected the field \"") + field + '"');
  return *found;
}

std::optional<std::int64_t> optional_number(const Json& request, const char* field, std::int64_t lowest,
                                            std::int64_t highest) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  if (!found->is_number_integer() || *found < lowest || *found > highest) {
    throw InputError(field, "expected a whole number from " + std::to_string(lowest) + " to " +
                                std::to_string(highest) + ", found " + found->dump().substr(0, 40));
  }
  return found->get<std::int64_t>();
}

struct Operation {
  std::string_view name;
  std::vector<std::string_view> fields;  ///< beside id and op
};

const std::array operations{
    Operation{"plays", {"game", "position", "dice"}},
    Operation{"apply", {"game", "position", "dice", "play"}},
    Operation{"evaluate", {"game", "position", "agent"}},
    Operation{"analyse", {"game", "position", "dice", "agent", "top"}},
    Operation{"rollout", {"game", "position", "dice", "agent", "weights", "trials", "turns", "seed", "top"}},
    Operation{"terminate", {"target"}},
    Operation{"version", {}}};

/// Throws InputError that names the field.
void check_fields(const Json& request) {
  const std::string op = text(request, "op");
  const auto operation = std::ranges::find(operations, op, &Operation::name);
  if (operation == operations.end()) {
    std::string names;
    for (const auto& known : operations) names += std::string(names.empty() ? "" : ", ") + std::string(known.name);
    throw InputError("op", "expected one of " + names + ", found \"" + op.substr(0, 40) + '"');
  }
  for (const auto& [field, value] : request.items()) {
    const auto& known = operation->fields;
    if (field == "id" || field == "op" || std::ranges::find(known, field) != known.end()) continue;
    throw InputError(field.substr(0, 40), "the operation " + op + " has no such field");
  }
}

// Answers.

/// On one thread: others answer other requests.
template <Game G>
Json rollout(const Json& request, const Situation<G>& situation, const Agents& agents) {
  RolloutRequest rollout;
  rollout.threads = 1;
  rollout.agent = optional_text(request, "agent");
  rollout.weights = optional_text(request, "weights").value_or(rollout.weights);
  rollout.limits.trials = optional_number(request, "trials", 1, 100'000'000).value_or(rollout.limits.trials);
  auto& [turns, luck, seed] = rollout.trials;
  turns = static_cast<int>(optional_number(request, "turns", 1, 100'000).value_or(turns));
  if (const auto given = optional_number(request, "seed", 0, most_seed)) seed = static_cast<std::uint64_t>(*given);
  if (const auto top = optional_number(request, "top", 1, 1000)) rollout.top = static_cast<std::size_t>(*top);
  return rollout_json(roll_out(situation, rollout, {{}, [&] { return agents.stopped(); }}));
}

template <Game G>
Json answer(const Json& request, Agents& agents) {
  const std::string op = text(request, "op");
  const auto situation = read_situation<G>(text(request, "position"), optional_text(request, "dice"));
  PlayList<G> plays;
  if (op == "plays") return plays_json(situation, plays);
  if (op == "apply") return after_json(after_play(situation, text(request, "play"), plays));
  if (op == "rollout") return rollout(request, situation, agents);
  const auto agent = optional_text(request, "agent");
  if (op == "evaluate") return evaluation_json(situation, agents.get<G>(agent));
  const auto top = optional_number(request, "top", 1, 100'000);
  return analysis_json(situation, agents.get<G>(agent), top ? static_cast<std::size_t>(*top) : all_candidates);
}

Json answer(const Json& request, Agents& agents) {
  if (request["op"] == "version") return version_json();
  return with_game(text(request, "game"), [&]<Game G> { return answer<G>(request, agents); });
}

/// The answer, or what went wrong instead.
Json answer_or_error(const Json& request, Agents& agents) {
  try {
    return answer(request, agents);
  } catch (const InputError& error) {
    return {{"error", error_json(error)}};
  } catch (const std::exception& error) {
    return {{"error", error_json("runtime", error.what())}};
  }
}

/// Threads that answer requests, the oldest first.
class Server {
 public:
  Server(std::string default_agent, int threads, std::ostream& out)
      : default_agent_(std::move(default_agent)),
        out_(out),
        workers_(static_cast<std::size_t>(resolve_threads(threads))) {
    for (Worker& worker : workers_) worker.thread = std::thread([&] { work(worker); });
  }

  ~Server() { answer_all(); }

  /// Nothing more may be taken. Throws RuntimeFailure when nobody reads the answers.
  void finish() {
    answer_all();
    check_output();
  }

  /// A line of the input. Throws RuntimeFailure when nobody reads the answers.
  void take(const std::string& line, std::int64_t number) {
    Json id;
    try {
      Json request = parse(line);
      id = read_id(request);
      check_fields(request);
      request["op"] == "terminate" ? terminate(request) : enqueue(std::move(request));
    } catch (const InputError& error) {
      Json about = error_json(error);
      if (id.is_null()) about["line"] = number;
      tell(id, {{"error", about}});
    }
    check_output();
  }

 private:
  struct Worker {
    std::thread thread;
    Json id;  ///< of the request it works at, else null
    std::atomic<bool> stop = false;
  };

  void answer_all() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    wake_.notify_all();
    for (Worker& worker : workers_) {
      if (worker.thread.joinable()) worker.thread.join();
    }
  }

  void check_output() const {
    if (failed_) throw RuntimeFailure("cannot write to standard output");
  }

  static Json parse(const std::string& line) {
    if (line.size() > longest_line) {
      throw InputError("json", "expected at most " + std::to_string(longest_line) + " bytes");
    }
    try {
      Json request = Json::parse(line);
      if (request.is_object()) return request;
      throw InputError("json", "expected an object, found " + std::string(request.type_name()));
    } catch (const Json::parse_error& error) {
      throw InputError("json", "expected an object: " + std::string(error.what()).substr(0, 200));
    }
  }

  static Json read_id(const Json& request) {
    const auto found = request.find("id");
    if (found != request.end() && (found->is_string() || found->is_number())) return *found;
    throw InputError("id", "expected a text or a number by which the answer is known");
  }

  void enqueue(Json request) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return waiting_.size() < most_waiting; });
    if (failed_) return;
    waiting_.push_back(std::move(request));
    wake_.notify_one();
  }

  /// Answers the waiting requests called `target`, or all, as terminated, and stops those under way.
  void terminate(const Json& request) {
    const auto target = request.find("target");
    const auto meant = [&](const Json& id) { return !id.is_null() && (target == request.end() || *target == id); };
    std::vector<Json> dropped;
    int stopped = 0;
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(waiting_, [&](const Json& waiting) {
        const bool drop = meant(waiting["id"]);
        if (drop) dropped.push_back(waiting["id"]);
        return drop;
      });
      for (Worker& worker : workers_) {
        if (meant(worker.id)) worker.stop = true, ++stopped;
      }
    }
    room_.notify_all();
    for (const Json& id : dropped) tell(id, {{"terminated", true}});
    tell(request["id"], {{"terminated", static_cast<int>(dropped.size()) + stopped}});
  }

  void work(Worker& worker) {
    Agents agents(default_agent_, worker.stop);
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const Json request = std::move(waiting_.front());
      waiting_.pop_front();
      worker.id = request["id"];
      worker.stop = failed_.load();
      lock.unlock();
      room_.notify_one();
      Json found = answer_or_error(request, agents);
      lock.lock();
      if (worker.stop) found["terminated"] = true;
      worker.id = nullptr;
      lock.unlock();
      tell(request["id"], std::move(found));
      lock.lock();
    }
  }

  /// Writes an answer, from any thread.
  void tell(const Json& id, Json answer) {
    Json line = Json::object();
    if (!id.is_null()) line["id"] = id;
    line.update(answer);
    {
      const std::lock_guard lock(output_mutex_);
      out_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
      if (out_.flush()) return;
    }
    give_up();
  }

  /// Nobody reads the answers any more: what is under way ends soon, what waits is dropped.
  void give_up() {
    {
      const std::lock_guard lock(mutex_);
      failed_ = true;
      waiting_.clear();
      for (Worker& worker : workers_) worker.stop = true;
    }
    room_.notify_all();
  }

  const std::string default_agent_;
  std::ostream& out_;
  std::mutex output_mutex_;
  std::atomic<bool> failed_ = false;

  std::mutex mutex_;              ///< of what follows
  std::condition_variable wake_;  ///< there is something to do, or no more will come
  std::condition_variable room_;  ///< more may be taken
  std::deque<Json> waiting_;
  bool closed_ = false;
  std::vector<Worker> workers_;
};

}  // namespace

void serve_json(const std::string& default_agent, int threads, std::istream& in, std::ostream& out) {
  Server server(default_agent, threads, out);
  std::int64_t number = 0;
  for (std::string line; read_line(in, line);) server.take(line, ++number);
  server.finish();
}

}  // namespace alea::tools
