// A forward must-analysis: the variables assigned on all paths to a location, as the greatest fixpoint of
// intersections, iterated over the locations in their order until nothing changes. A declaration makes its variable
// unassigned again. Sets are words of 64 bits, so that functions with many variables take several runs of a cheap
// analysis.

#include "program/dataflow/definite_assignment.h"

#include <algorithm>

namespace tandem::dataflow {

namespace {

// Variables are analysed 64 at a time, one bit each.
using Bits = std::uint64_t;

bool is_tracked(const Variable& variable) {
  return variable.kind == VariableKind::Local && variable.type->is_scalar() && !variable.address_taken;
}

class Analysis {
public:
  Analysis(const Function& function, std::vector<const Variable*> variables) : function_(function) {
    for (std::size_t i = 0; i < variables.size(); ++i) bit_[variables[i]] = Bits{1} << i;
    variables_ = std::move(variables);
    const Location* first = function.locations().front();
    first_location_ = first->id;
    for (const Location* location : function.locations()) first_location_ = std::min(first_location_, location->id);
    assigned_.assign(function.locations().size(), ~Bits{0});
    for (const Edge* edge : function.edges()) effects_[edge] = effect_of(*edge);
  }

  void run(MaybeUninitialisedReads& result) {
    solve();
    for (const Edge* edge : function_.edges()) {
      const Bits maybe_uninitialised = effects_[edge].reads & ~assigned_at(*edge->from);
      for (std::size_t i = 0; i < variables_.size(); ++i)
        if ((maybe_uninitialised >> i & 1) != 0) {
          result.by_edge[edge].push_back(variables_[i]);
          result.variables.insert(variables_[i]);
        }
    }
  }

private:
  struct Effect {
    Bits reads = 0, kept = ~Bits{0}, assigned = 0;
  };

  Bits& assigned_at(const Location& location) { return assigned_[location.id - first_location_]; }

  Bits bit(const Variable& variable) const {
    const auto found = bit_.find(&variable);
    return found == bit_.end() ? 0 : found->second;
  }

  Bits reads_of(const Expr* expr) const {
    Bits reads = 0;
    std::vector<const Expr*> work;
    if (expr != nullptr) work.push_back(expr);
    while (!work.empty()) {
      const Expr& at = *work.back();
      work.pop_back();
      if (at.kind() == ExprKind::Variable) reads |= bit(at.variable());
      for (const Expr* operand : at.operands()) work.push_back(operand);
    }
    return reads;
  }

  Effect effect_of(const Edge& edge) const {
    const Operation& op = edge.op;
    Effect effect;
    effect.reads = reads_of(op.value);
    for (const Expr* argument : op.arguments) effect.reads |= reads_of(argument);
    if (op.kind == OpKind::Declare) effect.kept = ~bit(*op.variable);
    if (op.lvalue == nullptr) return effect;
    if (op.lvalue->kind() == ExprKind::Variable)
      effect.assigned = bit(op.lvalue->variable());
    else
      effect.reads |= reads_of(op.lvalue);
    return effect;
  }

  void solve() {
    assigned_at(function_.entry()) = 0;
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Location* location : function_.locations())
        for (const Edge* edge : location->out) {
          const Effect& effect = effects_[edge];
          const Bits after = (assigned_at(*location) & effect.kept) | effect.assigned;
          Bits& at = assigned_at(*edge->to);
          changed |= (at & after) != at;
          at &= after;
        }
    }
  }

  const Function& function_;
  std::vector<const Variable*> variables_;
  std::unordered_map<const Variable*, Bits> bit_;
  std::uint32_t first_location_ = 0;
  std::vector<Bits> assigned_;
  std::unordered_map<const Edge*, Effect> effects_;
};

} // namespace

MaybeUninitialisedReads maybe_uninitialised_reads(const Function& function) {
  std::vector<const Variable*> candidates;
  for (const Variable* variable : function.locals())
    if (is_tracked(*variable)) candidates.push_back(variable);
  MaybeUninitialisedReads result;
  for (std::size_t i = 0; i < candidates.size(); i += 64) {
    const std::size_t end = std::min(i + 64, candidates.size());
    Analysis(function, {candidates.begin() + static_cast<std::ptrdiff_t>(i),
                        candidates.begin() + static_cast<std::ptrdiff_t>(end)})
        .run(result);
  }
  return result;
}

} // namespace tandem::dataflow
