// Available expressions (Cocke, 1970), function by function: behind a check its condition is known, until an edge may
// change what it reads. That bytes may be written implies that they may be read.

#include "transform/checks/redundant_checks.h"

#include "program/model/allocation.h"
#include "program/model/context.h"
#include "program/model/expr.h"
#include "program/model/variable.h"
#include "transform/checks/flow_ranges.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::transform::checks {

namespace {

using Facts = std::vector<bool>; // by number

// What the value of a condition depends on.
struct Reads {
  std::set<const Variable*> variables;
  bool memory = false;    // what a pointer leads to
  bool lifetimes = false; // which objects exist
  bool shared = false;    // variables that other functions can change
};

class Reader {
public:
  Reads of(const Expr& expr) {
    reads_ = {};
    value(expr);
    return std::move(reads_);
  }

private:
  void value(const Expr& expr) {
    if (expr.kind() == ExprKind::AddressOf) return place(expr.operand(0));
    if (expr.kind() == ExprKind::Query) reads_.lifetimes = true;
    if (!expr.is_lvalue()) {
      for (const Expr* operand : expr.operands()) value(*operand);
      return;
    }
    if (const Variable* variable = root_variable(expr)) {
      reads_.variables.insert(variable);
      if (variable->is_global() || variable->address_taken) reads_.shared = true;
      if (variable->address_taken) reads_.memory = true;
    } else {
      reads_.memory = reads_.shared = true;
    }
    place(expr);
  }

  void place(const Expr& lvalue) {
    if (lvalue.kind() == ExprKind::Deref) return value(lvalue.operand(0));
    if (lvalue.kind() == ExprKind::Variable) return;
    if (!lvalue.is_lvalue()) return value(lvalue);
    place(lvalue.operand(0));
    if (lvalue.kind() == ExprKind::Index) value(lvalue.operand(1));
  }

  Reads reads_;
};

class Search {
public:
  Search(const Program& program, const std::vector<PlacedCheck>& checks,
         const std::vector<copy::InsertedOperation>& operations, std::vector<bool>& redundant)
      : program_(program), checks_(checks), redundant_(redundant) {
    for (const copy::InsertedOperation& each : operations)
      if (each.op.kind == OpKind::EndScope)
        scope_ends_.insert(each.edge);
      else
        assigned_[each.edge].insert(&each.op.lvalue->variable());
  }

  void run(const Function& function, const std::vector<std::size_t>& own) {
    numbers_.clear();
    reads_.clear();
    at_.clear();
    for (const std::size_t check : own) {
      number(*checks_[check].condition);
      at_[checks_[check].location].push_back(check);
    }
    solve(function);
    for (const auto& [location, here] : at_) {
      Facts known = before_.at(location);
      for (const std::size_t check : here) {
        redundant_[check] = known[numbers_.at(checks_[check].condition)];
        learn(*checks_[check].condition, known);
      }
    }
  }

private:
  std::size_t number(const Expr& condition) {
    const auto [found, is_new] = numbers_.try_emplace(&condition, numbers_.size());
    if (is_new) reads_.push_back(Reader().of(condition));
    return found->second;
  }

  void learn(const Expr& condition, Facts& known) const {
    known[numbers_.at(&condition)] = true;
    if (condition.kind() != ExprKind::Query || condition.query() != MemoryQuery::IsWritable) return;
    const Expr& readable = program_.context().query(MemoryQuery::IsReadable, condition.operands());
    if (const auto found = numbers_.find(&readable); found != numbers_.end()) known[found->second] = true;
  }

  // What holds behind a branch.
  void learn_branch(const Expr& condition, bool is_true, Facts& known) const {
    if (condition.kind() == ExprKind::Unary && condition.unary_op() == UnaryOp::LogicalNot)
      return learn_branch(condition.operand(0), !is_true, known);
    const bool is_logic = condition.kind() == ExprKind::Binary && is_logical(condition.binary_op());
    if (is_logic && (condition.binary_op() == BinaryOp::LogicalAnd) == is_true) {
      learn_branch(condition.operand(0), is_true, known);
      learn_branch(condition.operand(1), is_true, known);
    }
    if (const auto found = numbers_.find(&condition); is_true && found != numbers_.end()) known[found->second] = true;
  }

  void solve(const Function& function) {
    before_.clear();
    for (const Location* location : function.locations()) before_[location] = Facts(numbers_.size(), true);
    before_[&function.entry()] = Facts(numbers_.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Location* location : function.locations()) {
        Facts after = before_.at(location);
        if (const auto here = at_.find(location); here != at_.end())
          for (const std::size_t check : here->second) learn(*checks_[check].condition, after);
        for (const Edge* edge : location->out) {
          Facts behind = after;
          forget(*edge, behind);
          if (edge->op.kind == OpKind::Assume) learn_branch(*edge->op.value, edge->op.truth, behind);
          Facts& to = before_.at(edge->to);
          for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i] && !behind[i]) {
              to[i] = false;
              changed = true;
            }
        }
      }
    }
  }

  void forget(const Edge& edge, Facts& known) const {
    const Operation& op = edge.op;
    const Variable* written = op.lvalue != nullptr ? root_variable(*op.lvalue) : op.variable;
    const bool writes_memory =
        (op.lvalue != nullptr && (written == nullptr || written->address_taken)) || op.kind == OpKind::Call;
    const bool calls = op.kind == OpKind::Call;
    const bool ends_lifetimes =
        scope_ends_.contains(&edge) ||
        (calls && (op.callee == nullptr || op.callee->has_body() || frees_argument(op.callee->name())));
    const auto flags = assigned_.find(&edge);
    const auto reads_flag = [&](const Reads& reads) {
      return flags != assigned_.end() &&
             std::ranges::any_of(flags->second, [&](const Variable* flag) { return reads.variables.contains(flag); });
    };
    if (written == nullptr && !writes_memory && !ends_lifetimes && flags == assigned_.end()) return;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Reads& reads = reads_[i];
      if ((written != nullptr && reads.variables.contains(written)) || (writes_memory && reads.memory) ||
          (calls && reads.shared) || (ends_lifetimes && reads.lifetimes) || reads_flag(reads))
        known[i] = false;
    }
  }

  const Program& program_;
  const std::vector<PlacedCheck>& checks_;
  std::vector<bool>& redundant_;
  std::set<const Edge*> scope_ends_;
  std::map<const Edge*, std::set<const Variable*>> assigned_; // flags, behind the edge
  std::map<const Expr*, std::size_t> numbers_;
  std::vector<Reads> reads_; // by number
  std::map<const Location*, std::vector<std::size_t>> at_;
  std::map<const Location*, Facts> before_;
};

} // namespace

std::vector<bool> redundant_checks(const Program& program, const std::vector<PlacedCheck>& checks,
                                   const std::vector<copy::InsertedOperation>& operations) {
  std::vector<bool> result(checks.size(), false);
  std::map<const Function*, std::vector<std::size_t>> by_function;
  for (std::size_t i = 0; i < checks.size(); ++i)
    if (checks[i].condition != nullptr) by_function[checks[i].location->function].push_back(i);
  Search search(program, checks, operations, result);
  for (const auto& [function, own] : by_function)
    if (!has_second_returns(*function)) search.run(*function, own);
  return result;
}

} // namespace tandem::transform::checks
