// Transitions to *ut* are labelled with the last edges before the error calls: a path is covered as soon as an error
// call is its only continuation. For a call that is verified although its callees are open, a state of its own stands
// for being inside the call; it is left by the callee's Return edges.

#include "region/proved_gia.h"

#include "exchange/gia/gia_file.h"
#include "region/live_checks.h"

#include <algorithm>
#include <set>

namespace tandem::region {

namespace {

using exchange::Accept;
using exchange::EdgeNameId;
using exchange::Gia;
using exchange::GiaBuilder;
using exchange::StateId;

class Writer {
public:
  Writer(const VerificationContext& verification_context, const std::vector<bool>& verified, std::string producer)
      : verification_context_(verification_context), verified_(verified),
        live_(live_checks(verification_context, verified)),
        builder_(exchange::gia_header(verification_context.program(), verification_context.property(),
                                      std::move(producer))) {}

  Gia write() && {
    const auto& outermost = verification_context_.checks_in(verification_context_.program().entry());
    if (std::ranges::all_of(outermost, [&](const Edge* check) { return verified_[check->id]; })) {
      builder_.add_state(Accept::Unreachable, "verified");
      return std::move(builder_).finish();
    }
    const StateId start = builder_.add_state(Accept::Nothing, "open");
    safe_ = builder_.add_state(Accept::Unreachable, "verified");
    builder_.add_transition(start, Gia::any, start);
    for (const Edge* check : verification_context_.checks()) {
      if (!verified_[check->id]) continue;
      if (verification_context_.is_error_call(*check))
        add(start, ways_to({check}), safe_);
      else if (leads_to_open(*check))
        follow(start, *check);
    }
    return std::move(builder_).finish();
  }

private:
  using Edges = std::set<const Edge*, bool (*)(const Edge*, const Edge*)>;
  static bool by_id(const Edge* a, const Edge* b) { return a->id < b->id; }

  bool leads_to_open(const Edge& call) const {
    return std::ranges::any_of(verification_context_.calls().callees(call), [&](const Function* callee) {
      return std::ranges::any_of(verification_context_.checks_in(*callee),
                                 [&](const Edge* check) { return live_[check->id]; });
    });
  }

  // The last edges before the error calls.
  Edges ways_to(const std::vector<const Edge*>& error_calls) const {
    Edges result(by_id);
    for (const Edge* call : error_calls) {
      result.insert(call->from->in.begin(), call->from->in.end());
      const Function& function = call->function();
      if (call->from != &function.entry()) continue;
      for (const Edge* caller : verification_context_.calls().calls_of(function))
        // A call through a pointer may enter other functions as well, so it does not imply the error.
        if (caller->op.callee != nullptr) result.insert(caller);
    }
    return result;
  }

  void add(StateId from, const Edges& edges, StateId to) {
    std::vector<EdgeNameId> names;
    for (const Edge* edge : edges) names.push_back(builder_.edge_name(edge->name));
    if (!names.empty()) builder_.add_transition(from, builder_.label(std::move(names)), to);
  }

  // No error is reached inside the call, until it returns.
  void follow(StateId start, const Edge& call) {
    std::set<const Function*> callees, inside;
    std::vector<const Function*> work;
    for (const Function* callee : verification_context_.calls().callees(call)) {
      if (!callee->has_body()) return;
      callees.insert(callee);
      if (inside.insert(callee).second) work.push_back(callee);
    }
    Edges edges(by_id);
    std::vector<const Edge*> error_calls;
    while (!work.empty()) {
      const Function& function = *work.back();
      work.pop_back();
      for (const Edge* edge : function.edges()) {
        if (verification_context_.is_error_call(*edge)) error_calls.push_back(edge);
        if (edge->op.kind == OpKind::Return && callees.contains(&function)) continue;
        edges.insert(edge);
        if (edge->op.kind != OpKind::Call || verification_context_.is_error_call(*edge)) continue;
        for (const Function* callee : verification_context_.calls().callees(*edge))
          if (callee->has_body() && inside.insert(callee).second) work.push_back(callee);
      }
    }
    const Edges ways = ways_to(error_calls);
    if (ways.contains(&call)) return add(start, Edges({&call}, by_id), safe_);
    const StateId within = builder_.add_state(Accept::Nothing);
    add(start, Edges({&call}, by_id), within);
    Edges inner_ways(by_id);
    for (const Edge* edge : ways)
      if (edges.contains(edge)) inner_ways.insert(edge);
    for (const Edge* edge : inner_ways) edges.erase(edge);
    add(within, inner_ways, safe_);
    add(within, edges, within);
  }

  const VerificationContext& verification_context_;
  const std::vector<bool>& verified_;
  std::vector<bool> live_;
  GiaBuilder builder_;
  StateId safe_ = 0;
};

} // namespace

Gia proved_gia(const VerificationContext& verification_context, const std::vector<bool>& verified,
               std::string producer) {
  return Writer(verification_context, verified, std::move(producer)).write();
}

} // namespace tandem::region
