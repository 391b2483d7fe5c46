#include "search/tables/diablo_table.hpp"
#include "search/tables/table_folder.hpp"
#include "selfplay/agents_impl.hpp"

namespace alea {

/// Boards with tables have agents that use them.
template <int N>
requires(N <= 6) struct OwnAgents<Diablo<N>> {
  using G = Diablo<N>;

  static std::shared_ptr<const DiabloTable<N>> tables() {
    return std::make_shared<const DiabloTable<N>>(tables_folder());
  }

  static void add(std::vector<AgentKind<G>>& kinds) {
    kinds.push_back({"exact", {}, "exact", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                       return std::make_unique<StaticAgent<G>>(std::make_unique<ExactEvaluator<G>>(tables()));
                     }});
  }

  static std::unique_ptr<Evaluator<G>> with_tables(const AgentText& text, std::unique_ptr<Evaluator<G>> evaluator) {
    if (!text.flag("tables", true)) return evaluator;
    return std::make_unique<WithTable<G>>(std::move(evaluator), tables());
  }

  static std::string_view strongest() { return "expectimax:plies=2,filter=normal"; }
};

#define ALEA_INSTANTIATE(N)                                                           \
  template std::unique_ptr<Agent<Diablo<N>>> make_agent<Diablo<N>>(std::string_view); \
  template std::unique_ptr<Evaluator<Diablo<N>>> make_evaluator<Diablo<N>>(const std::string&);
ALEA_INSTANTIATE(2)
ALEA_INSTANTIATE(4)
ALEA_INSTANTIATE(6)
ALEA_INSTANTIATE(8)
ALEA_INSTANTIATE(10)
ALEA_INSTANTIATE(12)
ALEA_INSTANTIATE(14)
ALEA_INSTANTIATE(16)

}  // namespace alea
