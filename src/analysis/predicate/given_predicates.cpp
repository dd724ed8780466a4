// Only transitions whose target can still reach ut are read (future acceptance). For an edge that leads to no loop head
// or function entry, breadth-first search over the automaton's states finds the nearest heads in both directions.

#include "analysis/predicate/given_predicates.h"

#include "analysis/abstraction/implicant.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_conditions.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <set>

namespace tandem::analysis::predicate {

using exchange::Gia;
using exchange::StateId;

namespace {

class Collection {
public:
  Collection(const Program& program, const Gia& gia, abstraction::BlockRunner& runner)
      : gia_(gia), runner_(runner), conditions_(program, gia), edges_(exchange::bind_edges(program, gia, conditions_)),
        future_(exchange::future_acceptance(gia)) {
    for (const Gia::Transition& transition : gia.transitions()) {
      next_[transition.source].push_back(transition.target);
      before_[transition.target].push_back(transition.source);
    }
  }

  // Calls found(location, condition, function whose names it uses).
  template <typename Found> void run(Found found) {
    for (const Gia::Transition& transition : gia_.transitions()) {
      if (!future_[transition.target].ut) continue;
      for (const exchange::TextId text : {transition.assumption, gia_.states()[transition.target].invariant}) {
        if (text == Gia::no_text) continue;
        for (const exchange::EdgeNameId name : gia_.edges(transition.label)) {
          const Expr* condition = conditions_.find(text, *edges_[name]);
          if (condition == nullptr) continue;
          const Location& after = exchange::location_after(*edges_[name]);
          for (const Location* head : heads_at(after, transition)) found(*head, *condition, *after.function);
        }
      }
    }
  }

private:
  bool is_head(const Location& location) { return runner_.order(*location.function).headed_component(location) >= 0; }

  std::set<const Location*> heads_at(const Location& after, const Gia::Transition& transition) {
    if (is_head(after) || &after == &after.function->entry()) return {&after};
    std::set<const Location*> heads;
    nearest(transition.target, next_, heads);
    nearest(transition.source, before_, heads);
    return heads;
  }

  // The nearest loop heads from a state, forwards or backwards.
  void nearest(StateId start, const std::map<StateId, std::vector<StateId>>& ways, std::set<const Location*>& heads) {
    std::set<StateId> seen{start};
    std::vector<StateId> work{start};
    while (!work.empty()) {
      const StateId state = work.back();
      work.pop_back();
      bool found = false;
      for (const Gia::Transition& transition : gia_.out(state))
        for (const exchange::EdgeNameId name : gia_.edges(transition.label))
          if (is_head(*edges_[name]->from)) {
            heads.insert(edges_[name]->from);
            found = true;
          }
      const auto more = ways.find(state);
      if (found || more == ways.end()) continue;
      for (const StateId other : more->second)
        if (seen.insert(other).second) work.push_back(other);
    }
  }

  const Gia& gia_;
  abstraction::BlockRunner& runner_;
  exchange::GiaConditions conditions_;
  std::vector<const Edge*> edges_;
  std::vector<exchange::FutureAcceptance> future_;
  std::map<StateId, std::vector<StateId>> next_, before_;
};

} // namespace

GivenPredicates::GivenPredicates(const Program& program, const Gia& gia, abstraction::BlockRunner& runner) {
  Collection(program, gia, runner).run([this](const Location& head, const Expr& condition, const Function& scope) {
    auto& known = by_location_[&head];
    const std::pair<const Expr*, const Function*> entry{&condition, &scope};
    if (std::ranges::find(known, entry) == known.end()) known.push_back(entry);
  });
}

std::size_t GivenPredicates::count(const Location& location) const {
  const auto found = by_location_.find(&location);
  return found == by_location_.end() ? 0 : found->second.size();
}

void GivenPredicates::add(reach::ControlPoint at, const abstraction::Entry& entry, symex::Executor& executor,
                          const reach::CallStacks& stacks, abstraction::Frames& frames,
                          const abstraction::Values& values, abstraction::Precision& precision) const {
  const auto found = by_location_.find(at.location);
  if (found == by_location_.end()) return;
  smt::Terms& terms = executor.terms();
  for (const auto& [condition, scope] : found->second) {
    reach::StackId stack = at.stack;
    while (&stacks.function(stack) != scope && stacks.call(stack) != nullptr) stack = stacks.caller(stack);
    if (&stacks.function(stack) != scope) continue;
    semantics::symbolic::SymbolicState state = entry.state;
    for (const smt::Term atom : abstraction::atoms(terms, executor.in(state, frames[stack]).condition(*condition))) {
      const auto variables = smt::variables(terms, std::span(&atom, 1));
      // Values that are unknown or exact at the entry need no predicates.
      if (variables.empty() || !std::ranges::all_of(variables, [&](smt::Term v) { return values.is_symbol(v); }))
        continue;
      precision.add(*at.location, atom);
    }
  }
}

} // namespace tandem::analysis::predicate
