#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <istream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "search/limits.hpp"
#include "search/threads.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "tools/analysis.hpp"
#include "tools/engine.hpp"
#include "tools/engine_request.hpp"
#include "tools/lines.hpp"
#include "tools/partial_reports.hpp"
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

  /// The agent with `limits` in place of its own. Throws InputError("agent", "weights", or the limit).
  template <Game G>
  Agent<G>& get(const std::optional<std::string>& asked_for, const SearchLimits& limits) {
    const std::string& text = asked_for ? *asked_for : default_agent_;
    const std::string key = std::string(G::name()) + ' ' + limited(text, limits);
    auto found = agents_.find(key);
    if (found == agents_.end()) {
      std::shared_ptr<Agent<G>> made = make<G>(text, limits);
      made->stop_when(stop_);
      if (agents_.size() == most) agents_.clear();
      found = agents_.emplace(key, std::move(made)).first;
    }
    return *static_cast<Agent<G>*>(found->second.get());
  }

  bool stopped() const { return stop_; }

 private:
  static constexpr std::size_t most = 8;

  static std::string limited(std::string text, const SearchLimits& limits) {
    for (const auto& [key, value] : limits) text = with_key(text, key, value);
    return text;
  }

  /// Where the agent cannot be made because of a limit, that is the field of the error.
  template <Game G>
  static std::unique_ptr<Agent<G>> make(const std::string& text, const SearchLimits& limits) {
    try {
      return make_agent<G>(limited(text, limits));
    } catch (const InputError&) {
      if (limits.empty()) throw;
    }
    auto agent = make_agent<G>(text);
    SearchLimits so_far;
    for (const auto& limit : limits) {
      so_far.push_back(limit);
      try {
        agent = make_agent<G>(limited(text, so_far));
      } catch (const InputError& error) {
        throw InputError(limit.first, error.what());
      }
    }
    return agent;
  }

  const std::string& default_agent_;
  const std::atomic<bool>& stop_;
  std::map<std::string, std::shared_ptr<void>> agents_;
};

// Answers.

/// What answering a request goes through.
struct Work {
  const Json& request;
  Agents& agents;
  std::function<void(Json)> tell;  ///< sends an answer that is not the last one
};

/// Sends what is found while a request is worked at, if it asks for that.
std::unique_ptr<PartialReports> partial_reports(const Work& work) {
  const auto every = optional_seconds(work.request, "every");
  return every ? std::make_unique<PartialReports>(*every, work.tell) : nullptr;
}

/// On one thread: others answer other requests.
template <Game G>
Json rollout(const Work& work, const Situation<G>& situation) {
  const auto& [request, agents, tell] = work;
  RolloutRequest rollout;
  rollout.threads = 1;
  rollout.agent = optional_text(request, "agent");
  rollout.weights = optional_text(request, "weights").value_or(rollout.weights);
  rollout.limits.trials = optional_number(request, "trials", 1, 100'000'000).value_or(rollout.limits.trials);
  auto& [turns, luck, seed] = rollout.trials;
  turns = static_cast<int>(optional_number(request, "turns", 1, 100'000).value_or(turns));
  luck = optional_flag(request, "luck").value_or(luck);
  if (const auto given = optional_number(request, "seed", 0, most_seed)) seed = static_cast<std::uint64_t>(*given);
  if (const auto top = optional_number(request, "top", 1, 1000)) rollout.top = static_cast<std::size_t>(*top);
  const LimitClock clock;
  const double time = optional_seconds(request, "time").value_or(Limits{}.seconds);
  const auto stop = [&] { return agents.stopped() || clock.seconds() >= time; };
  const auto partial = partial_reports(work);
  std::function<void(const RolloutAnswer&)> found;
  if (partial) found = [&](const RolloutAnswer& answer) { partial->found(rollout_json(answer)); };
  return rollout_json(roll_out(situation, rollout, {{}, stop}, found));
}

/// Has somebody watch an agent while it lasts.
template <Game G>
class Watching {
 public:
  Watching(Agent<G>& agent, Watch<G> watch) : agent_(agent) { agent_.watch(std::move(watch)); }
  ~Watching() { agent_.watch({}); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

 private:
  Agent<G>& agent_;
};

template <Game G>
Json analyse(const Work& work, const Situation<G>& situation, Agent<G>& agent) {
  const auto most = optional_number(work.request, "top", 1, 100'000);
  const std::size_t top = most ? static_cast<std::size_t>(*most) : all_candidates;
  const auto partial = partial_reports(work);
  if (partial && !situation.roll)
    throw InputError("every", "expected dice beside it: plays are told while they are judged");
  if (!partial) return analysis_json(situation, agent, top);
  const Watching<G> watching(agent, [&](const Report<G>& report) {
    partial->found(analysis_json(Task<G>{situation, agent}, report, top));
  });
  return analysis_json(situation, agent, top);
}

template <Game G>
Json answer(const Work& work) {
  const Json& request = work.request;
  const std::string op = required_text(request, "op");
  const auto situation = read_situation<G>(required_text(request, "position"), optional_text(request, "dice"));
  PlayList<G> plays;
  if (op == "plays") return plays_json(situation, plays);
  if (op == "apply") return after_json(after_play(situation, required_text(request, "play"), plays));
  if (op == "rollout") return rollout(work, situation);
  const bool every_roll = op == "analyse" && !situation.roll;
  const std::size_t searches = every_roll ? std::span(G::rolls(situation.position)).size() : 1;
  Agent<G>& agent = work.agents.get<G>(optional_text(request, "agent"), search_limits(request, searches));
  return op == "evaluate" ? evaluation_json(situation, agent) : analyse(work, situation, agent);
}

Json answer(const Work& work) {
  if (work.request["op"] == "version") return version_json();
  return with_game(required_text(work.request, "game"), [&]<Game G> { return answer<G>(work); });
}

/// The answer, or what went wrong instead.
Json answer_or_error(const Work& work) {
  try {
    return answer(work);
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
      Json request = parse_request(line);
      id = request_id(request);
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
      const auto tell_more = [&](Json partial) { tell(request["id"], std::move(partial)); };
      Json found = answer_or_error({request, agents, tell_more});
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
