#include "selfplay/scoreboard.hpp"

#include <algorithm>
#include <limits>

namespace alea {

namespace {

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

Scoreboard::Scoreboard(const ScoreboardOptions& options, ShowProgress show)
    : options_(options), show_(std::move(show)) {
  progress_.total = options.units * options.games_each;
  if (options.sprt) sprt_.emplace(*options.sprt, options.unit);
}

std::span<const GameRecord> Scoreboard::unit(std::int64_t number) const {
  return std::span(games_).subspan(index(number * options_.games_each), index(options_.games_each));
}

double Scoreboard::score(std::int64_t number) const {
  double sum = 0;
  for (const GameRecord& game : unit(number)) sum += game.score;
  return sum / static_cast<double>(options_.games_each);
}

double Scoreboard::adjusted(std::int64_t number) const {
  double sum = 0;
  for (const GameRecord& game : unit(number)) sum += static_cast<double>(game.score) - game.luck;
  return sum / static_cast<double>(options_.games_each);
}

void Scoreboard::add(std::int64_t unit, std::span<const GameRecord> games) {
  const std::lock_guard lock(mutex_);
  make_room(unit);
  std::ranges::copy(games, games_.begin() + unit * options_.games_each);
  played_[index(unit)] = true;
  progress_.games += options_.games_each;
  progress_.score.add(options_.luck ? adjusted(unit) : score(unit));
  if (sprt_) test_next_units();
  progress_.sprt = sprt_report();
  if (show_) show_(progress_);
}

/// As many may be asked for as are never played, once a test has decided.
void Scoreboard::make_room(std::int64_t unit) {
  if (unit < std::ssize(played_)) return;
  played_.resize(index(unit + 1));
  games_.resize(index((unit + 1) * options_.games_each));
}

void Scoreboard::test_next_units() {
  for (; tested_ < std::ssize(played_) && played_[index(tested_)] && !decided(); ++tested_) {
    sprt_->add(options_.luck && options_.unit == ScoreUnit::points ? adjusted(tested_) : score(tested_));
    if (sprt_->decision() != SprtDecision::undecided) decided_ = true;
  }
}

std::optional<SprtReport> Scoreboard::sprt_report() const {
  if (!sprt_) return std::nullopt;
  return SprtReport{sprt_->log_likelihood_ratio(), sprt_->lower(), sprt_->upper(), sprt_->decision()};
}

MatchReport Scoreboard::report(std::span<const std::string_view> result_names) const {
  MatchReport report;
  report.sprt = sprt_report();
  for (const auto name : result_names) report.results.emplace_back(name, 0);
  if (options_.luck) report.adjusted.emplace();
  std::vector<std::uint64_t> lines;
  std::int64_t turns = 0;
  const std::int64_t units = decided() ? tested_ : options_.units;
  report.partial = std::ssize(played_) < units;
  for (std::int64_t i = 0; i < std::min(units, std::ssize(played_)); ++i) {
    if (!played_[index(i)]) {
      report.partial = true;
      continue;
    }
    report.score.add(score(i));
    if (report.adjusted) report.adjusted->add(adjusted(i));
    for (const GameRecord& game : unit(i)) {
      ++(game.result == GameRecord::no_result ? report.cut : report.results[index(game.result)].second);
      lines.push_back(game.line);
      turns += game.turns;
    }
  }
  report.games = std::ssize(lines);
  report.turns_per_game = lines.empty() ? std::numeric_limits<double>::quiet_NaN()
                                        : static_cast<double>(turns) / static_cast<double>(lines.size());
  std::ranges::sort(lines);
  report.distinct_games = std::ranges::unique(lines).begin() - lines.begin();
  return report;
}

}  // namespace alea
