// Two implementations of one game, compared: the fast engine against its model.
#pragma once

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <vector>

#include "engine/game.hpp"

namespace alea::models {

/// How a position, a roll and a play of `From` are put into the words of `To`: through text, which both read and write.
/// Where their plays are spelled differently, derive and replace `play`.
template <Game From, Game To>
struct ByText {
  Situation<To> position(const typename From::Position& p, Side side) const {
    Situation<To> situation = To::parse_position(From::format_position(p, side));
    if (situation.to_move != side) situation.to_move = side;  // a notation without colours
    return situation;
  }
  typename To::Roll roll(const typename From::Roll& r) const { return To::parse_roll(From::format_roll(r)); }
  std::string play(const typename From::Position& p, const typename From::Roll& r,
                   const typename From::Play& play) const {
    return From::format_play(p, r, play);
  }
};

/// All results of (p, r) as text, sorted; one reached by two listed plays is there twice.
template <Game G>
std::vector<std::string> results_as_text(const typename G::Position& p, const typename G::Roll& r, Side side) {
  PlayList<G> list;
  G::plays(p, r, list);
  std::vector<std::string> texts;
  for (const auto& after : list.positions()) texts.push_back(G::format_position(after, next_side<G>(after, side)));
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// What `Fast` and `Model` disagree on at a position: finished, result, same_mover, and for a live one the results of
/// `roll`. Empty if they agree.
template <Game Fast, Game Model, class Convert = ByText<Fast, Model>>
std::string difference(const typename Fast::Position& position, const typename Fast::Roll& roll, Side side,
                       const Convert& convert = {}) {
  const std::string where = Fast::format_position(position, side) + " with " + Fast::format_roll(roll) + ": ";
  const auto model = convert.position(position, side);
  if (Model::format_position(model.position, side) != Fast::format_position(position, side)) return where + "text";
  if (Fast::finished(position) != Model::finished(model.position)) return where + "finished";
  if (Fast::same_mover(position) != Model::same_mover(model.position)) return where + "same_mover";
  const auto fast_result = Fast::result(position);
  const auto model_result = Model::result(model.position);
  if (fast_result.has_value() != model_result.has_value()) return where + "result";
  if (fast_result) return fast_result->of == model_result->of ? "" : where + "value of the result";

  const auto fast = results_as_text<Fast>(position, roll, side);
  const auto slow = results_as_text<Model>(model.position, convert.roll(roll), side);
  std::vector<std::string> only_one;
  std::set_symmetric_difference(fast.begin(), fast.end(), slow.begin(), slow.end(), std::back_inserter(only_one));
  if (only_one.empty()) return "";
  return where + std::to_string(fast.size()) + " results, model " + std::to_string(slow.size()) + ", one has " +
         only_one.front();
}

/// The plays of `From` at a live position that `To` refuses or takes to another result; empty if there are none.
/// `every` looks at each play number 0, every, 2 * every ..
template <Game From, Game To, class Convert = ByText<From, To>>
std::string refused_plays(const typename From::Position& position, const typename From::Roll& roll, Side side,
                          std::size_t every = 1, const Convert& convert = {}) {
  const auto target = convert.position(position, side).position;
  const auto target_roll = convert.roll(roll);
  PlayList<From> plays;
  PlayList<To> answers;
  From::plays(position, roll, plays);
  To::plays(target, target_roll, answers);
  std::string refused;
  for (std::size_t i = 0; i < plays.size(); i += every) {
    const std::string text = convert.play(position, roll, plays.play(i));
    const auto& after = plays.position(i);
    try {
      const auto& found = answers.position(To::find_play(target, target_roll, answers, text));
      const std::string expected = From::format_position(after, next_side<From>(after, side));
      if (To::format_position(found, next_side<To>(found, side)) == expected) continue;
      refused += text + " leads elsewhere; ";
    } catch (const std::exception& error) {
      refused += text + ": " + error.what() + "; ";
    }
  }
  return refused.empty() ? "" : From::format_position(position, side) + " " + From::format_roll(roll) + ": " + refused;
}

}  // namespace alea::models
