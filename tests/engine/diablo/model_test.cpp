// The fast generator against the plain model of the rules, turn by turn in random games.
#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"
#include "tests/models/diablo_model.hpp"

namespace alea::tests {
namespace {

template <class G>
std::vector<std::string> model_results(const std::string& position, Dice dice) {
  const auto [start, side, roll] = G::parse_position(position);
  PlayList<G> list;
  G::plays(start, dice, list);
  std::vector<std::string> results;
  for (const auto& after : list.positions()) results.push_back(G::format_position(after, other(side)));
  std::sort(results.begin(), results.end());
  return results;
}

template <int N>
void compare(int games, int every) {
  using G = Diablo<N>;
  int turn = 0;
  std::string failures;
  play_random_games<G>(games, [&](const auto& position, Side side, Dice dice, const auto&) {
    if (turn++ % every != 0) return;
    const std::string text = G::format_position(position, side);
    if (results_of<G>({position, side}, dice) != model_results<models::DiabloModel<N>>(text, dice)) {
      failures += text + ' ' + format_dice(dice) + '\n';
    }
  });
  CHECK(failures == "");
}

TEST_CASE("Random games agree with the model of the rules") {
  compare<2>(20, 1);
  compare<4>(60, 1);
  compare<6>(4, 1);
  compare<8>(1, 4);
  compare<10>(1, 20);
  compare<16>(1, 200);
}

}  // namespace
}  // namespace alea::tests
