// Random streams: named, independent, unbiased, and the same for ever.
#include "engine/random.hpp"

#include <array>
#include <set>

#include "engine/dice.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;

TEST_CASE("Philox gives the published numbers") {
  // Known-answer tests of Random123 (kat_vectors: philox4x32 10).
  using Philox = r123::Philox4x32;
  const auto zeros = Philox()({{0, 0, 0, 0}}, {{0, 0}});
  CHECK(zeros == Philox::ctr_type{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  Random stream(0, Purpose::dice);
  for (const std::uint32_t number : {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}) CHECK(stream() == number);
}

TEST_CASE("A stream is the same whenever it is named again, and differs in every part of its name") {
  const auto first_numbers = [](Random stream) {
    std::array<std::uint32_t, 6> numbers{};
    for (auto& n : numbers) n = stream();
    return numbers;
  };
  const Random base(7, Purpose::dice, 3, 17);
  CHECK(first_numbers(base) == first_numbers(Random(7, Purpose::dice, 3, 17)));
  const std::set different{first_numbers(base),
                           first_numbers(Random(8, Purpose::dice, 3, 17)),
                           first_numbers(Random(7 + (1ull << 32), Purpose::dice, 3, 17)),
                           first_numbers(Random(7, Purpose::rollout, 3, 17)),
                           first_numbers(Random(7, Purpose::dice, 4, 17)),
                           first_numbers(Random(7, Purpose::dice, 3, 18)),
                           first_numbers(Random(7, Purpose::dice, 3, 17 + (1ull << 32)))};
  CHECK(different.size() == 7);
}

TEST_CASE("Numbers below n are uniform") {
  Random random(1, Purpose::test);
  for (const std::uint32_t n : {1u, 3u, 21u}) {
    std::vector<int> seen(n);
    const int draws = 21'000;
    for (int i = 0; i < draws; ++i) ++seen.at(random.below(n));
    double chi2 = 0;
    for (const int s : seen) chi2 += (s - draws / double(n)) * (s - draws / double(n)) / (draws / double(n));
    CHECK(chi2 < 45.3);  // 0.1% with 20 degrees of freedom
  }
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double u = random.uniform();
    if (u < 0 || u >= 1) FAIL("outside [0, 1): " << u);
    sum += u;
  }
  CHECK(sum / 10'000 == Approx(0.5).margin(0.012));  // four standard errors
}

TEST_CASE("All rolls of two dice are drawn as often as their probabilities say") {
  constexpr auto rolls = all_rolls<6>();
  STATIC_REQUIRE(rolls.size() == 21);
  Random random(2, Purpose::test);
  std::array<std::array<int, 7>, 7> seen{};
  const int draws = 36'000;
  for (int i = 0; i < draws; ++i) {
    const Dice dice = draw(rolls, random);
    ++seen[dice.high][dice.low];
  }
  double chi2 = 0, total = 0;
  for (const auto& [roll, probability] : rolls) {
    const double expected = draws * probability, difference = seen[roll.high][roll.low] - expected;
    chi2 += difference * difference / expected;
    total += probability;
  }
  CHECK(total == Approx(1));
  CHECK(chi2 < 45.3);
}

TEST_CASE("Dice are read in either order and written with the larger first") {
  CHECK(parse_dice("3-1", 6) == Dice{3, 1});
  CHECK(parse_dice("1-3", 6) == Dice{3, 1});
  CHECK(parse_dice("8-8", 8) == Dice{8, 8});
  CHECK(format_dice(parse_dice("2-6", 6)) == "6-2");
  for (const char* text : {"", "3", "3-", "-3", "31", "3-1 ", " 3-1", "0-1", "7-1", "1-7", "3--1", "3-1-1", "a-b",
                           "3/1", "99999999999-1", "1-+2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_dice(text, 6), InputError);
  }
}

}  // namespace
