// Writing: one run stays where nothing is known; at each edge after which a text holds, another one enters the state of
// that text and ends there. So the automaton is as small as what it says. Reading: a worklist computes which sets of
// states the automaton can be in at each location, ignoring call stacks, which over-approximates. All runs on one path
// claim something, so the claim of a set is the conjunction; the claim at the location is the disjunction over all sets
// that arrive, and there is none if one of them claims nothing. Runs that depend on an assumption are not followed.

#include "exchange/gia/invariant_gia.h"

#include "exchange/gia/conjuncts.h"
#include "exchange/gia/run_gia.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::exchange {

namespace {

bool enters_function(const Edge& edge) {
  return edge.op.kind == OpKind::Call && (edge.op.callee == nullptr || edge.op.callee->has_body());
}

bool is_branch(const Location& location) { return location.out.size() == 2; }

const Expr* conjunction(Context& context, const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return a == b ? a : &context.binary(BinaryOp::LogicalAnd, *a, *b);
}

class Writer {
public:
  Writer(const Program& program, std::span<const LocationInvariant> invariants)
      : program_(program), known_(program.locations().size()) {
    for (const LocationInvariant& each : invariants)
      known_[each.location->id] = conjunction(program.context(), known_[each.location->id], each.condition);
  }

  Gia run(GiaHeader header) {
    GiaBuilder builder(std::move(header));
    const StateId nothing = builder.add_state(Accept::Nothing, "nothing-known");
    builder.add_transition(nothing, Gia::any, nothing);
    std::map<std::string, std::vector<EdgeNameId>> edges; // by what is known after them
    for (const Edge* edge : program_.edges())
      if (std::string text = known_behind(*edge); !text.empty())
        edges[std::move(text)].push_back(builder.edge_name(edge->name));
    for (auto& [text, names] : edges)
      builder.add_transition(nothing, builder.label(std::move(names)),
                             builder.add_state(Accept::Nothing, "", builder.text(text)));
    return std::move(builder).finish();
  }

private:
  std::string known_behind(const Edge& edge) const {
    const bool is_indirect = edge.op.kind == OpKind::Call && edge.op.callee == nullptr;
    if (is_indirect) return "";
    const Location& to = location_after(edge);
    const Expr* here = known_[to.id];
    const Expr* before = is_reached_unseen(*edge.from) && is_branch(*edge.from) ? known_[edge.from->id] : nullptr;
    for (const Expr* said : {conjunction(program_.context(), here, before), here, before})
      if (said != nullptr)
        if (const auto text = condition_text(program_, to, *said)) return *text;
    return "";
  }

  // Whether it is reached without an edge, or by a return, so that no state with an invariant is entered.
  bool is_reached_unseen(const Location& location) const {
    return &location == &program_.entry().entry() ||
           std::ranges::any_of(location.in, [](const Edge* in) { return enters_function(*in); });
  }

  const Program& program_;
  std::vector<const Expr*> known_; // by Location::id
};

// The sets of states in which the automaton can be at each location.
class Reader {
public:
  Reader(const Program& program, const Gia& gia)
      : program_(program), run_(program, gia), claims_(program.locations().size()), sets_(program.locations().size()) {
    for (const Edge* edge : program.edges())
      if (enters_function(*edge)) calls_[edge->op.callee].push_back(edge);
  }

  std::vector<LocationInvariant> run() {
    reach(program_.entry().entry(), {{run_.initial()}});
    while (!waiting_.empty()) {
      const auto [location, set] = waiting_.back();
      waiting_.pop_back();
      leave(*location, set);
    }
    std::vector<LocationInvariant> result;
    for (const Location* location : program_.locations())
      if (const Expr* said = claim_at(*location)) result.push_back({location, said});
    return result;
  }

private:
  using Set = std::vector<StateId>; // ordered; empty: all runs have ended, nothing more is claimed

  struct Arrival {
    Set set;
    const Expr* claim = nullptr;
  };

  // More sets than this at one location are not distinguished: nothing is claimed.
  static constexpr std::size_t most_sets = 64;

  Arrival arrival(const Set& set, const Edge& edge) {
    Arrival result;
    std::set<StateId> targets;
    for (const StateId state : set)
      for (const RunGia::BoundTransition& step : run_.transitions(state, edge))
        if (step.assumption == nullptr && targets.insert(step.target).second)
          result.claim = conjunction(program_.context(), result.claim, step.invariant);
    result.set.assign(targets.begin(), targets.end());
    return result;
  }

  void reach(const Location& location, Arrival arrival) {
    std::set<Set>& known = sets_[location.id];
    if (known.size() >= most_sets && !known.contains(arrival.set)) arrival = {};
    claims_[location.id].insert(arrival.claim);
    if (known.insert(arrival.set).second) waiting_.emplace_back(&location, std::move(arrival.set));
  }

  void leave(const Location& location, const Set& set) {
    for (const Edge* edge : location.out) {
      Arrival next = arrival(set, *edge);
      const bool is_indirect = edge->op.kind == OpKind::Call && edge->op.callee == nullptr;
      for (const Function* function : program_.functions())
        if (is_indirect && function->has_body()) reach(function->entry(), {next.set});
      if (is_indirect)
        reach(*edge->to, {}); // return from an external call
      else
        reach(location_after(*edge), std::move(next));
    }
    if (&location != &location.function->exit()) return;
    for (const Function* callee : {location.function, static_cast<const Function*>(nullptr)})
      for (const Edge* call : calls_[callee]) reach(*call->to, {set});
  }

  const Expr* claim_at(const Location& location) {
    const std::set<const Expr*>& claims = claims_[location.id];
    if (claims.empty()) return nullptr;
    if (claims.contains(nullptr)) return is_branch(location) ? claim_behind(location) : nullptr;
    std::vector<const Expr*> ordered(claims.begin(), claims.end());
    std::ranges::sort(ordered, {}, &Expr::id);
    const Expr* any = ordered.front();
    for (const Expr* claim : std::span(ordered).subspan(1))
      any = &program_.context().binary(BinaryOp::LogicalOr, *any, *claim);
    return any;
  }

  // The conjuncts claimed after both edges: a branch changes nothing.
  const Expr* claim_behind(const Location& location) {
    std::optional<std::vector<const Expr*>> common;
    for (const Edge* edge : location.out)
      for (const Set& set : sets_[location.id]) {
        const Expr* claim = arrival(set, *edge).claim;
        std::vector<const Expr*> said;
        if (claim != nullptr) said = conjuncts(*claim);
        if (common)
          std::erase_if(*common, [&](const Expr* part) { return std::ranges::find(said, part) == said.end(); });
        else
          common = std::move(said);
      }
    const Expr* all = nullptr;
    if (common)
      for (const Expr* part : *common) all = conjunction(program_.context(), all, part);
    return all;
  }

  const Program& program_;
  RunGia run_;
  std::map<const Function*, std::vector<const Edge*>> calls_; // by callee; nullptr: through pointers
  std::vector<std::set<const Expr*>> claims_;                 // by Location::id; nullptr: none
  std::vector<std::set<Set>> sets_;                           // likewise
  std::vector<std::pair<const Location*, Set>> waiting_;
};

} // namespace

Gia invariant_gia(const Program& program, std::span<const LocationInvariant> invariants, GiaHeader header) {
  return Writer(program, invariants).run(std::move(header));
}

std::vector<LocationInvariant> invariants_of(const Program& program, const Gia& gia) {
  Reader reader(program, gia);
  // Most automata have no invariants, and some are large.
  if (std::ranges::all_of(gia.states(), [](const Gia::State& state) { return state.invariant == Gia::no_text; }))
    return {};
  return reader.run();
}

} // namespace tandem::exchange
