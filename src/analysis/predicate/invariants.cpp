// An atom that has no translation to C is quantified away: the formula is replaced by the disjunction of its two
// cofactors for that atom, up to a limit of such atoms. Constants that the entry values track are added as equations.

#include "analysis/predicate/invariants.h"

#include "analysis/abstraction/implicant.h"
#include "analysis/abstraction/width_extension.h"
#include "semantics/symbolic/term_to_expr.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <set>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t nodes_at_most = 48;
constexpr std::size_t atoms_left_out_at_most = 8;

class Invariants {
public:
  Invariants(const Program& program, symex::Executor& executor, const abstraction::Values& values,
             abstraction::Frames& frames)
      : context_(program.context()), executor_(executor), terms_(executor.terms()), values_(values), frames_(frames) {}

  // Predicates at this node's location.
  std::vector<const Expr*> of(const Node& node, const std::vector<smt::Term>& predicates) {
    choose_names(node);
    semantics::symbolic::TermToExpr translation(terms_, context_, [this](smt::Term symbol) { return name(symbol); });
    std::vector<const Expr*> result;
    for (const smt::Term predicate : predicates)
      if (const Expr* translated = translation.condition(width_extension_.of(predicate))) result.push_back(translated);
    return result;
  }

  // The invariant of this node, or nullptr.
  const Expr* of(const Node& node) {
    choose_names(node);
    semantics::symbolic::TermToExpr translation(terms_, context_, [this](smt::Term symbol) { return name(symbol); });
    std::vector<const Expr*> parts = constants(node.entry.state);
    if (const Expr* known = translation.condition(expressible(width_extension_.of(node.abstraction), translation)))
      if (!known->is_integer_constant(1)) parts.push_back(known);
    const Expr* result = nullptr;
    for (const Expr* part : parts)
      result = result == nullptr ? part : &context_.binary(BinaryOp::LogicalAnd, *result, *part);
    return result;
  }

private:
  void choose_names(const Node& node) {
    names_.clear();
    for (const auto& [variable, key] : executor_.globals().registers) names_[key] = variable;
    for (const auto& [variable, key] : frames_[node.point.at.stack].registers) names_[key] = variable;
  }

  const Variable* name(smt::Term symbol) const {
    const auto key = width_extension_.key(symbol);
    if (!key) return nullptr;
    const auto found = names_.find(*key);
    // Temporaries mean nothing to people and other tools.
    if (found == names_.end() || found->second->kind == VariableKind::Temporary) return nullptr;
    return found->second;
  }

  std::vector<const Expr*> constants(const semantics::symbolic::SymbolicState& state) const {
    std::vector<const Variable*> variables;
    for (const auto& [key, variable] : names_)
      if (variable->type->is_integer() && !variable->type->is_bool() && variable->type->width() <= 64 &&
          variable->kind != VariableKind::Temporary)
        variables.push_back(variable);
    std::ranges::sort(variables, {}, &Variable::id);
    std::map<const Variable*, std::uint64_t> keys;
    for (const auto& [key, variable] : names_) keys[variable] = key;
    std::vector<const Expr*> result;
    for (const Variable* variable : variables) {
      const smt::Term* value = state.cells.find(keys.at(variable));
      if (value == nullptr || !terms_.is_constant(*value)) continue;
      const Expr& constant = context_.integer(*variable->type, UInt128{terms_.bits(*value).low()});
      result.push_back(&context_.binary(BinaryOp::Eq, context_.variable(*variable), constant));
    }
    return result;
  }

  // The formula without the atoms that have no translation: existential quantification over their truth values.
  smt::Term expressible(smt::Term formula, semantics::symbolic::TermToExpr& translation) {
    std::size_t left_out = 0;
    for (const smt::Term atom : abstraction::atoms(terms_, formula)) {
      if (translation.condition(atom) != nullptr) continue;
      if (++left_out > atoms_left_out_at_most) return terms_.true_();
      smt::Substitution holds(terms_), fails(terms_);
      holds.replace(atom, terms_.true_());
      fails.replace(atom, terms_.false_());
      formula = terms_.or_(holds(formula), fails(formula));
    }
    return formula;
  }

  Context& context_;
  symex::Executor& executor_;
  smt::Terms& terms_;
  const abstraction::Values& values_;
  abstraction::Frames& frames_;
  std::map<std::uint64_t, const Variable*> names_; // of registers in scope, by key
  abstraction::WidthExtension width_extension_{terms_, values_, [this](std::uint64_t key) {
                                                 const auto found = names_.find(key);
                                                 return found == names_.end() ? 0 : found->second->type->width();
                                               }};
};

} // namespace

std::vector<exchange::LocationInvariant> loop_invariants(const Graph& graph, const Program& program,
                                                         symex::Executor& executor, const abstraction::Values& values,
                                                         abstraction::Frames& frames,
                                                         abstraction::BlockRunner& runner) {
  Invariants invariants(program, executor, values, frames);
  std::map<std::uint32_t, std::vector<const Node*>> by_head; // by Location::id
  for (NodeNumber i = 0; i < graph.size(); ++i) {
    const Location& at = *graph[i].point.at.location;
    if (graph[i].status == Status::Expanded && runner.order(*at.function).headed_component(at) >= 0)
      by_head[at.id].push_back(&graph[i]);
  }
  std::vector<exchange::LocationInvariant> result;
  for (const auto& [id, nodes] : by_head) {
    if (nodes.size() > nodes_at_most) continue;
    const Expr* any = nullptr;
    bool expressible = true;
    std::set<const Expr*> said;
    for (const Node* node : nodes) {
      const Expr* known = invariants.of(*node);
      expressible = expressible && known != nullptr;
      if (!expressible) break;
      if (!said.insert(known).second) continue;
      any = any == nullptr ? known : &program.context().binary(BinaryOp::LogicalOr, *any, *known);
    }
    if (expressible) result.push_back({nodes.front()->point.at.location, any});
  }
  return result;
}

std::vector<exchange::LocationInvariant>
predicates_at_heads(const Graph& graph, const Program& program, symex::Executor& executor,
                    const abstraction::Values& values, abstraction::Frames& frames, abstraction::BlockRunner& runner,
                    const abstraction::Precision& precision) {
  constexpr std::size_t most_of_a_head = 40;
  Invariants invariants(program, executor, values, frames);
  std::vector<exchange::LocationInvariant> result = loop_invariants(graph, program, executor, values, frames, runner);
  std::set<std::uint32_t> done; // by Location::id
  for (NodeNumber i = 0; i < graph.size(); ++i) {
    const Location& at = *graph[i].point.at.location;
    if (graph[i].status == Status::Removed || runner.order(*at.function).headed_component(at) < 0 ||
        !done.insert(at.id).second)
      continue;
    std::vector<smt::Term> predicates = precision.at(at);
    if (predicates.size() > most_of_a_head) predicates.erase(predicates.begin(), predicates.end() - most_of_a_head);
    for (const Expr* predicate : invariants.of(graph[i], predicates)) result.push_back({&at, predicate});
  }
  return result;
}

} // namespace tandem::analysis::predicate
