// For each Declare edge inside a cycle, a forward search from the edge looks for a read that no overwriting precedes;
// variables whose address is taken count as read.

#include "program/cwriter/c_redeclarations.h"

#include "program/graph/weak_order.h"

#include <unordered_map>
#include <vector>

namespace tandem::cwriter {

namespace {

// Which variables an operation may read and which one it overwrites as a whole.
struct Access {
  std::unordered_set<const Variable*> reads;
  const Variable* overwrites = nullptr;
};

void add_reads(const Expr& expr, Access& access) {
  for_each_variable(expr, [&access](const Variable& variable) { access.reads.insert(&variable); });
}

// Writing a part of a variable does not read the variable, but subscripts and pointers in the lvalue are read.
void add_reads_of_target(const Expr& lvalue, Access& access) {
  const ExprKind kind = lvalue.kind();
  if (kind == ExprKind::Variable) return;
  if (!lvalue.is_lvalue()) return add_reads(lvalue, access);
  if (kind == ExprKind::Deref) return add_reads(lvalue.operand(0), access);
  add_reads_of_target(lvalue.operand(0), access);
  if (kind == ExprKind::Index) add_reads(lvalue.operand(1), access);
}

Access access_of(const Operation& op) {
  Access access;
  if (op.value != nullptr) add_reads(*op.value, access);
  for (const Expr* argument : op.arguments) add_reads(*argument, access);
  if (op.lvalue != nullptr) {
    add_reads_of_target(*op.lvalue, access);
    if (op.lvalue->kind() == ExprKind::Variable) access.overwrites = &op.lvalue->variable();
  }
  if (op.kind == OpKind::Declare) access.overwrites = op.variable;
  return access;
}

class Search {
public:
  // Whether some path from the edge's end reads the variable before it is overwritten.
  bool old_value_is_read(const Edge& declaration) {
    const Variable& variable = *declaration.op.variable;
    std::unordered_set<const Location*> seen{declaration.to};
    std::vector<const Location*> work{declaration.to};
    while (!work.empty()) {
      const Location& at = *work.back();
      work.pop_back();
      for (const Edge* edge : at.out) {
        const Access& access = access_of_edge(*edge);
        if (access.reads.contains(&variable)) return true;
        if (access.overwrites != &variable && seen.insert(edge->to).second) work.push_back(edge->to);
      }
    }
    return false;
  }

private:
  const Access& access_of_edge(const Edge& edge) {
    const auto [found, is_new] = accesses_.try_emplace(&edge);
    if (is_new) found->second = access_of(edge.op);
    return found->second;
  }

  std::unordered_map<const Edge*, Access> accesses_;
};

} // namespace

std::unordered_set<const Edge*> renewing_declarations(const Function& function) {
  std::unordered_set<const Edge*> result;
  const graph::WeakOrder order(function);
  if (order.components().empty()) return result;
  Search search;
  for (const Edge* edge : function.edges()) {
    if (edge->op.kind != OpKind::Declare || order.component(*edge->from) < 0) continue;
    if (edge->op.variable->address_taken || search.old_value_is_read(*edge)) result.insert(edge);
  }
  return result;
}

} // namespace tandem::cwriter
