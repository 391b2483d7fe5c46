#include "selfplay/engine_agent.hpp"

#include <nlohmann/json.hpp>

namespace alea {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_answer = std::size_t{1} << 20;

/// So much of an answer is shown.
std::string excerpt(const std::string& line) { return '"' + printable(line.substr(0, 200)) + '"'; }

/// The first candidate's play; empty where an answer has none.
std::string first_play(const Json& answer) {
  const Json::json_pointer place("/candidates/0/play");
  if (!answer.contains(place) || !answer.at(place).is_string()) return {};
  return answer.at(place).get<std::string>();
}

}  // namespace

EngineProgram::EngineProgram(const ProcessOptions& options) : program_(options, "", longest_answer) {
  program_.tell(Json{{"id", questions_}, {"op", "version"}}.dump());
  const std::string line = program_.first_answer();
  const Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object() || answer.value("id", Json()) != questions_) {
    throw program_.failure(Fault::garbage, "answered " + excerpt(line) + ", no object with that id");
  }
}

void EngineProgram::start_game() { program_.start_clock(); }

std::string EngineProgram::best_play(const Question& question) {
  Json asked{{"id", ++questions_}, {"op", "analyse"}, {"game", question.game}, {"position", question.position}};
  if (!question.dice.empty()) asked["dice"] = question.dice;
  asked["top"] = 1;
  program_.tell(asked.dump());
  const std::string line = program_.answer();
  const Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object() || answer.value("id", Json()) != questions_) {
    throw program_.failure(Fault::garbage, "answered " + excerpt(line) + ", no object with that id");
  }
  const std::string play = first_play(answer);
  if (play.empty()) {
    throw program_.failure(Fault::garbage, "answered " + excerpt(line) + ", without a play as its first candidate");
  }
  return play;
}

PlayerFailure EngineProgram::illegal(const std::string& play, const std::string& why) {
  return program_.failure(Fault::illegal_play, "answered the play " + excerpt(play) + ", which is not legal: " + why);
}

}  // namespace alea
