#include "analysis/predicate_invariants.h"

#include "analysis/implicant.h"
#include "analysis/term_to_expr.h"
#include "smt/traverse.h"

#include <algorithm>
#include <set>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t nodes_at_most = 48;
constexpr std::size_t atoms_left_out_at_most = 8;

class Invariants {
public:
  Invariants(const Program& program, vcgen::Executor& executor, const Values& values, Frames& frames)
      : context_(program.context()), executor_(executor), terms_(executor.terms()), values_(values), frames_(frames) {}

  // What holds at this node, or nullptr.
  const Expr* of(const Node& node) {
    const vcgen::CallFrame& frame = frames_[node.point.at.stack];
    names_.clear();
    for (const auto& [variable, key] : executor_.globals().registers) names_[key] = variable;
    for (const auto& [variable, key] : frame.registers) names_[key] = variable;
    TermToExpr translation(terms_, context_, [this](Term symbol) { return name(symbol); });
    std::vector<const Expr*> parts = constants(node.entry.state);
    if (const Expr* known = translation.condition(sayable(widened(node.abstraction), translation)))
      if (!known->is_integer_constant(1)) parts.push_back(known);
    const Expr* result = nullptr;
    for (const Expr* part : parts)
      result = result == nullptr ? part : &context_.binary(BinaryOp::LogicalAnd, *result, *part);
    return result;
  }

private:
  const Variable* name(Term symbol) const {
    const auto wide = wide_keys_.find(symbol);
    if (wide == wide_keys_.end() && !values_.is_symbol(symbol)) return nullptr;
    const auto found = names_.find(wide != wide_keys_.end() ? wide->second : values_.key(symbol));
    // Temporaries are no names that a person or another tool would know.
    if (found == names_.end() || found->second->kind == VariableKind::Temporary) return nullptr;
    return found->second;
  }

  std::vector<const Expr*> constants(const semantics::SymbolicState& state) const {
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
      const Term* value = state.cells.find(keys.at(variable));
      if (value == nullptr || !terms_.is_constant(*value)) continue;
      const Expr& constant = context_.integer(*variable->type, UInt128{terms_.bits(*value).low()});
      result.push_back(&context_.binary(BinaryOp::Eq, context_.variable(*variable), constant));
    }
    return result;
  }

  // Comparisons of variables that have symbols of a few bits, as comparisons of the whole variables.
  Term widened(Term formula) {
    smt::Substitution result(terms_);
    for (const Term atom : atoms(terms_, formula))
      if (const Term wide = widened_atom(atom)) result.replace(atom, wide);
    return result(formula);
  }

  Term widened_atom(Term atom) {
    const smt::Kind kind = terms_.kind(atom);
    if (kind != smt::Kind::Eq && kind != smt::Kind::BvUlt) return {};
    const Term left = terms_.arg(atom, 0), right = terms_.arg(atom, 1);
    const NarrowBits* of_left = values_.narrow(left);
    const NarrowBits* of_right = values_.narrow(right);
    const NarrowBits* bits = of_left != nullptr ? of_left : of_right;
    if (bits == nullptr || (of_right != nullptr && *of_right != *bits)) return {};
    if (kind == smt::Kind::BvUlt && bits->is_signed) return {};
    const Term a = widened(left, *bits), b = widened(right, *bits);
    if (!a || !b || terms_.sort(a) != terms_.sort(b)) return {};
    return kind == smt::Kind::Eq ? terms_.eq(a, b) : terms_.bv_ult(a, b);
  }

  // A symbol or a constant; nothing for other terms.
  Term widened(Term term, const NarrowBits& bits) {
    constexpr std::uint32_t enough = 64;
    if (terms_.is_constant(term))
      return bits.is_signed ? terms_.bv_sign_extend(term, enough) : terms_.bv_zero_extend(term, enough);
    if (values_.narrow(term) == nullptr) return {};
    const auto found = names_.find(values_.key(term));
    if (found == names_.end()) return {};
    Term& wide = wide_symbols_[term];
    const std::uint32_t width = found->second->type->width();
    if (!wide) wide = terms_.fresh("whole", smt::Sort::bv(width));
    wide_keys_[wide] = values_.key(term);
    return bits.is_signed ? terms_.bv_sign_extend(wide, enough) : terms_.bv_zero_extend(wide, enough);
  }

  // The formula without the atoms that have no translation: either truth of them is allowed.
  Term sayable(Term formula, TermToExpr& translation) {
    std::size_t left_out = 0;
    for (const Term atom : atoms(terms_, formula)) {
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
  vcgen::Executor& executor_;
  Terms& terms_;
  const Values& values_;
  Frames& frames_;
  std::map<std::uint64_t, const Variable*> names_; // of registers in scope, by key
  std::unordered_map<Term, Term> wide_symbols_;    // for symbols of a few bits, with all bits
  std::unordered_map<Term, std::uint64_t> wide_keys_;
};

} // namespace

std::vector<automata::LocationInvariant> loop_invariants(const Graph& graph, const Program& program,
                                                         vcgen::Executor& executor, const Values& values,
                                                         Frames& frames, BlockRunner& runner) {
  Invariants invariants(program, executor, values, frames);
  std::map<std::uint32_t, std::vector<const Node*>> by_head; // by Location::id
  for (NodeNumber i = 0; i < graph.size(); ++i) {
    const Location& at = *graph[i].point.at.location;
    if (graph[i].status == Status::Expanded && runner.order(*at.function).headed_component(at) >= 0)
      by_head[at.id].push_back(&graph[i]);
  }
  std::vector<automata::LocationInvariant> result;
  for (const auto& [id, nodes] : by_head) {
    if (nodes.size() > nodes_at_most) continue;
    const Expr* any = nullptr;
    bool sayable = true;
    std::set<const Expr*> said;
    for (const Node* node : nodes) {
      const Expr* known = invariants.of(*node);
      sayable = sayable && known != nullptr;
      if (!sayable) break;
      if (!said.insert(known).second) continue;
      any = any == nullptr ? known : &program.context().binary(BinaryOp::LogicalOr, *any, *known);
    }
    if (sayable) result.push_back({nodes.front()->point.at.location, any});
  }
  return result;
}

} // namespace tandem::analysis::predicate
