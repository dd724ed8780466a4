// Versions are interned and copied from a worklist when a call first needs them, so that only code that the region can
// execute is part of the result. Globals that are written anywhere become extern in a region's program, which gives
// them any initial value; locals that are live at the head are assigned nondeterministic values.

#include "region/copier.h"

#include "base/core/require.h"
#include "program/cwriter/c_support.h"
#include "region/live_checks.h"

#include <algorithm>

namespace tandem::region {

Copier::Copier(const VerificationContext& verification_context, const Question& question, const MemoryPlan* plan,
               const EffectFreeFunctions* effect_free)
    : verification_context_(verification_context), question_(question), plan_(plan), effect_free_(effect_free),
      context_(verification_context.program().context()), builder_(verification_context.program().shared_context()),
      tracking_builder_(builder_),
      nondet_functions_(verification_context.program(), builder_,
                        [this](const Function& known) -> const Function& { return declaration(known); }),
      rewriter_(context_, plan, *this), live_(live_checks(verification_context, question.verified)) {
  for (const SourceFile& file : verification_context.program().files()) builder_.add_file(file);
}

Extraction Copier::copy_region(const RegionCode& code) {
  const Function& original = *code.node->function;
  const Type& type = context_.types().function(context_.types().int_type(), {}, false, true);
  Body body;
  body.version = {&original, Counting::Unverified, nullptr};
  body.function =
      &builder_.declare_function(builder_.unique_name("main"), original.source_name(), type, original.range());
  body.node = code.node;
  builder_.begin_body(*body.function, {});
  tracking_builder_.begin(*body.function);
  for (const Variable* variable : code.variables) copy_local(body, *variable, VariableKind::Local);
  body.end = builder_.add_location(*body.function);
  body_ = &body;
  find_useful(code.edges);
  begin_region(code);
  for (const Location* location : code.node->locations) copy_location(*location);
  Operation stop{.kind = OpKind::Return, .value = &context_.integer(context_.types().int_type(), 0)};
  tracking_builder_.add_edge(body.end, builder_.exit(*body.function), stop, original.range(), nullptr);
  copy_waiting();
  Extraction result = finish(*body.function);
  for (const auto& [original, copy] : body.variables) result.locals[copy] = original;
  return result;
}

// Facts are split into their conjuncts. Those about variables that are not inputs of the region are of no use here.
std::vector<const Expr*> Copier::useful_facts(const RegionCode& code) const {
  std::vector<const Expr*> work = question_.facts, result;
  while (!work.empty()) {
    const Expr& fact = *work.back();
    work.pop_back();
    if (fact.kind() == ExprKind::Binary && fact.binary_op() == BinaryOp::LogicalAnd) {
      work.insert(work.end(), {&fact.operand(1), &fact.operand(0)});
      continue;
    }
    bool is_useful = true;
    for_each_variable(fact, [&](const Variable& variable) {
      is_useful = is_useful && (variable.is_global() || code.is_input(variable));
    });
    if (is_useful) result.push_back(&fact);
  }
  return result;
}

// Before the head: havocs the inputs and assumes the facts about them.
void Copier::begin_region(const RegionCode& code) {
  DraftLocation at = builder_.entry(*body_->function);
  for (const Variable* input : code.inputs) at = havoc(at, variable(*input));
  const SourceRange range = code.node->head->out.empty() ? SourceRange{} : code.node->head->out.front()->range;
  for (const Expr* fact : useful_facts(code)) at = assume(at, *fact, range);
  tracking_builder_.add_edge(at, draft(*code.node->head), {.kind = OpKind::Skip}, range, nullptr);
}

DraftLocation Copier::assume(DraftLocation from, const Expr& fact, const SourceRange& range) {
  Operation op{.kind = OpKind::Assume, .value = &rewriter_.value(fact)};
  from = havoc_unknowns(from);
  const DraftLocation next = builder_.add_location(*body_->function);
  tracking_builder_.add_edge(from, next, op, range, nullptr);
  return next;
}

DraftLocation Copier::havoc(DraftLocation from, const Variable& variable) {
  const DraftLocation next = builder_.add_location(*body_->function);
  Operation op;
  if (variable.type->is_scalar()) {
    op = nondet_functions_.any_value(context_.variable(variable));
  } else {
    op = {.kind = OpKind::Declare, .variable = &variable};
  }
  tracking_builder_.add_edge(from, next, op, variable.range, nullptr);
  return next;
}

DraftLocation Copier::havoc_unknowns(DraftLocation from) {
  for (const Variable* unknown : rewriter_.take_unknowns()) from = havoc(from, *unknown);
  return from;
}

Extraction Copier::copy_whole() {
  const Function& entry = version({&verification_context_.program().entry(), Counting::Unverified, nullptr});
  copy_waiting();
  return finish(entry);
}

void Copier::copy_waiting() {
  while (!waiting_.empty()) {
    Body body;
    body.version = waiting_.back();
    waiting_.pop_back();
    body.function = versions_.at(body.version);
    body_ = &body;
    copy_body(body);
  }
}

void Copier::copy_body(Body& body) {
  std::vector<const Variable*> parameters;
  for (const Variable* parameter : body.version.original->parameters())
    parameters.push_back(&copy_local(body, *parameter, VariableKind::Parameter));
  builder_.begin_body(*body.function, std::move(parameters));
  tracking_builder_.begin(*body.function);
  for (const Variable* local : body.version.original->locals()) copy_local(body, *local, local->kind);
  if (is_top()) find_useful(body.version.original->edges());
  for (const Location* location : body.version.original->locations()) copy_location(*location);
}

Extraction Copier::finish(const Function& entry) {
  copy_initializers();
  Program program = builder_.finish(entry);
  EdgeMap originals = tracking_builder_.origins(program).edges;
  EdgeMap checks(program.edges().size(), nullptr);
  for (const Edge* edge : program.edges()) {
    const Edge* original = originals[edge->id];
    if (original == nullptr || !verification_context_.may_be_error_call(*original)) continue;
    const auto made = version_of_.find(&edge->function());
    const bool is_own = made == version_of_.end() || &edge->function() == &entry;
    checks[edge->id] = is_own ? original : made->second.via;
    if (question_.enabled.size() == 1) checks[edge->id] = question_.enabled.front();
  }
  return {std::move(program), std::move(originals), std::move(checks), {}};
}

// Names.

const Variable& Copier::variable(const Variable& original) {
  if (original.is_global()) return copy_global(original);
  const auto found = body_->variables.find(&original);
  require(found != body_->variables.end(), "a variable should belong to the function that is copied");
  return *found->second;
}

const Variable& Copier::copy_local(Body& body, const Variable& original, VariableKind kind) {
  Variable copy = original;
  copy.kind = kind;
  copy.name = builder_.unique_name(original.name, body.function);
  copy.owner = body.function;
  copy.address_taken = false;
  const Variable& made = context_.add_variable(std::move(copy));
  if (kind != VariableKind::Parameter) builder_.add_local(*body.function, made);
  body.variables[&original] = &made;
  return made;
}

const Variable& Copier::new_temporary(const Type& type) {
  Variable temporary;
  temporary.kind = VariableKind::Local;
  temporary.name = builder_.unique_name("tandem_any", body_->function);
  temporary.type = &type;
  temporary.owner = body_->function;
  const Variable& made = context_.add_variable(std::move(temporary));
  builder_.add_local(*body_->function, made);
  return made;
}

const Variable& Copier::copy_global(const Variable& original) {
  if (const auto found = globals_.find(&original); found != globals_.end()) return *found->second;
  Variable copy = original;
  copy.name = builder_.unique_name(original.name);
  copy.owner = nullptr;
  copy.address_taken = false;
  copy.initializers.clear();
  if (plan_ != nullptr && !verification_context_.is_constant(original)) copy.is_extern = true;
  Variable& made = context_.add_variable(std::move(copy));
  builder_.add_global(made);
  globals_[&original] = &made;
  if (!made.is_extern) uninitialised_.push_back(&original);
  return made;
}

// Initialisers may mention further globals.
void Copier::copy_initializers() {
  while (!uninitialised_.empty()) {
    const Variable& original = *uninitialised_.back();
    uninitialised_.pop_back();
    Rewriter exact(context_, nullptr, *this);
    std::vector<Initializer> copies;
    for (const Initializer& part : original.initializers)
      copies.push_back({&exact.lvalue(*part.lvalue), &exact.value(*part.value)});
    globals_.at(&original)->initializers = std::move(copies);
    copy_waiting(); // functions whose address the initialiser takes
  }
}

const Function& Copier::address(const Function& original) {
  if (!original.has_body()) return declaration(original);
  // In a region, calls through pointers are replaced by a choice of callees; in the whole program they are kept, so
  // that every function whose address is taken has to be there.
  return plan_ == nullptr ? version({&original, Counting::Unverified, nullptr}) : declaration(original);
}

const Function& Copier::declaration(const Function& original) {
  const Function*& made = declarations_[&original];
  if (made != nullptr) return *made;
  const std::string name = original.has_body() && !verification_context_.is_error_function(original)
                               ? builder_.unique_name(original.name())
                               : original.name();
  Function& function = builder_.declare_function(name, original.source_name(), original.type(), original.range());
  if (original.does_not_return()) builder_.set_does_not_return(function);
  made = &function;
  return function;
}

Function& Copier::version(const Version& wanted) {
  const auto [found, is_new] = versions_.try_emplace(wanted, nullptr);
  if (!is_new) return *found->second;
  const Function& original = *wanted.original;
  Function& function = builder_.declare_function(builder_.unique_name(original.name()), original.source_name(),
                                                 original.type(), original.range());
  if (original.does_not_return()) builder_.set_does_not_return(function);
  found->second = &function;
  version_of_[&function] = wanted;
  waiting_.push_back(wanted);
  return function;
}

} // namespace tandem::region
