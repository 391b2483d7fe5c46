// What is lost and gained when Diablo's plays are chosen by their halves (search/half_turns.hpp), at positions of
// self-play without looking ahead. README.md beside this says how to build it.
//
//     half_turns SIZE GAMES SHARE [PLIES [FILTER [WEIGHTS]]]
//
// looks at SHARE of the turns of GAMES games. Times are of the processor, and all searches judge one turn after the
// other, so that a busy machine slows them alike.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "nets/weights_file.hpp"
#include "search/best_play.hpp"
#include "search/expectimax.hpp"
#include "search/handwritten.hpp"

namespace alea {
namespace {

constexpr int wanted[] = {0, 8, 16, 32, 64};  ///< plays of a roll; 0: all
constexpr std::size_t variants = std::size(wanted);

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A network's name, or handwritten.
template <Game G>
std::unique_ptr<Evaluator<G>> make_evaluator(const std::string& name) {
  if (name == "handwritten") return std::make_unique<HandwrittenEvaluator<G>>();
  return std::make_unique<Network<G>>(read_network(find_network(std::string(G::name()), name)).weights);
}

/// Sums over turns, of one number of wanted plays. Losses are of winning probability, as the search without halves sees
/// it.
struct Sums {
  double kept = 0, missed = 0, static_loss = 0;                              ///< among the plays of a roll
  double seconds = 0, nodes = 0, other_choices = 0, loss = 0, optimism = 0;  ///< of the search
};

/// How far halves are from adding up to plays, in winning probability, for one kind of plays.
class Additivity {
 public:
  void add(float error, bool best) { ++plays_, squares_ += error * error / 4, best_ += best; }
  void print(const char* name, double plays, double turns) const {
    std::printf("%s: %.3f of the plays, %.3f of the best ones, error %.4f (root mean square)\n", name, plays_ / plays,
                best_ / turns, std::sqrt(squares_ / plays_));
  }

 private:
  double plays_ = 0, squares_ = 0, best_ = 0;
};

template <Game G>
class Measurement {
 public:
  Measurement(const Evaluator<G>& evaluator, int plies, const std::string& filter) : evaluator_(evaluator.clone()) {
    for (const int halves : wanted) {
      ExpectimaxOptions options{.plies = plies, .filters = find_move_filters(filter), .halves = halves};
      searches_.push_back(std::make_unique<Expectimax<G>>(evaluator.clone(), options));
      filters_.push_back(std::make_unique<HalfTurnFilter<G>>(halves, Utility<G>{}, *evaluator_));
    }
  }

  void look_at(const typename G::Position& position, const PlayList<G>& plays, const ValueBuffer<G>& values,
               const BestPlay<G>& best) {
    ++turns_;
    plays_ += static_cast<double>(plays.size());
    add_up(position, plays, values, best);
    for (std::size_t k = 0; k < variants; ++k) {
      choose(position, plays, best.utility, *filters_[k], sums_[k]);
      search(plays, *searches_[k], sums_[k]);
    }
  }

  void print() const {
    std::printf("%s: %.0f turns of %.0f plays\n", std::string(G::name()).c_str(), turns_, plays_ / turns_);
    pairs_.print("two moves, four squares", plays_, turns_);
    moving_on_.print("a stack that moves on onto another, told by its first move", plays_, turns_);
    std::printf(
        "halves    kept  has the best  static loss  plays/s  times as fast  nodes  other choice  loss  optimism\n");
    for (std::size_t k = 0; k < variants; ++k) {
      const Sums& s = sums_[k];
      std::printf("%6d  %6.0f  %12.3f  %11.5f  %7.1f  %13.2f  %5.0f  %12.3f  %.5f  %.5f\n", wanted[k], s.kept / turns_,
                  1 - s.missed / turns_, s.static_loss / turns_, turns_ / s.seconds, sums_[0].seconds / s.seconds,
                  s.nodes / turns_, s.other_choices / turns_, s.loss / turns_, s.optimism / turns_);
    }
  }

 private:
  using Halves = HalfTurns<G>;

  void add_up(const typename G::Position& position, const PlayList<G>& plays, const ValueBuffer<G>& values,
              const BestPlay<G>& best) {
    Halves::list(position, halves_);
    values_.resize(halves_.size());
    evaluator_->evaluate(halves_.positions(), values_);
    const auto utility = [](const auto& after, const auto& value) {
      return Utility<G>{}(seen_by_mover<G>(after, value));
    };
    const float before = utility(halves_.position(0), values_[0]);
    std::vector<float> gains(Halves::numbers);
    const auto gain_of = [&](const diablo::Action& action) -> float& {
      return gains[Halves::numbers_of({{action}})->front()];
    };
    for (std::size_t i = 1; i < halves_.size(); ++i) {
      gain_of(halves_.play(i).actions[0]) = utility(halves_.position(i), values_[i]) - before;
    }
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const auto& [first, second] = plays.play(i).actions;
      const auto numbers = Halves::numbers_of(plays.play(i));
      const float truth = utility(plays.position(i), values[i]) - before - gain_of(first);
      if (!numbers) moving_on_.add(truth, i == best.index);
      if (numbers && numbers->back() != 0 && second.kind != diablo::Action::removal) {
        pairs_.add(truth - gain_of(second), i == best.index);
      }
    }
  }

  void choose(const typename G::Position& position, const PlayList<G>& plays, float best, HalfTurnFilter<G>& filter,
              Sums& sums) {
    filter.begin(position);
    const auto chosen = filter.choose(plays);
    values_.resize(chosen.size());
    evaluator_->evaluate(chosen, values_);
    float found = -1;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      found = std::max(found, Utility<G>{}(seen_by_mover<G>(chosen[i], values_[i])));
    }
    sums.kept += static_cast<double>(chosen.size());
    sums.missed += found < best - 1e-5F;
    sums.static_loss += std::max(best - found, 0.F) / 2;
  }

  void search(const PlayList<G>& plays, Expectimax<G>& search, Sums& sums) {
    search.forget();
    const double begin = processor_seconds();
    const auto judged = search.judge(plays, Judging::choice);
    sums.seconds += processor_seconds() - begin;
    sums.nodes += static_cast<double>(search.nodes());
    if (&search == searches_[0].get()) truth_.assign(judged.begin(), judged.end());
    const auto& best = truth_.front();
    const auto same = std::ranges::find(truth_, judged.front().index, &JudgedPlay<G>::index);
    sums.other_choices += same->index != best.index;
    sums.loss += same->plies == best.plies ? (best.utility - same->utility) / 2 : 0;
    sums.optimism += (judged.front().utility - same->utility) / 2;
  }

  std::unique_ptr<Evaluator<G>> evaluator_;
  std::vector<std::unique_ptr<HalfTurnFilter<G>>> filters_;
  std::vector<std::unique_ptr<Expectimax<G>>> searches_;
  std::vector<JudgedPlay<G>> truth_;
  ValueBuffer<G> values_;
  PlayList<G> halves_;
  Additivity pairs_, moving_on_;
  std::array<Sums, variants> sums_;
  double turns_ = 0, plays_ = 0;
};

/// One play in ten is any play, so that games differ and lead astray.
template <Game G>
void measure(int games, double share, int plies, const std::string& filter, const std::string& weights) {
  const auto evaluator = make_evaluator<G>(weights);
  Measurement<G> measurement(*evaluator, plies, filter);
  PlayList<G> plays;
  ValueBuffer<G> values;
  for (int game = 0; game < games; ++game) {
    Random random(11, Purpose::test, 0, static_cast<std::uint64_t>(game));
    auto position = G::start();
    while (!G::finished(position)) {
      G::plays(position, draw(G::rolls(position), random), plays);
      const auto best = best_play(*evaluator, Utility<G>{}, plays, values);
      if (random.uniform() < share && plays.size() > 1) measurement.look_at(position, plays, values, best);
      const bool any = random.uniform() < 0.1;
      position = plays.position(any ? random.below(static_cast<std::uint32_t>(plays.size())) : best.index);
    }
  }
  measurement.print();
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  if (argc < 4) return std::fprintf(stderr, "half_turns SIZE GAMES SHARE [PLIES [FILTER [WEIGHTS]]]\n"), 2;
  const int size = std::atoi(argv[1]), games = std::atoi(argv[2]), plies = argc > 4 ? std::atoi(argv[4]) : 1;
  const auto run = size == 4   ? alea::measure<alea::Diablo<4>>
                   : size == 6 ? alea::measure<alea::Diablo<6>>
                               : alea::measure<alea::Diablo<8>>;
  run(games, std::atof(argv[3]), plies, argc > 5 ? argv[5] : "normal", argc > 6 ? argv[6] : "default");
}
