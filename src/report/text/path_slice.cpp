#include "report/text/path_slice.h"

#include "program/dataflow/reads.h"
#include "program/dataflow/writes.h"
#include "program/graph/dominators.h"
#include "program/pointers/alias.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tandem::report {

namespace {

using exchange::witness::SourceStep;
using pointers::RegionId;

// What a step may read: a region, and for locals that no pointer reaches, the activation they belong to.
using Key = std::pair<std::uint32_t, RegionId>;
constexpr std::uint32_t any_activation = 0xffffffff;

class PathSlicer {
public:
  PathSlicer(const Program& program, std::span<const Edge* const> path, std::span<const SourceStep> steps)
      : aliases_(program, pointers::UndefinedFunctions::HaveNoEffect), path_(path), steps_(steps),
        matters_(path.size(), false), calls_(program, aliases_) {
    written_by_functions_ = dataflow::written_by_functions(program, aliases_, calls_);
    find_calls();
  }

  std::vector<bool> run() {
    keep(path_.size() - 1);
    for (std::size_t i = path_.size() - 1; i-- > 0;) visit(i);
    return std::move(matters_);
  }

private:
  void find_calls();
  void visit(std::size_t index);
  void visit_call(std::size_t index);
  void visit_return(std::size_t index);
  void visit_branch(std::size_t index);
  bool decides(const Location& later, const Edge& branch);
  bool other_side_writes(const Edge& branch, std::uint32_t activation);
  const std::set<RegionId>& written_instead_of(const Edge& branch);
  const graph::PostDominators& after(const Function& function);

  void keep(std::size_t index);
  void need(const Expr& lvalue, std::uint32_t activation);
  void need_reads(const Expr& value, std::uint32_t activation) {
    dataflow::for_each_read(value, [&](const Expr& read) { need(read, activation); });
  }
  bool is_needed(const Expr& lvalue, std::uint32_t activation) const;
  void overwrite(const Expr& lvalue, std::uint32_t activation);
  Key key(RegionId region, std::uint32_t activation) const;

  pointers::AliasPartition aliases_;
  std::span<const Edge* const> path_;
  std::span<const SourceStep> steps_;
  std::vector<bool> matters_;
  std::map<std::uint32_t, std::size_t> call_of_;               // by activation: the index of the call that began it
  std::map<std::size_t, std::uint32_t> callee_of_;             // and back
  std::set<Key> needed_;                                       // read later by steps that matter
  std::map<std::uint32_t, std::set<const Location*>> pending_; // by activation: what control has to reach
  std::map<const Function*, graph::PostDominators> after_;
  std::vector<std::vector<RegionId>> written_by_functions_; // by function id, with what they call
  pointers::CallGraph calls_;
  std::map<const Edge*, std::set<RegionId>> instead_; // by branch: what the other one may write before both meet
};

void PathSlicer::find_calls() {
  for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
    const bool enters = path_[i]->op.kind == OpKind::Call && steps_[i + 1].activation > steps_[i].activation &&
                        path_[i + 1]->from == &path_[i + 1]->function().entry();
    if (!enters || call_of_.contains(steps_[i + 1].activation)) continue;
    call_of_[steps_[i + 1].activation] = i;
    callee_of_[i] = steps_[i + 1].activation;
  }
}

Key PathSlicer::key(RegionId region, std::uint32_t activation) const {
  const pointers::Region& known = aliases_.regions()[region];
  const bool is_local = known.is_plain && known.members.size() == 1 &&
                        aliases_.objects()[known.members[0].object].variable != nullptr &&
                        !aliases_.objects()[known.members[0].object].variable->is_global();
  return {is_local ? activation : any_activation, region};
}

void PathSlicer::need(const Expr& lvalue, std::uint32_t activation) {
  for (const RegionId region : dataflow::regions_of(aliases_, lvalue)) needed_.insert(key(region, activation));
}

bool PathSlicer::is_needed(const Expr& lvalue, std::uint32_t activation) const {
  const std::vector<RegionId> regions = dataflow::regions_of(aliases_, lvalue);
  return std::ranges::any_of(regions, [&](RegionId region) { return needed_.contains(key(region, activation)); });
}

// A write to the whole of a variable or member ends the need for earlier ones.
void PathSlicer::overwrite(const Expr& lvalue, std::uint32_t activation) {
  const Expr* part = &lvalue;
  while (part->kind() == ExprKind::Field) part = &part->operand(0);
  if (part->kind() != ExprKind::Variable) return;
  const std::vector<RegionId> regions = dataflow::regions_of(aliases_, lvalue);
  if (regions.size() != 1) return;
  const pointers::Region& region = aliases_.regions()[regions[0]];
  if (region.members.size() == 1 && region.members[0].repetitions.empty()) needed_.erase(key(regions[0], activation));
}

// The step matters, and so does that control reaches it.
void PathSlicer::keep(std::size_t index) {
  if (matters_[index]) return;
  matters_[index] = true;
  pending_[steps_[index].activation].insert(path_[index]->from);
}

void PathSlicer::visit(std::size_t index) {
  const Edge& edge = *path_[index];
  const std::uint32_t activation = steps_[index].activation;
  switch (edge.op.kind) {
  case OpKind::Skip:
  case OpKind::Declare: return;
  case OpKind::Assume: return visit_branch(index);
  case OpKind::Call: return visit_call(index);
  case OpKind::Return: return visit_return(index);
  case OpKind::Assign:
  case OpKind::Nondet: break;
  }
  if (!is_needed(*edge.op.lvalue, activation)) return;
  keep(index);
  overwrite(*edge.op.lvalue, activation);
  dataflow::for_each_read(edge.op, [&](const Expr& read) { need(read, activation); });
}

const graph::PostDominators& PathSlicer::after(const Function& function) {
  return after_.try_emplace(&function, function).first->second;
}

// Whether control gets to `later` because of this branch's outcome.
bool PathSlicer::decides(const Location& later, const Edge& branch) {
  const graph::PostDominators& after = this->after(branch.function());
  return after.dominates(later, *branch.to) && (&later == branch.from || !after.dominates(later, *branch.from));
}

const std::set<RegionId>& PathSlicer::written_instead_of(const Edge& branch) {
  const auto [known, is_new] = instead_.try_emplace(&branch);
  std::set<RegionId>& written = known->second;
  if (!is_new) return written;
  const Location* meet = after(branch.function()).parent(*branch.from);
  std::set<const Location*> seen;
  std::vector<const Location*> work;
  for (const Edge* other : branch.from->out)
    if (other != &branch) work.push_back(other->to);
  while (!work.empty()) {
    const Location* location = work.back();
    work.pop_back();
    if (location == meet || location == branch.from || !seen.insert(location).second) continue;
    for (const Edge* edge : location->out) {
      for (const RegionId region : dataflow::written_by(aliases_, *edge)) written.insert(region);
      if (edge->op.kind == OpKind::Call)
        for (const Function* callee : calls_.callees(*edge))
          written.insert(written_by_functions_[callee->id()].begin(), written_by_functions_[callee->id()].end());
      work.push_back(edge->to);
    }
  }
  return written;
}

bool PathSlicer::other_side_writes(const Edge& branch, std::uint32_t activation) {
  return std::ranges::any_of(written_instead_of(branch),
                             [&](RegionId region) { return needed_.contains(key(region, activation)); });
}

void PathSlicer::visit_branch(std::size_t index) {
  const Edge& edge = *path_[index];
  const std::uint32_t activation = steps_[index].activation;
  const bool is_choice = edge.from->out.size() > 1;
  bool reads_needed = false; // an assumption about values that matter
  if (!is_choice)
    dataflow::for_each_read(*edge.op.value, [&](const Expr& read) { reads_needed |= is_needed(read, activation); });
  const auto waiting = pending_.find(activation);
  std::vector<const Location*> decided;
  if (is_choice && waiting != pending_.end())
    for (const Location* later : waiting->second)
      if (decides(*later, edge)) decided.push_back(later);
  if (decided.empty() && !reads_needed && !(is_choice && other_side_writes(edge, activation))) return;
  for (const Location* later : decided) waiting->second.erase(later);
  keep(index);
  need_reads(*edge.op.value, activation);
}

// The result is written in the caller's scope when the callee returns.
void PathSlicer::visit_return(std::size_t index) {
  const auto call = call_of_.find(steps_[index].activation);
  if (call == call_of_.end()) return;
  const Edge& caller = *path_[call->second];
  const std::uint32_t outside = steps_[call->second].activation;
  if (caller.op.lvalue == nullptr || !is_needed(*caller.op.lvalue, outside)) return;
  keep(index);
  overwrite(*caller.op.lvalue, outside);
  dataflow::for_each_read_of_address(*caller.op.lvalue, [&](const Expr& read) { need(read, outside); });
  if (path_[index]->op.value != nullptr) need_reads(*path_[index]->op.value, steps_[index].activation);
}

void PathSlicer::visit_call(std::size_t index) {
  const Edge& edge = *path_[index];
  const std::uint32_t activation = steps_[index].activation;
  const auto callee = callee_of_.find(index);
  if (callee == callee_of_.end()) { // nothing of it was executed: a library function, or one without a body
    const bool gives = edge.op.lvalue != nullptr && is_needed(*edge.op.lvalue, activation);
    const std::vector<RegionId> written = dataflow::written_by(aliases_, edge);
    const bool writes =
        std::ranges::any_of(written, [&](RegionId region) { return needed_.contains(key(region, activation)); });
    if (!gives && !writes) return;
    keep(index);
    if (gives) overwrite(*edge.op.lvalue, activation);
    for (const Expr* argument : edge.op.arguments) {
      need_reads(*argument, activation);
      for (const pointers::LvaluePart& part : aliases_.parts_behind(*argument))
        needed_.insert(key(part.region, activation));
    }
    return;
  }
  const Function& entered = path_[index + 1]->function();
  for (std::size_t i = 0; i < entered.parameters().size() && i < edge.op.arguments.size(); ++i) {
    const Expr& parameter = aliases_.program().context().variable(*entered.parameters()[i]);
    if (!is_needed(parameter, callee->second)) continue;
    keep(index);
    overwrite(parameter, callee->second);
    need_reads(*edge.op.arguments[i], activation);
  }
  if (pending_.erase(callee->second) > 0) keep(index);
  if (matters_[index] && edge.op.value != nullptr) need_reads(*edge.op.value, activation); // a function pointer
}

} // namespace

std::vector<bool> path_slice(const Program& program, std::span<const Edge* const> path,
                             std::span<const SourceStep> steps) {
  constexpr std::size_t most_steps = 2'000'000; // more would keep the user waiting
  if (path.empty() || path.size() > most_steps) return std::vector<bool>(path.size(), true);
  return PathSlicer(program, path, steps).run();
}

} // namespace tandem::report
