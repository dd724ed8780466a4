// The functions are the transitive closure of the call graph from the region's edges. The inputs are the variables that
// are live at the region's head (a backward may-analysis over the region, in which the edges back to the head end the
// iteration), and all variables that the analysis does not track because they are aggregates or their address is taken.

#include "region/code.h"

#include "program/dataflow/reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::region {

namespace {

using Variables = std::set<std::uint32_t>;

const Variable* whole_variable_written(const Operation& op) {
  if (op.kind == OpKind::Declare) return op.variable;
  return op.lvalue != nullptr && op.lvalue->kind() == ExprKind::Variable ? &op.lvalue->variable() : nullptr;
}

// Live variables: those that some path from the location reads before it assigns them.
class Liveness {
public:
  explicit Liveness(const Node& node) : node_(node) {
    for (const Location* location : node.locations) queue(*location);
    while (!work_.empty()) {
      const Location& location = *node_.function->locations()[*work_.rbegin()];
      work_.erase(std::prev(work_.end()));
      Variables live = before(location);
      if (live == live_[&location]) continue;
      live_[&location] = std::move(live);
      for (const Edge* edge : location.in)
        if (node_.contains(*edge->from)) queue(*edge->from);
    }
  }

  const Variables& at_head() { return live_[node_.head]; }

private:
  void queue(const Location& location) { work_.insert(graph::node_of(location)); }

  Variables before(const Location& location) {
    Variables result;
    for (const Edge* edge : location.out) {
      Variables after; // an edge back to the head ends the iteration
      if (edge->to != node_.head && node_.contains(*edge->to)) after = live_[edge->to];
      if (const Variable* written = whole_variable_written(edge->op)) after.erase(written->id);
      dataflow::for_each_read(edge->op, [&](const Expr& lvalue) {
        if (const Variable* root = root_variable(lvalue)) after.insert(root->id);
      });
      result.merge(after);
    }
    return result;
  }

  const Node& node_;
  std::map<const Location*, Variables> live_;
  std::set<graph::Graph::Node> work_; // processed from later to earlier locations
};

void find_variables(RegionCode& code) {
  std::map<std::uint32_t, const Variable*> mentioned;
  const auto add = [&](const Variable& variable) {
    if (!variable.is_global()) mentioned[variable.id] = &variable;
  };
  for (const Edge* edge : code.edges) {
    if (edge->op.variable != nullptr) add(*edge->op.variable);
    if (edge->op.lvalue != nullptr) for_each_variable(*edge->op.lvalue, add);
    if (edge->op.value != nullptr) for_each_variable(*edge->op.value, add);
    for (const Expr* argument : edge->op.arguments) for_each_variable(*argument, add);
  }
  Liveness liveness(*code.node);
  for (const auto& [id, variable] : mentioned) {
    code.variables.push_back(variable);
    const bool is_tracked = variable->type->is_scalar() && !variable->address_taken;
    if (!is_tracked || liveness.at_head().contains(id)) code.inputs.push_back(variable);
  }
}

class Collector {
public:
  Collector(const VerificationContext& verification_context, RegionCode& code)
      : verification_context_(verification_context), code_(code) {}

  void run() {
    for (const Edge* edge : code_.edges) add(*edge);
    while (!work_.empty() && code_.refusal.empty()) {
      const Function& function = *work_.back();
      work_.pop_back();
      for (const Edge* edge : function.edges()) add(*edge);
    }
    for (const auto& [id, function] : functions_) code_.functions.push_back(function);
    code_.all_edges = code_.edges;
    for (const Function* function : code_.functions)
      code_.all_edges.insert(code_.all_edges.end(), function->edges().begin(), function->edges().end());
  }

private:
  void add(const Edge& edge) {
    if (edge.op.kind != OpKind::Call) return;
    if (edge.op.callee != nullptr) return add(*edge.op.callee);
    const auto callees = verification_context_.aliases().callees(edge);
    if (callees.empty() || verification_context_.aliases().may_call_external(edge))
      return refuse(edge, "an external call through a pointer");
    for (const Function* callee : callees) {
      if (!callee->has_body() || &callee->type() != &edge.op.value->type().element() ||
          verification_context_.is_error_function(*callee))
        return refuse(edge, "a call through a pointer to functions of other types");
      add(*callee);
    }
  }

  void add(const Function& function) {
    if (!function.has_body() || verification_context_.is_error_function(function)) return;
    if (functions_.emplace(function.id(), &function).second) work_.push_back(&function);
  }

  void refuse(const Edge& edge, const std::string& what) {
    if (code_.refusal.empty())
      code_.refusal = fmt::format("{} at {}", what, verification_context_.program().text(edge.range.begin));
  }

  const VerificationContext& verification_context_;
  RegionCode& code_;
  std::map<std::uint32_t, const Function*> functions_;
  std::vector<const Function*> work_;
};

} // namespace

bool RegionCode::is_input(const Variable& variable) const {
  return std::ranges::binary_search(inputs, variable.id, {}, &Variable::id);
}

RegionCode code_of(const VerificationContext& verification_context, const Node& node) {
  RegionCode code;
  code.node = &node;
  code.edges = node.edges();
  code.refusal = verification_context.whole_only();
  if (node.function->type().is_variadic()) code.refusal = "the function takes variable arguments";
  if (!code.refusal.empty()) return code;
  Collector(verification_context, code).run();
  find_variables(code);
  return code;
}

} // namespace tandem::region
