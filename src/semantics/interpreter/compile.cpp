// One pass over the locations in their order; jumps to locations are patched at the end, and a jump to the next
// location is omitted. The meaning of expressions comes from the evaluator, instantiated with the emitter as its
// Target; this file only adds control flow, calls and the bookkeeping of edges (steps, trace, uninitialised reads).

#include "semantics/interpreter/compile.h"

#include "base/core/require.h"
#include "program/dataflow/definite_assignment.h"
#include "semantics/core/expr_evaluator.h"
#include "semantics/interpreter/emitter.h"

#include <fmt/format.h>

namespace tandem::semantics::interpreter {

namespace {

// Arguments are written to where the callee's frame will start: after the caller's frame, whose size is not yet known.
constexpr std::int32_t behind_frame = 1 << 28;

class FunctionCompiler {
public:
  FunctionCompiler(Image& image, const Function& function, Code& code)
      : image_(image), function_(function), code_(code), emit_(image, code),
        evaluator_(emit_, image.program().context().types()),
        maybe_uninitialised_(dataflow::maybe_uninitialised_reads(function)) {}

  void run() {
    code_.function = &function_;
    code_.result = shape_of(function_.result());
    add_variables();
    emit_prologue();
    const auto& locations = function_.locations();
    // After the removal of Skip edges the entry need not be the first location of the list.
    if (locations.front() != &function_.entry()) go_to(function_.entry(), nullptr);
    for (std::size_t i = 0; i < locations.size(); ++i)
      compile_location(*locations[i], i + 1 < locations.size() ? locations[i + 1] : nullptr);
    finish();
  }

private:
  void add_variables();
  void emit_prologue();
  void compile_location(const Location& location, const Location* next);
  void compile_branch(const Location& location, const Location* next);
  void compile_assume(const Edge& edge, const Location* next);
  void compile_operation(const Edge& edge);
  void compile_assign(const Edge& edge);
  void record(const Edge& edge); // the value it wrote
  void watch(const Location& location);
  void compile_declare(const Variable& variable);
  void compile_nondet(const Edge& edge);
  void compile_return(const Operation& op);
  void compile_call(const Edge& edge);
  void pass_arguments(const Edge& edge, CallSite& site);
  void pass(const Expr& argument, const Type* parameter, CallSite& site, std::int32_t& next);
  bool refuse_bad_arguments(const Edge& edge);
  void take_result(const Edge& edge, CallSite& site);
  const Type& call_type(const Operation& op) const;

  void begin(const Edge& edge);
  void pass_edge(const Edge& edge, const Location* next);
  void go_to(const Location& location, const Location* next);
  void finish();

  Image& image_;
  const Function& function_;
  Code& code_;
  Emitter emit_;
  ExprEvaluator<Emitter> evaluator_;
  dataflow::MaybeUninitialisedReads maybe_uninitialised_;
  std::unordered_map<const Location*, std::uint32_t> start_;
  std::vector<std::pair<std::uint32_t, const Location*>> jumps_;
  std::unordered_set<const Variable*> ends_scope_; // before the activation ends
  std::int32_t most_arguments_ = 0;                // in slots
};

void FunctionCompiler::add_variables() {
  for (const Edge* edge : function_.edges())
    if (edge->op.kind == OpKind::EndScope) ends_scope_.insert(edge->op.variable);
  for (const Variable* parameter : function_.parameters()) {
    const Shape shape = shape_of(*parameter->type);
    code_.parameters.push_back(shape);
    emit_.add_local(*parameter, emit_.add_slot(shape.kind == Shape::Class::Record ? 64 : shape.width));
  }
  for (const Variable* local : function_.locals())
    emit_.add_local(*local, emit_.add_slot(lives_in_slot(*local) ? local->type->width() : 64));
  for (const Variable* parameter : function_.parameters()) code_.variables.push_back(emit_.slot_of(*parameter));
  for (const Variable* local : function_.locals())
    if (local->kind != VariableKind::Temporary) code_.variables.push_back(emit_.slot_of(*local));
  for (const Variable* local : function_.locals())
    if (maybe_uninitialised_.variables.contains(local)) emit_.add_flag(*local, emit_.add_slot(1));
}

// Parameters and locals that live in memory get their objects; parameters are copied there.
void FunctionCompiler::emit_prologue() {
  Context& context = image_.program().context();
  for (const Variable* parameter : function_.parameters()) {
    if (lives_in_slot(*parameter)) continue;
    const std::int32_t passed = emit_.slot_of(*parameter);
    const std::int32_t object = emit_.add_slot(64);
    emit_.emit_data(push_local_handler(), object, parameter);
    emit_.add_local(*parameter, object);
    if (parameter->type->is_scalar())
      evaluator_.write(context.variable(*parameter), {.slot = passed});
    else
      emit_.emit_immediate(copy_handler(), object, passed, parameter->type->size());
  }
  for (const Variable* local : function_.locals())
    if (const auto flag = emit_.flag_of(*local))
      emit_.emit_immediate(constant_handler(), *flag, 0, 0);
    else if (!lives_in_slot(*local))
      emit_.emit_data(push_local_handler(), emit_.slot_of(*local), local);
}

void FunctionCompiler::begin(const Edge& edge) {
  const auto found = maybe_uninitialised_.by_edge.find(&edge);
  emit_.begin_edge(edge, found == maybe_uninitialised_.by_edge.end() ? nullptr : &found->second);
}

void FunctionCompiler::go_to(const Location& location, const Location* next) {
  if (&location == next) return;
  jumps_.emplace_back(emit_.label(), &location);
  emit_.emit(jump_handler());
}

// Counts an edge without further effect and continues at its target.
void FunctionCompiler::pass_edge(const Edge& edge, const Location* next) {
  const bool falls_through = edge.to == next;
  if (!falls_through) jumps_.emplace_back(emit_.label(), edge.to);
  emit_.emit_immediate(falls_through ? edge_handler() : edge_jump_handler(), 0, 0, edge.id);
}

// A cycle of Skip edges through the location.
bool loops_idly(const Location& location) {
  const Location* at = &location;
  for (std::size_t steps = 0; steps < location.function->locations().size(); ++steps) {
    if (at->out.size() != 1 || at->out[0]->op.kind != OpKind::Skip) return false;
    at = at->out[0]->to;
    if (at == &location) return true;
  }
  return false;
}

void FunctionCompiler::compile_location(const Location& location, const Location* next) {
  start_[&location] = emit_.label();
  watch(location);
  if (&location == &function_.exit()) {
    emit_.emit(return_nothing_handler());
  } else if (location.out.empty()) {
    emit_.emit(path_end_handler());
  } else if (location.out.size() == 2) {
    compile_branch(location, next);
  } else if (location.out[0]->op.kind == OpKind::Assume) {
    compile_assume(*location.out[0], next);
  } else if (loops_idly(location)) {
    begin(*location.out[0]);
    emit_.emit(endless_handler());
  } else {
    const Edge& edge = *location.out[0];
    begin(edge);
    emit_.emit_immediate(edge_handler(), 0, 0, edge.id);
    compile_operation(edge);
    if (edge.op.kind != OpKind::Return) go_to(*edge.to, next);
  }
}

void FunctionCompiler::compile_branch(const Location& location, const Location* next) {
  const Edge& yes = *location.out[0];
  const Edge& no = *location.out[1];
  require(yes.op.kind == OpKind::Assume && no.op.kind == OpKind::Assume && yes.op.truth && !no.op.truth &&
              yes.op.value == no.op.value,
          "a branch should have two opposite conditions");
  begin(yes);
  const Operand condition = evaluator_.condition(*yes.op.value);
  if (condition.is_constant) return pass_edge(condition.bits != 0 ? yes : no, next);
  const std::uint32_t jump = emit_.jump_if(condition);
  pass_edge(no, nullptr);
  emit_.aim(jump, emit_.label());
  pass_edge(yes, next);
}

void FunctionCompiler::compile_assume(const Edge& edge, const Location* next) {
  begin(edge);
  const Operand condition = evaluator_.condition(*edge.op.value);
  if (condition.is_constant && (condition.bits != 0) == edge.op.truth) return pass_edge(edge, next);
  if (condition.is_constant) {
    emit_.emit(assume_violated_handler());
    return;
  }
  const std::uint32_t jump = edge.op.truth ? emit_.jump_if(condition) : emit_.jump_unless(condition);
  emit_.emit(assume_violated_handler());
  emit_.aim(jump, emit_.label());
  pass_edge(edge, next);
}

void FunctionCompiler::compile_operation(const Edge& edge) {
  switch (edge.op.kind) {
  case OpKind::Skip: return;
  case OpKind::Assign: return compile_assign(edge);
  case OpKind::Assume: unreachable("assumptions should be compiled with their location");
  case OpKind::Call: return compile_call(edge);
  case OpKind::Return: return compile_return(edge.op);
  case OpKind::Declare: return compile_declare(*edge.op.variable);
  case OpKind::Nondet: return compile_nondet(edge);
  case OpKind::EndScope:
    emit_.emit(lives_in_slot(*edge.op.variable) ? end_array_handler() : end_scope_handler(),
               emit_.slot_of(*edge.op.variable));
    return;
  }
  unreachable();
}

bool is_byte_in_memory(const Expr& expr) {
  const bool in_memory = expr.is_lvalue() && !(expr.kind() == ExprKind::Variable && lives_in_slot(expr.variable()));
  const bool bit_field =
      expr.kind() == ExprKind::Field && expr.operand(0).type().fields()[expr.field_index()].is_bit_field();
  return in_memory && !bit_field && expr.type().is_integer() && expr.type().size() == 1 && !expr.type().is_bool();
}

// Copying a byte preserves its "has a value" flag, so that loops may copy objects with padding byte by byte.
void FunctionCompiler::compile_assign(const Edge& edge) {
  const Expr& lvalue = *edge.op.lvalue;
  const Expr* value = edge.op.value;
  if (is_byte_in_memory(lvalue)) {
    if (value->kind() == ExprKind::Cast) value = &value->operand(0);
    if (is_byte_in_memory(*value))
      return emit_.copy(evaluator_.address(lvalue), lvalue, evaluator_.address(*value), *value, 1);
  }
  evaluator_.assign(lvalue, *edge.op.value);
  record(edge);
}

void FunctionCompiler::record(const Edge& edge) {
  const Expr& lvalue = *edge.op.lvalue;
  if (image_.options().values == ValueRecording::Ignore || !lvalue.type().is_scalar()) return;
  const std::int32_t slot = emit_.in_slot(lvalue.type().width(), evaluator_.value(lvalue));
  emit_.emit_data(record_handler(), slot, &lvalue.type());
}

void FunctionCompiler::watch(const Location& location) {
  const auto found = image_.options().watched.find(&location);
  if (found == image_.options().watched.end()) return;
  for (const Expr* expr : found->second) {
    if (expr->is_lvalue()) {
      const Operand address = evaluator_.pointer_to(evaluator_.address(*expr));
      emit_.emit_data(watch_handler(), emit_.in_slot(64, address), expr);
    } else {
      emit_.emit_data(watch_value_handler(), emit_.in_slot(expr->type().width(), evaluator_.value(*expr)), expr);
    }
  }
}

void FunctionCompiler::compile_declare(const Variable& variable) {
  if (variable.is_global()) return;
  if (const auto flag = emit_.flag_of(variable))
    emit_.emit_immediate(constant_handler(), *flag, 0, 0);
  else if (!lives_in_slot(variable)) {
    const bool is_new = ends_scope_.contains(&variable);
    emit_.emit_data(is_new ? begin_scope_handler() : forget_handler(), emit_.slot_of(variable), &variable);
  }
}

void FunctionCompiler::compile_nondet(const Edge& edge) {
  const Expr& lvalue = *edge.op.lvalue;
  const Type& type = lvalue.type();
  if (!type.is_scalar()) return evaluator_.assign(lvalue, image_.program().context().zero(type));
  const std::int32_t slot = emit_.temporary(type.width());
  emit_.emit_data(edge.op.source != NondetSource::Assembly ? input_handler() : arbitrary_handler(), slot, &type);
  evaluator_.write(lvalue, {.slot = slot});
  record(edge);
}

void FunctionCompiler::compile_return(const Operation& op) {
  if (op.value == nullptr) {
    emit_.emit(return_nothing_handler());
  } else if (op.value->type().is_scalar()) {
    const std::uint32_t width = op.value->type().width();
    const std::int32_t slot = emit_.in_slot(width, evaluator_.value(*op.value));
    emit_.emit(return_handler(width), slot);
  } else {
    const Operand address = evaluator_.pointer_to(evaluator_.address(*op.value));
    emit_.emit_immediate(return_record_handler(), emit_.in_slot(64, address), 0, op.value->type().size());
  }
}

const Type& FunctionCompiler::call_type(const Operation& op) const {
  return op.callee != nullptr ? op.callee->type() : op.value->type().element();
}

// A direct call whose arguments do not match the callee is a fault when it is executed.
bool FunctionCompiler::refuse_bad_arguments(const Edge& edge) {
  const Operation& op = edge.op;
  if (op.callee == nullptr || !op.callee->has_body()) return false;
  const auto& parameters = op.callee->parameters();
  std::string problem;
  if (op.arguments.size() < parameters.size())
    problem = fmt::format("'{}' takes {} arguments, not {}", op.callee->source_name(), parameters.size(),
                          op.arguments.size());
  for (std::size_t i = 0; problem.empty() && i < parameters.size(); ++i) {
    const Shape wanted = shape_of(*parameters[i]->type), given = shape_of(op.arguments[i]->type());
    if (wanted.kind != given.kind || (wanted.kind == Shape::Class::Record && wanted.width != given.width))
      problem = fmt::format("argument {} of '{}' has another type than its parameter", i + 1, op.callee->source_name());
  }
  if (problem.empty()) return false;
  emit_.emit_data(bad_call_handler(), 0, &code_.strings.emplace_back(problem));
  return true;
}

// `parameter` is the type of the callee's parameter, if known; numbers are converted to it (unprototyped functions).
void FunctionCompiler::pass(const Expr& argument, const Type* parameter, CallSite& site, std::int32_t& next) {
  const Type* type = &argument.type();
  const bool scalar = type->is_scalar();
  Operand value = scalar ? evaluator_.value(argument) : evaluator_.pointer_to(evaluator_.address(argument));
  if (scalar && parameter != nullptr && shape_of(*parameter) != shape_of(*type)) {
    value = evaluator_.value(image_.program().context().cast(*parameter, argument));
    type = parameter;
  }
  const Shape shape = shape_of(*type);
  const std::int32_t slot = behind_frame + next;
  emit_.move_to(slot, scalar ? shape.width : 64, value);
  next += static_cast<std::int32_t>(slots_of(shape));
  site.arguments.push_back({slot, type, shape});
}

void FunctionCompiler::pass_arguments(const Edge& edge, CallSite& site) {
  const Operation& op = edge.op;
  std::int32_t next = 0;
  for (std::size_t i = 0; i < op.arguments.size(); ++i) {
    const bool known = op.callee != nullptr && op.callee->has_body() && i < op.callee->parameters().size();
    pass(*op.arguments[i], known ? op.callee->parameters()[i]->type : nullptr, site, next);
  }
  most_arguments_ = std::max(most_arguments_, next);
}

void FunctionCompiler::take_result(const Edge& edge, CallSite& site) {
  if (edge.op.lvalue == nullptr) return;
  const Expr& lvalue = *edge.op.lvalue;
  const Type& returned = call_type(edge.op).result();
  site.result_type = returned.is_void() ? &lvalue.type() : &returned;
  if (site.result_type->is_scalar()) site.result = emit_.temporary(site.result_type->width());
}

void FunctionCompiler::compile_call(const Edge& edge) {
  if (refuse_bad_arguments(edge)) return;
  const Operation& op = edge.op;
  CallSite& site = code_.call_sites.emplace_back();
  site.edge = &edge;
  site.frame = behind_frame;
  if (op.callee != nullptr) {
    site.entry = &image_.entry(*op.callee);
    site.is_plain = op.callee->has_body() && op.arguments.size() == op.callee->parameters().size() &&
                    !op.callee->type().is_variadic() && !image_.is_target(*op.callee);
  } else {
    const std::uint32_t width = op.value->type().width();
    site.pointer = emit_.in_slot(width, evaluator_.value(*op.value));
  }
  pass_arguments(edge, site);
  take_result(edge, site);
  emit_.emit_data(op.callee != nullptr ? call_handler() : call_pointer_handler(), 0, &site);
  if (op.lvalue == nullptr) return;
  if (!site.result_type->is_scalar()) {
    const Operand to = evaluator_.pointer_to(evaluator_.address(*op.lvalue));
    emit_.emit(store_returned_handler(), emit_.in_slot(64, to));
  } else {
    require(site.result_type->width() == op.lvalue->type().width(), "a call's result should have its lvalue's type");
    evaluator_.write(*op.lvalue, {.slot = site.result});
    record(edge);
  }
}

void FunctionCompiler::finish() {
  for (const auto& [jump, location] : jumps_) emit_.aim(jump, start_.at(location));
  code_.frame_size = emit_.frame_size();
  code_.extent = code_.frame_size + most_arguments_ + 2;
  const auto relocate = [this](std::int32_t& slot) {
    if (slot >= behind_frame) slot += code_.frame_size - behind_frame;
  };
  for (Instr& instr : code_.instrs) relocate(instr.a);
  for (CallSite& site : code_.call_sites) {
    relocate(site.frame);
    for (CallArgument& argument : site.arguments) relocate(argument.slot);
  }
}

} // namespace

void compile_function(Image& image, const Function& function, Code& code) {
  FunctionCompiler(image, function, code).run();
}

void compile_start(Image& image, Code& code) {
  Emitter emit(image, code);
  ExprEvaluator<Emitter> evaluator(emit, image.program().context().types());
  for (const Variable* variable : image.program().globals()) {
    for (const Initializer& part : variable->initializers) {
      emit.forget_temporaries();
      evaluator.assign(*part.lvalue, *part.value);
    }
    if (lives_in_slot(*variable) || !is_read_only(*variable)) continue;
    const Operand address = emit.address_of(*variable);
    emit.emit(make_read_only_handler(), emit.in_slot(64, address));
  }
  emit.emit(halt_handler());
  code.frame_size = code.extent = emit.frame_size();
}

} // namespace tandem::semantics::interpreter
