#include "task/assumptions.h"

#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"
#include "program/model/user_files.h"
#include "program/pointers/alias.h"
#include "program/pointers/call_graph.h"
#include "transform/checks/memory_checks.h"
#include "transform/checks/possible_failures.h"
#include "transform/checks/text_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tandem::task {
namespace {

constexpr const char* assumption_of_accesses = "accesses stay inside their objects: --check memory checks this";

class Search {
public:
  Search(const Program& program, const Property& property, Verdict verdict)
      : program_(program), property_(property), is_proof_(verdict == Verdict::True),
        aliases_(program, pointers::UndefinedFunctions::HaveNoEffect), calls_(program, aliases_) {
    for (const Function* function : program.functions())
      if (calls_.is_reachable(*function)) visit(*function);
    if (is_proof_ && frees_ && compares_pointers_)
      found_.insert("pointers to memory that was freed are not compared with others, which C leaves open");
    for (const Note& note : program.notes())
      if (note.text.starts_with(assembly_note) || note.text.starts_with(file_assembly_note) ||
          note.text.starts_with(object_size_note) || note.text.starts_with(wide_bit_field_note))
        found_.insert(note.text + ", " + program.text(note.point));
  }

  std::vector<std::string> result() const { return {found_.begin(), found_.end()}; }

private:
  void visit(const Function& function) {
    if (!function.has_body()) return visit_missing(function);
    for (const Edge* edge : function.edges()) visit(function, *edge);
  }

  void visit_missing(const Function& function) {
    const std::string& name = function.source_name();
    if (is_library_function(function) || is_verifier_function(name) || is_not_understood(function) ||
        property_.error_functions.contains(function))
      return;
    found_.insert(assumption_of_call(function));
  }

  void visit(const Function& function, const Edge& edge) {
    if (edge.op.kind == OpKind::Call && edge.op.callee == nullptr && aliases_.may_call_external(edge))
      found_.insert(assumption_of_external_call());
    if (is_proof_ && edge.op.kind == OpKind::Call && allocates_surely(function, edge))
      found_.insert(assumption_of_allocation());
    frees_ = frees_ || (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && is_users(program_, function) &&
                        frees_argument(edge.op.callee->source_name()));
    if (is_proof_ && edge.op.kind == OpKind::Call)
      is_checked(CheckKind::Memory) ? visit_library_call(edge) : visit_unchecked_call(edge);
    if (edge.op.lvalue != nullptr) visit(function, *edge.op.lvalue);
    if (edge.op.value != nullptr) visit(function, *edge.op.value);
    for (const Expr* argument : edge.op.arguments) visit(function, *argument);
  }

  // memcpy and the like access memory as dereferences do: what would be checked of a call is assumed.
  void visit_unchecked_call(const Edge& edge) {
    if (!transform::checks::MemoryChecks(program_.context(), {CheckKind::Memory}).call(edge.op).empty())
      found_.insert(assumption_of_accesses);
  }

  // A library function without a model, which is passed a pointer that may lead anywhere.
  void visit_library_call(const Edge& edge) {
    const Function* callee = edge.op.callee;
    if (callee == nullptr || callee->has_body() || !is_library_function(*callee)) return;
    const std::string& name = callee->source_name();
    const bool is_checked_there =
        transform::checks::is_checked_at_call(name) || find_allocator(name) != nullptr || name == "free" ||
        transform::checks::text_checks(program_.context(), edge.op, transform::checks::Overlap::Ignore);
    // How much of an array it accesses is not known.
    const auto leads_anywhere = [](const Expr* argument) {
      while (argument->kind() == ExprKind::Cast) argument = &argument->operand(0);
      if (argument->kind() != ExprKind::AddressOf)
        return argument->type().is_pointer() && argument->kind() != ExprKind::FunctionAddress;
      const Variable* variable = root_variable(argument->operand(0));
      return argument->operand(0).kind() == ExprKind::Index && !(variable != nullptr && is_string_literal(*variable));
    };
    if (!is_checked_there && std::ranges::any_of(edge.op.arguments, leads_anywhere))
      found_.insert(fmt::format("'{}' accesses only valid memory: this is not checked", name));
  }

  bool is_librarys_allocator(const Function& function) const {
    return find_allocator(function.source_name()) != nullptr && !(function.has_body() && is_users(program_, function));
  }

  // Allocating functions that are written in C allocate in turn, but it is their call that fails.
  bool allocates_surely(const Function& caller, const Edge& call) const {
    if (may_fail(call) || is_librarys_allocator(caller)) return false;
    return std::ranges::any_of(calls_.callees(call),
                               [this](const Function* callee) { return is_librarys_allocator(*callee); });
  }

  // Where the program's own allocations may fail, those are left that library functions make for themselves.
  std::string assumption_of_allocation() const {
    return program_.find_function(allocation_choice) != nullptr
               ? "memory can be allocated that library functions use themselves"
               : "memory can be allocated: malloc and the like do not fail (--malloc-may-fail lets them)";
  }

  // An error was found by a run in which every access was checked. Models of the library do not overflow.
  void visit(const Function& function, const Expr& expr) {
    if (is_proof_ && !is_checked(CheckKind::Memory) && transform::checks::may_leave_object(expr))
      found_.insert(assumption_of_accesses);
    if (!is_checked(CheckKind::Overflow) && is_users(program_, function) && transform::checks::may_overflow(expr))
      found_.insert("signed arithmetic wraps around where it overflows: --check overflow checks this");
    if (program_.data_model() == DataModel::ILP32 && is_users(program_, function) &&
        transform::checks::may_keep_excess_precision(expr))
      found_.insert("floats are computed in their own precision, as with -msse2 -mfpmath=sse: the x87 has more");
    compares_pointers_ = compares_pointers_ || (is_users(program_, function) && compares_objects(expr));
  }

  // Whether two pointers are equal of which none is written as a number.
  static bool compares_objects(const Expr& expr) {
    if (expr.kind() == ExprKind::Binary && (expr.binary_op() == BinaryOp::Eq || expr.binary_op() == BinaryOp::Ne) &&
        std::ranges::all_of(expr.operands(), [](const Expr* each) { return may_lead_to_block(*each); }))
      return true;
    return std::ranges::any_of(expr.operands(), [](const Expr* each) { return compares_objects(*each); });
  }

  static bool may_lead_to_block(const Expr& expr) {
    if (expr.kind() == ExprKind::Cast) return may_lead_to_block(expr.operand(0));
    return expr.type().is_pointer() && !expr.type().element().is_function() && expr.kind() != ExprKind::Integer;
  }

  bool is_checked(CheckKind kind) const { return std::ranges::find(property_.checks, kind) != property_.checks.end(); }

  const Program& program_;
  const Property& property_;
  bool is_proof_, frees_ = false, compares_pointers_ = false;
  pointers::AliasPartition aliases_;
  pointers::CallGraph calls_;
  std::set<std::string> found_;
};

} // namespace

std::string assumption_of_call(const Function& callee) {
  const std::string start = "'" + callee.source_name() + "' has no body: ";
  if (callee.does_not_return()) return start + "it does not return";
  return start + (callee.result().is_void() ? "it changes nothing" : "it returns any value, changes nothing");
}

std::string assumption_of_external_call() {
  return "functions that are called through pointers and are none of the program's return any value, change nothing";
}

std::vector<std::string> program_assumptions(const Program& program, const Property& property, Verdict verdict) {
  return Search(program, property, verdict).result();
}

bool has_something_to_check(const Program& program, const Property& property) {
  const pointers::CallGraph calls(program, pointers::AliasPartition(program));
  return std::ranges::any_of(program.functions(), [&](const Function* function) {
    return property.error_functions.contains(*function) && calls.is_reachable(*function);
  });
}

} // namespace tandem::task
