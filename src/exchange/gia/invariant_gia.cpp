// Writing: one state for each distinct text, entered by all edges after which the text holds; from every state, since
// the automaton does not need to know where a run was. Reading: a worklist computes which states the automaton can be
// in at each location, ignoring conditions and call stacks, which over-approximates; the claim is the disjunction of
// the invariants of all arrivals, and there is none if one arrival claims nothing.

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
    std::map<std::string, std::vector<EdgeNameId>> edges; // by what is known after them
    for (const Edge* edge : program_.edges()) edges[known_behind(*edge)].push_back(builder.edge_name(edge->name));
    std::vector<std::pair<LabelId, StateId>> targets;
    const StateId nothing = builder.add_state(Accept::Nothing, "nothing-known");
    for (auto& [text, names] : edges)
      targets.emplace_back(builder.label(std::move(names)),
                           text.empty() ? nothing : builder.add_state(Accept::Nothing, "", builder.text(text)));
    for (StateId state = 0; state < edges.size() + (edges.contains("") ? 0 : 1); ++state)
      for (const auto& [label, target] : targets) builder.add_transition(state, label, target);
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

// The states in which the automaton can be at each location, whether or not conditions hold.
class Reader {
public:
  Reader(const Program& program, const Gia& gia)
      : program_(program), run_(program, gia), claims_(program.locations().size()),
        states_(program.locations().size()) {
    for (const Edge* edge : program.edges())
      if (enters_function(*edge)) calls_[edge->op.callee].push_back(edge);
  }

  std::vector<LocationInvariant> run() {
    reach(program_.entry().entry(), run_.initial(), nullptr);
    while (!waiting_.empty()) {
      const auto [location, state] = waiting_.back();
      waiting_.pop_back();
      leave(*location, state);
    }
    std::vector<LocationInvariant> result;
    for (const Location* location : program_.locations())
      if (const Expr* said = claim_at(*location)) result.push_back({location, said});
    return result;
  }

private:
  static constexpr StateId lost = UINT32_MAX; // the automaton's run has ended; nothing more is claimed

  struct Arrival {
    StateId state = lost;
    const Expr* claim = nullptr;
  };

  std::vector<Arrival> arrivals(StateId state, const Edge& edge) {
    std::vector<Arrival> result;
    bool always = false;
    if (state != lost)
      for (const RunGia::BoundTransition& step : run_.transitions(state, edge)) {
        result.push_back({step.target, step.invariant});
        always |= step.assumption == nullptr;
      }
    if (!always) result.push_back({});
    return result;
  }

  void reach(const Location& location, StateId state, const Expr* claim) {
    claims_[location.id].insert(claim);
    if (states_[location.id].insert(state).second) waiting_.emplace_back(&location, state);
  }

  void leave(const Location& location, StateId state) {
    for (const Edge* edge : location.out)
      for (const Arrival& arrival : arrivals(state, *edge)) {
        const bool is_indirect = edge->op.kind == OpKind::Call && edge->op.callee == nullptr;
        if (!is_indirect) reach(location_after(*edge), arrival.state, arrival.claim);
        for (const Function* function : program_.functions())
          if (is_indirect && function->has_body()) reach(function->entry(), arrival.state, nullptr);
        if (is_indirect) reach(*edge->to, lost, nullptr); // return from an external call
      }
    if (&location != &location.function->exit()) return;
    for (const Function* callee : {location.function, static_cast<const Function*>(nullptr)})
      for (const Edge* call : calls_[callee]) reach(*call->to, state, nullptr);
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
      for (const StateId state : states_[location.id])
        for (const Arrival& arrival : arrivals(state, *edge)) {
          std::vector<const Expr*> said;
          if (arrival.claim != nullptr) said = conjuncts(*arrival.claim);
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
  std::vector<std::set<StateId>> states_;                     // likewise
  std::vector<std::pair<const Location*, StateId>> waiting_;
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
