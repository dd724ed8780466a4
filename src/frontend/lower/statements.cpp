// Statements. After a jump the current location is a new one without predecessors; code that is lowered there is
// removed unless a label makes it reachable.

#include "frontend/lower/assembly_text.h"
#include "frontend/lower/function_lowering.h"
#include "program/model/not_understood.h"

#include "base/core/require.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tandem::frontend::lower {

void FunctionLowering::lower_body(const clang::FunctionDecl& decl, Arguments arguments) {
  body_ = decl.getBody();
  effects_.set_body(body_);
  std::vector<const Variable*> parameters;
  for (const clang::ParmVarDecl* parameter : decl.parameters())
    parameters.push_back(&add_local(*parameter, VariableKind::Parameter));
  shared_.builder.begin_body(*function_, std::move(parameters));
  here_ = shared_.builder.entry(*function_);
  for (const clang::ParmVarDecl* parameter : decl.parameters()) evaluate_lengths(parameter->getType(), *decl.getBody());
  if (arguments == Arguments::Arbitrary && shared_.declarations.is_entry(*function_)) receive_environment();
  if (shared_.declarations.is_entry(*function_)) run_constructors();
  if (arguments == Arguments::Arbitrary && shared_.declarations.is_entry(*function_)) receive_arguments(decl);
  statement(*decl.getBody());
  end_of_body(decl);
}

// Falling off the end returns 0 from main and an indeterminate value from other functions.
void FunctionLowering::end_of_body(const clang::FunctionDecl& decl) {
  Operation op;
  op.kind = OpKind::Return;
  if (decl.isMain() && function_->result().is_integer()) op.value = &context().integer(function_->result(), 0);
  const clang::SourceLocation brace = decl.getBody()->getEndLoc();
  op.value = end_program(op.value, unit_.range({brace, brace}));
  shared_.builder.add_edge(here_, shared_.builder.exit(*function_), op, unit_.range({brace, brace}));
}

void FunctionLowering::statement(const clang::Stmt& stmt) {
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(&stmt)) return effect(*expr);
  switch (stmt.getStmtClass()) {
  case clang::Stmt::NullStmtClass: return;
  case clang::Stmt::CompoundStmtClass: return compound_statement(llvm::cast<clang::CompoundStmt>(stmt));
  case clang::Stmt::DeclStmtClass: return declaration_statement(llvm::cast<clang::DeclStmt>(stmt));
  case clang::Stmt::IfStmtClass: return if_statement(llvm::cast<clang::IfStmt>(stmt));
  case clang::Stmt::WhileStmtClass: return while_statement(llvm::cast<clang::WhileStmt>(stmt));
  case clang::Stmt::DoStmtClass: return do_statement(llvm::cast<clang::DoStmt>(stmt));
  case clang::Stmt::ForStmtClass: return for_statement(llvm::cast<clang::ForStmt>(stmt));
  case clang::Stmt::SwitchStmtClass: return switch_statement(llvm::cast<clang::SwitchStmt>(stmt));
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass: return case_statement(llvm::cast<clang::SwitchCase>(stmt));
  case clang::Stmt::LabelStmtClass: return label_statement(llvm::cast<clang::LabelStmt>(stmt));
  case clang::Stmt::GotoStmtClass: return goto_statement(llvm::cast<clang::GotoStmt>(stmt));
  case clang::Stmt::BreakStmtClass: return leave(break_targets_.back(), stmt);
  case clang::Stmt::ContinueStmtClass: return leave(continue_targets_.back(), stmt);
  case clang::Stmt::ReturnStmtClass: return return_statement(llvm::cast<clang::ReturnStmt>(stmt));
  case clang::Stmt::AttributedStmtClass: return statement(*llvm::cast<clang::AttributedStmt>(stmt).getSubStmt());
  case clang::Stmt::GCCAsmStmtClass: return assembly_statement(llvm::cast<clang::GCCAsmStmt>(stmt));
  case clang::Stmt::IndirectGotoStmtClass: return computed_goto(llvm::cast<clang::IndirectGotoStmt>(stmt));
  default: refuse(stmt, std::string("the statement ") + stmt.getStmtClassName());
  }
}

void FunctionLowering::compound_statement(const clang::CompoundStmt& stmt) {
  const SourceRange around = std::exchange(scope_, unit_.range(stmt.getSourceRange()));
  const std::size_t outer = cleanups_.size();
  for (const clang::Stmt* part : stmt.body()) statement(*part);
  end_scope(outer, {stmt.getRBracLoc(), stmt.getRBracLoc()});
  scope_ = around;
}

// The attribute cleanup: a function is called with the variable's address wherever its scope is left, the last variable
// first.
void FunctionLowering::run_cleanups(std::size_t from, SourceRange where) {
  for (std::size_t i = cleanups_.size(); i-- > from;) {
    const clang::VarDecl& decl = *cleanups_[i].variable;
    const auto& attribute = *decl.getAttr<clang::CleanupAttr>();
    Operation op;
    op.kind = OpKind::Call;
    op.callee = &shared_.declarations.function(*attribute.getFunctionDecl(), unit_, attribute.getLocation());
    const Expr& address = context().address_of(context().variable(variable(decl)));
    const auto& parameters = op.callee->type().parameters();
    op.arguments = context().list({parameters.empty() ? &address : &context().cast(*parameters.front(), address)});
    step(op, where);
  }
}

void FunctionLowering::end_scope(std::size_t outer, clang::SourceRange where) {
  run_cleanups(outer, unit_.range(where));
  cleanups_.resize(outer);
}

void FunctionLowering::leave(const JumpTarget& target, const clang::Stmt& stmt) {
  run_cleanups(target.cleanups, range(stmt));
  jump(target.location, stmt);
}

void FunctionLowering::declaration_statement(const clang::DeclStmt& stmt) {
  for (const clang::Decl* decl : stmt.decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      evaluate_lengths(variable->getType(), stmt);
      if (!variable->hasGlobalStorage()) declare_local(*variable);
    } else if (const auto* name = llvm::dyn_cast<clang::TypedefNameDecl>(decl)) {
      evaluate_lengths(name->getUnderlyingType(), stmt);
    }
  }
}

// A chain of else-ifs is lowered without recursion, however long it is.
void FunctionLowering::if_statement(const clang::IfStmt& stmt) {
  const DraftLocation after = new_location();
  for (const clang::IfStmt* at = &stmt; at != nullptr;) {
    const DraftLocation then = new_location(), otherwise = new_location();
    branch(*at->getCond(), then, otherwise);
    continue_at(then);
    statement(*at->getThen());
    jump(after, *at);
    continue_at(otherwise);
    const clang::Stmt* rest = at->getElse();
    at = llvm::dyn_cast_or_null<clang::IfStmt>(rest);
    if (at == nullptr && rest != nullptr) statement(*rest);
  }
  join(after, stmt);
}

void FunctionLowering::loop_body(const clang::Stmt& body, DraftLocation on_break, DraftLocation on_continue) {
  break_targets_.push_back({on_break, cleanups_.size()});
  continue_targets_.push_back({on_continue, cleanups_.size()});
  statement(body);
  break_targets_.pop_back();
  continue_targets_.pop_back();
}

void FunctionLowering::while_statement(const clang::WhileStmt& stmt) {
  const DraftLocation head = new_location(), body = new_location(), after = new_location();
  join(head, stmt);
  branch(*stmt.getCond(), body, after);
  continue_at(body);
  loop_body(*stmt.getBody(), after, head);
  jump(head, stmt);
  continue_at(after);
}

void FunctionLowering::do_statement(const clang::DoStmt& stmt) {
  const DraftLocation body = new_location(), condition = new_location(), after = new_location();
  join(body, stmt);
  loop_body(*stmt.getBody(), after, condition);
  join(condition, stmt);
  branch(*stmt.getCond(), body, after);
  continue_at(after);
}

void FunctionLowering::for_statement(const clang::ForStmt& stmt) {
  const SourceRange around = std::exchange(scope_, unit_.range(stmt.getSourceRange()));
  const std::size_t outer = cleanups_.size();
  if (stmt.getInit() != nullptr) statement(*stmt.getInit());
  const DraftLocation head = new_location(), body = new_location(), next = new_location(), after = new_location();
  join(head, stmt);
  if (stmt.getCond() == nullptr) {
    join(body, stmt);
  } else {
    branch(*stmt.getCond(), body, after);
    continue_at(body);
  }
  loop_body(*stmt.getBody(), after, next);
  join(next, stmt);
  if (stmt.getInc() != nullptr) effect(*stmt.getInc());
  jump(head, stmt);
  continue_at(after);
  end_scope(outer, {stmt.getEndLoc(), stmt.getEndLoc()});
  scope_ = around;
}

void FunctionLowering::return_statement(const clang::ReturnStmt& stmt) {
  Operation op;
  op.kind = OpKind::Return;
  const clang::Expr* result = stmt.getRetValue();
  if (result != nullptr && function_->result().is_void())
    effect(*result);
  else if (result != nullptr)
    op.value = &value_as(*result, function_->result());
  if (!cleanups_.empty()) {
    if (op.value != nullptr && !op.value->is_constant()) op.value = &into_temporary(*op.value, range(stmt));
    run_cleanups(0, range(stmt));
  }
  op.value = end_program(op.value, range(stmt));
  shared_.builder.add_edge(here_, shared_.builder.exit(*function_), op, range(stmt));
  here_ = new_location();
}

DraftLocation FunctionLowering::label(const clang::LabelDecl& decl) {
  const auto [found, is_new] = labels_.try_emplace(&decl, 0);
  if (is_new) found->second = new_location();
  return found->second;
}

void FunctionLowering::label_statement(const clang::LabelStmt& stmt) {
  join(label(*stmt.getDecl()), stmt);
  statement(*stmt.getSubStmt());
}

// Clang refuses jumps into the scope of a variable with a cleanup.
void FunctionLowering::goto_statement(const clang::GotoStmt& stmt) {
  const SourcePoint to = unit_.point(stmt.getLabel()->getLocation());
  const auto keeps = [&](const Cleanup& cleanup) {
    const SourcePoint declared = unit_.point(cleanup.variable->getLocation());
    const auto place = [](const SourcePoint& at) { return std::pair(at.line, at.column); };
    return place(declared) < place(to) && place(to) < place(cleanup.scope.end);
  };
  const auto left = std::ranges::find_if_not(cleanups_, keeps);
  run_cleanups(static_cast<std::size_t>(left - cleanups_.begin()), range(stmt));
  jump(label(*stmt.getLabel()), stmt);
}

// Where it may do more than give its outputs values, the path ends.
void FunctionLowering::assembly_statement(const clang::GCCAsmStmt& stmt) {
  const std::string text = stmt.getAsmString()->getString().str();
  if (is_empty(text) && !stmt.isAsmGoto()) return empty_assembly(stmt);
  for (const clang::Expr* input : stmt.inputs()) effect(*input);
  bool changes_memory = false;
  for (unsigned i = 0; i < stmt.getNumClobbers(); ++i) changes_memory |= stmt.getClobber(i) == "memory";
  if (stmt.isAsmGoto() || may_leave(text) || (changes_memory && !changes_operands_only(text)))
    return not_understood_assembly(stmt);
  for (const clang::Expr* output : stmt.outputs()) any_output(*output, stmt);
  const bool is_barrier = stmt.getNumOutputs() == 0 && changes_operands_only(text);
  if (!is_barrier)
    shared_.notes.add(unit_.point(stmt.getBeginLoc()), std::string(assembly_note) + ", it changes nothing else");
}

void FunctionLowering::any_output(const clang::Expr& output, const clang::GCCAsmStmt& stmt) {
  Operation op;
  op.kind = OpKind::Nondet;
  op.source = NondetSource::Assembly;
  op.lvalue = &lvalue(output);
  step(op, range(stmt));
}

// It hides values from the optimizer: an output keeps its value if it is read, too ("+r"), and otherwise has that of
// the input which shares its place ("0").
void FunctionLowering::empty_assembly(const clang::GCCAsmStmt& stmt) {
  const auto is_same_size = [&](clang::QualType a, clang::QualType b) {
    return a->isScalarType() && b->isScalarType() && unit_.ast().getTypeSize(a) == unit_.ast().getTypeSize(b);
  };
  std::map<unsigned, const Expr*> shared;
  for (unsigned i = 0; i < stmt.getNumInputs(); ++i) {
    const clang::Expr& input = *stmt.getInputExpr(i);
    unsigned output = 0;
    const bool shares = !stmt.getInputConstraint(i).getAsInteger(10, output) && output < stmt.getNumOutputs();
    if (shares && is_same_size(input.getType(), stmt.getOutputExpr(output)->getType()))
      shared[output] = &into_temporary(value(input), range(stmt));
    else
      effect(input);
  }
  for (unsigned i = 0; i < stmt.getNumOutputs(); ++i) {
    const clang::Expr& output = *stmt.getOutputExpr(i);
    const auto input = shared.find(i);
    if (stmt.isOutputPlusConstraint(i)) {
      effect(output);
    } else if (input == shared.end()) {
      any_output(output, stmt);
      shared_.notes.add(unit_.point(stmt.getBeginLoc()), std::string(assembly_note) + ", it changes nothing else");
    } else {
      const Expr& target = lvalue(output);
      assign(target, convert(*input->second, target.type()), range(stmt));
    }
  }
}

void FunctionLowering::not_understood_assembly(const clang::GCCAsmStmt& stmt) {
  const Type& type = types().function(types().void_type(), {}, false, true);
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function(std::string(assembly_function), type, unit_, stmt.getBeginLoc());
  step(op, range(stmt));
  here_ = new_location();
}

} // namespace tandem::frontend::lower
