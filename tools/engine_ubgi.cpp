#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/backgammon/hypergammon.hpp"
#include "engine/backgammon/moves.hpp"
#include "engine/backgammon/xgid.hpp"
#include "selfplay/agents.hpp"
#include "tools/answers.hpp"
#include "tools/engine.hpp"
#include "tools/lines.hpp"

namespace alea::tools {

namespace {

/// What is answered with `error CODE DETAIL`; the conversation goes on.
struct Refusal {
  std::string_view code;
  std::string detail;
};

/// Every step by itself: hits and repetitions are not marked.
std::string format_steps(const backgammon::Play& play) {
  std::string text;
  for (int i = 0; i < play.size(); ++i) {
    const auto [from, to] = play.steps[static_cast<std::size_t>(i)];
    if (i > 0) text += ' ';
    text += backgammon::point_name(from) + '/' + backgammon::point_name(to);
  }
  return text.empty() ? "pass" : text;
}

/// An agent and the turn it is asked about.
class UbgiSeat {
 public:
  virtual ~UbgiSeat() = default;
  virtual void new_game() = 0;
  virtual void set_position(const std::string& text) = 0;  ///< throws InputError
  virtual void set_roll(Dice roll) = 0;
  virtual std::string best_move(Random& random) = 0;  ///< throws Refusal
};

template <Game G>
class SeatOf final : public UbgiSeat {
 public:
  /// Throws InputError.
  explicit SeatOf(const std::string& agent) : agent_(make_agent<G>(agent)) { new_game(); }

  void new_game() override {
    agent_->start_game();
    position_.reset();
    roll_.reset();
  }
  void set_position(const std::string& text) override {
    const auto situation = G::parse_position(text);
    position_ = situation.position;
    roll_ = situation.roll;
  }
  void set_roll(Dice roll) override { roll_ = roll; }

  std::string best_move(Random& random) override {
    if (!position_) throw Refusal{"bad_state", "missing position"};
    if (!roll_) throw Refusal{"bad_state", "missing dice"};
    if (G::finished(*position_)) throw Refusal{"bad_state", "the game is over"};
    G::plays(*position_, *roll_, plays_);
    return format_steps(plays_.play(agent_->choose(*position_, *roll_, plays_, random)));
  }

 private:
  std::unique_ptr<Agent<G>> agent_;
  std::optional<typename G::Position> position_;
  std::optional<Dice> roll_;
  PlayList<G> plays_;
};

std::unique_ptr<UbgiSeat> make_seat(const std::string& variant, const std::string& agent) {
  if (variant == Backgammon::name()) return std::make_unique<SeatOf<Backgammon>>(agent);
  if (variant == Hypergammon::name()) return std::make_unique<SeatOf<Hypergammon>>(agent);
  throw InputError("game.variant", "expected backgammon or hypergammon");
}

std::uint64_t read_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw InputError("engine.seed", "expected a whole number from 0 on");
  }
  return seed;
}

/// A conversation.
class Ubgi {
 public:
  Ubgi(const EnginePlayer& player, std::ostream& out)
      : out_(out),
        values_{"backgammon", player.agent, std::to_string(player.seed)},
        random_(player.seed, Purpose::first_agent) {}

  /// False when it is over.
  bool read(const std::string& line) {
    std::istringstream words(line);
    std::string name;
    if (!(words >> name)) return true;
    if (name == "quit") return false;
    try {
      obey(name, words);
    } catch (const Refusal& refusal) {
      say("error " + std::string(refusal.code) + ' ' + refusal.detail);
    } catch (const InputError& error) {
      say("error bad_value " + error.field() + ' ' + error.what());
    } catch (const RuntimeFailure& failure) {  // an agent's program, or its file
      say("error internal " + std::string(failure.what()));
    }
    return true;
  }

 private:
  enum Key : std::size_t { variant, agent, seed };
  using Values = std::array<std::string, 3>;

  struct KeyText {
    std::string_view name, type, meaning;
  };
  static constexpr std::array<KeyText, 3> keys{
      KeyText{"game.variant", "enum backgammon|hypergammon backgammon", "the game"},
      KeyText{"engine.agent", "string * default", "who plays, kind:key=value,.."},
      KeyText{"engine.seed", "int * 1 !", "of what the agent draws"}};

  static Refusal bad_command(const std::string& expected) { return {"bad_command", "expected: " + expected}; }

  void obey(const std::string& name, std::istringstream& words) {
    if (name == "ubgi") return introduce();
    if (name == "isready") return seat(), say("readyok");
    if (name == "newgame") return seat().new_game();
    if (name == "position") return set_position(words);
    if (name == "dice") return set_dice(words);
    if (name == "go") return go(words);
    if (name == "set") return set(words);
    if (name == "get") return get(words);
    if (name == "keys") return list_keys();
    throw bad_command("ubgi, isready, newgame, position, dice, go, set, get, keys or quit");
  }

  void introduce() {
    say("id name alea " + version_json().at("version").get<std::string>());
    say("id author the authors of alea");
    say("proto 0.2");
    say("ubgiok");
  }

  void set_position(std::istringstream& words) {
    std::string kind, text;
    if (!(words >> kind >> text)) throw bad_command("position gnubgid|xgid TEXT");
    if (kind != "gnubgid" && kind != "xgid") throw Refusal{"unsupported", "position " + kind.substr(0, 40)};
    if (kind == "xgid" && !text.starts_with(backgammon::xgid_prefix))
      text = std::string(backgammon::xgid_prefix) + text;
    seat().set_position(text);
  }

  void set_dice(std::istringstream& words) {
    std::string first, second;
    if (!(words >> first >> second)) throw bad_command("dice D1 D2");
    seat().set_roll(Backgammon::parse_roll(first + '-' + second));
  }

  void go(std::istringstream& words) {
    std::string what;
    words >> what;
    if (what == "role") words >> what;  // as version 0.1 says it
    if (!what.empty() && what != "chequer") throw Refusal{"unsupported", "go " + what.substr(0, 40)};
    say("bestmove " + seat().best_move(random_));
  }

  static Key find_key(const std::string& name) {
    const auto found = std::ranges::find(keys, name, &KeyText::name);
    if (found == keys.end()) throw Refusal{"unsupported", "key " + name.substr(0, 40)};
    return static_cast<Key>(found - keys.begin());
  }

  void set(std::istringstream& words) {
    std::string name, value;
    if (!(words >> name) || !std::getline(words >> std::ws, value)) throw bad_command("set KEY VALUE");
    const Key key = find_key(name);
    if (key == seed) random_ = Random(read_seed(value), Purpose::first_agent);
    if (key != seed) seat_.reset();
    values_[key] = value;
  }

  /// Made when it is needed: a game and an agent that suit each other may be two `set` away.
  UbgiSeat& seat() {
    if (!seat_) seat_ = make_seat(values_[variant], values_[agent]);
    return *seat_;
  }

  void get(std::istringstream& words) {
    std::string name;
    if (!(words >> name)) throw bad_command("get KEY");
    say("value " + name + ' ' + values_[find_key(name)]);
  }

  void list_keys() {
    for (const auto& [name, type, meaning] : keys) {
      say("key " + std::string(name) + ' ' + std::string(type) + ' ' + std::string(meaning));
    }
  }

  void say(const std::string& line) {
    out_ << line << '\n';
    if (!out_.flush()) throw RuntimeFailure("cannot write to standard output");
  }

  std::ostream& out_;
  Values values_;                   ///< by Key
  std::unique_ptr<UbgiSeat> seat_;  ///< null until it is needed
  Random random_;
};

}  // namespace

void serve_ubgi(const EnginePlayer& player, std::istream& in, std::ostream& out) {
  Ubgi conversation(player, out);
  for (std::string line; read_line(in, line) && conversation.read(line);) {
  }
}

}  // namespace alea::tools
