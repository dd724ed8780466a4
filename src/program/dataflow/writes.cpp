// Edges write the regions of their lvalue and, for library functions, those behind their pointer arguments. Functions:
// a fixpoint over the call graph bottom-up, so that more than one pass is needed for recursion only.

#include "program/dataflow/writes.h"

#include "program/model/library.h"
#include "program/model/library_writes.h"
#include "program/pointers/alias_library.h"
#include "program/pointers/call_graph.h"

#include <algorithm>

namespace tandem::dataflow {

namespace {

using pointers::LibraryEffect;

// Beyond the library's table: builtins that the alias analysis knows.
bool writes_behind(const Function& callee, std::size_t i, const Expr& argument) {
  const std::optional<clib::Effect> effect = library_effect(callee);
  return !effect || may_write_behind(*effect, i, argument);
}

} // namespace

std::vector<const Function*> library_callees(const pointers::AliasPartition& aliases, const Edge& edge) {
  std::vector<const Function*> result;
  if (edge.op.kind != OpKind::Call) return result;
  for (const Function* callee : aliases.callees(edge)) {
    const bool is_known =
        is_library_function(*callee) || pointers::library_effect(callee->name()) != LibraryEffect::Unknown;
    if (!callee->has_body() && is_known) result.push_back(callee);
  }
  return result;
}

std::vector<pointers::RegionId> regions_of(const pointers::AliasPartition& aliases, const Expr& lvalue) {
  std::vector<pointers::RegionId> result;
  if (lvalue.type().is_scalar()) {
    if (const pointers::Region* region = aliases.region(lvalue)) result.push_back(region->id);
  } else {
    for (const pointers::LvaluePart& part : aliases.parts(lvalue)) result.push_back(part.region);
  }
  return result;
}

std::vector<pointers::RegionId> written_by(const pointers::AliasPartition& aliases, const Edge& edge) {
  const Operation& op = edge.op;
  std::vector<pointers::RegionId> result;
  const auto add_lvalue = [&](const Expr& lvalue) {
    const std::vector<pointers::RegionId> regions = regions_of(aliases, lvalue);
    result.insert(result.end(), regions.begin(), regions.end());
  };
  if (op.lvalue != nullptr) add_lvalue(*op.lvalue);
  for (const Function* callee : library_callees(aliases, edge)) {
    if (clib::may_set_errno(callee->name()) && !is_verifier_function(callee->name()))
      for (const pointers::LvaluePart& part : aliases.error_number()) result.push_back(part.region);
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
      const Expr& argument = *op.arguments[i];
      if (argument.is_lvalue() && !argument.type().is_scalar()) add_lvalue(argument); // va_list
      if (!argument.type().is_pointer() || !writes_behind(*callee, i, argument)) continue;
      for (const pointers::LvaluePart& part : aliases.parts_behind(argument)) result.push_back(part.region);
    }
  }
  return result;
}

std::vector<std::vector<pointers::RegionId>> written_by_functions(const Program& program,
                                                                  const pointers::AliasPartition& aliases,
                                                                  const pointers::CallGraph& calls) {
  std::vector<std::vector<pointers::RegionId>> result(program.functions().size());
  for (const Function* function : program.functions())
    for (const Edge* edge : function->edges()) {
      const std::vector<pointers::RegionId> regions = written_by(aliases, *edge);
      result[function->id()].insert(result[function->id()].end(), regions.begin(), regions.end());
    }
  const auto tidy = [](std::vector<pointers::RegionId>& regions) {
    std::ranges::sort(regions);
    const auto rest = std::ranges::unique(regions);
    regions.erase(rest.begin(), rest.end());
  };
  std::ranges::for_each(result, tidy);
  // Callees come first, so that only recursion needs further passes.
  const std::vector<const Function*> bottom_up = calls.bottom_up();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : bottom_up) {
      std::vector<pointers::RegionId>& own = result[function->id()];
      const std::size_t before = own.size();
      for (const Edge* call : calls.calls_in(*function))
        for (const Function* callee : calls.callees(*call))
          own.insert(own.end(), result[callee->id()].begin(), result[callee->id()].end());
      tidy(own);
      changed = changed || own.size() > before;
    }
  }
  return result;
}

} // namespace tandem::dataflow
