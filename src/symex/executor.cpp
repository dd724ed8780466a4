// A scalar whose address is never taken is a register, a key of the state that no pointer can reach; all other
// variables are objects of symbolic memory. Values never assigned have no term: the first read introduces a symbol,
// which is reported as an uninitialised input so that a replay can supply the value. All symbols and addresses are
// derived from where they are introduced (Site::where), so that unwindings with different bounds share their terms and
// an incremental solver keeps what it has learnt.
//
// Functions without a body: a model if there is one (library_call.h); a library function without one does what
// clib/effects.h says, and its result is unspecified; all others return an arbitrary value and change nothing, which is
// listed as an assumption.

#include "symex/executor.h"

#include "program/model/allocation.h"
#include "program/model/calling_convention.h"
#include "program/model/expressions.h"
#include "program/model/library.h"
#include "program/model/library_writes.h"
#include "semantics/core/layout.h"
#include "semantics/symbolic/mathematical_arrays.h"
#include "symex/library_call.h"
#include "task/assumptions.h"

#include <algorithm>

namespace tandem::symex {

using semantics::symbolic::Fill;
using semantics::symbolic::IdentityKind;
using semantics::symbolic::SymbolicFrame;
using semantics::symbolic::SymbolicMemory;
using semantics::symbolic::SymbolicState;

namespace {

// The type for the bits of a cell; cells of other sizes have no scalar type and are not reported.
const Type* unsigned_type(const TypeTable& types, std::uint32_t bytes) {
  for (const IntegerKind kind :
       {IntegerKind::UChar, IntegerKind::UShort, IntegerKind::UInt, IntegerKind::ULongLong, IntegerKind::UInt128})
    if (types.integer(kind).size() == bytes) return &types.integer(kind);
  return nullptr;
}

task::InputKind kind_of(NondetSource source) {
  switch (source) {
  case NondetSource::Input: return task::InputKind::Nondet;
  case NondetSource::Assembly: return task::InputKind::Uninitialised;
  case NondetSource::Unspecified: return task::InputKind::Unspecified;
  case NondetSource::Environment: return task::InputKind::Environment;
  }
  unreachable();
}

// When the block is entered again, its variable is another object; but symbolic memory has it at the same address. So
// pointers to the one whose lifetime has ended are led to an object that never exists.
class Burial {
public:
  Burial(SymbolicMemory& memory, smt::Terms& terms, semantics::symbolic::SymbolicObjectId id)
      : memory_(memory), terms_(terms), id_(id) {
    const semantics::symbolic::SymbolicObject& object = memory.object(id);
    const std::uint64_t size = object.size, address = object.address;
    const auto grave = memory.allocate({static_cast<std::uint32_t>(IdentityKind::Local), object.context,
                                        static_cast<std::uint32_t>(address >> 32), static_cast<std::uint32_t>(address)},
                                       size, object.layout.type, Fill::Arbitrary);
    distance_ = memory.object(grave).address - address;
    width_ = terms.width(memory.address(id));
  }

  void bury(SymbolicState& state) {
    std::vector<std::pair<std::uint64_t, smt::Term>> changed;
    state.cells.for_each([&](std::uint64_t key, smt::Term value) {
      if (!terms_.sort(value).is_bv() || terms_.width(value) != width_) return;
      if (const smt::Term moved = buried(value); moved != value) changed.emplace_back(key, moved);
    });
    for (const auto& [key, value] : changed) state.cells.set(key, value);
  }

private:
  smt::Term buried(smt::Term value) {
    if (terms_.is_constant(value)) {
      const std::uint64_t address = terms_.bits(value).low();
      return memory_.object_at(address) == id_ ? terms_.bv(width_, address + distance_) : value;
    }
    const smt::Kind kind = terms_.kind(value);
    if (kind != smt::Kind::Ite && kind != smt::Kind::BvAdd && kind != smt::Kind::BvSub) return value;
    if (const auto found = buried_.find(value); found != buried_.end()) return found->second;
    const std::size_t first = kind == smt::Kind::Ite ? 1 : 0;
    const smt::Term a = buried(terms_.arg(value, first)), b = buried(terms_.arg(value, first + 1));
    smt::Term result = value;
    if (a != terms_.arg(value, first) || b != terms_.arg(value, first + 1))
      result = kind == smt::Kind::Ite     ? terms_.ite(terms_.arg(value, 0), a, b)
               : kind == smt::Kind::BvAdd ? terms_.bv_add(a, b)
                                          : terms_.bv_sub(a, b);
    return buried_[value] = result;
  }

  SymbolicMemory& memory_;
  smt::Terms& terms_;
  semantics::symbolic::SymbolicObjectId id_;
  std::uint64_t distance_ = 0;
  std::uint32_t width_ = 0;
  std::unordered_map<smt::Term, smt::Term> buried_;
};

// What is one value: a scalar, and where integers have no bits also an array, which pointers cannot reach.
bool is_register(const semantics::symbolic::SymbolicTarget& target, const Variable& variable) {
  if (variable.type->is_scalar()) return !variable.address_taken;
  return target.is_mathematical() && semantics::symbolic::mathematical_element(variable) != nullptr;
}

bool is_list(const Type& type) { return type.kind() == TypeKind::VaList; }

// The result may point where an argument does, as that of strchr.
bool may_return_argument(const Edge& call) {
  const auto is_data = [](const Expr* expr) {
    return expr->type().is_pointer() && !expr->type().element().is_function();
  };
  return call.op.lvalue != nullptr && is_data(call.op.lvalue) &&
         std::any_of(call.op.arguments.begin(), call.op.arguments.end(), is_data);
}

} // namespace

Executor::Executor(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities,
                   semantics::symbolic::MemoryOptions memory)
    : program_(program), terms_(terms), identities_(identities),
      memory_(terms, program.context().types(), identities, memory), target_(terms, memory_, identities),
      evaluator_(target_, program.context().types()) {
  if (!asks_about_memory(program)) memory_.follow_only_blocks();
  if (asks_what_was_written(program))
    memory_.follow_writes(may_copy_unwritten(program) ? semantics::symbolic::Writes::FollowedInCopies
                                                      : semantics::symbolic::Writes::Followed);
  report_first_values();
}

void Executor::report_first_values() {
  target_.on_first_value([this](smt::Term value, const Variable& variable) {
    findings_.inputs.push_back(
        {task::InputKind::Uninitialised, value, nullptr, variable.type, memory_.guard(), &variable});
  });
  memory_.on_first_value([this](smt::Term value, semantics::symbolic::SymbolicObjectId object, semantics::Cell cell) {
    const Type* type = unsigned_type(program_.context().types(), cell.bytes);
    if (type == nullptr) return;
    const auto found = names_.find(SymbolicMemory::home(object));
    const Variable* variable = found != names_.end() ? found->second : nullptr;
    findings_.inputs.push_back(
        {task::InputKind::Uninitialised, value, nullptr, type, memory_.guard(), variable, cell.offset});
  });
  memory_.on_contents_read([this](smt::Term value, semantics::symbolic::SymbolicObjectId object, smt::Term offset) {
    const Type* type = unsigned_type(program_.context().types(), terms_.width(value) / 8);
    if (type == nullptr) return;
    const auto found = names_.find(SymbolicMemory::home(object));
    findings_.contents.push_back(
        {value, offset, memory_.guard(), object, type, found != names_.end() ? found->second : nullptr});
  });
}

semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget>& Executor::in(SymbolicState& state,
                                                                            const SymbolicFrame& frame) {
  target_.enter(state, globals_, frame);
  return evaluator_;
}

void Executor::record(SingleAssignment& form) {
  form_ = &form;
  memory_.set_naming([this](smt::Term value, std::uint64_t cell) { return form_->assign(value, name_of(cell)); });
}

std::string_view Executor::name_of(std::uint64_t cell) const {
  const auto found = names_.find(SymbolicMemory::home_of(cell));
  return found != names_.end() ? std::string_view(found->second->name) : "v";
}

void Executor::set_up_globals(SymbolicState& state) {
  for (const Variable* global : program_.globals()) {
    if (is_register(target_, *global)) {
      const std::uint64_t key = SymbolicMemory::register_key(next_register_++);
      globals_.registers[global] = key;
      names_[key] = global;
    } else {
      globals_.objects[global] = memory_.allocate({static_cast<std::uint32_t>(IdentityKind::Global), global->id},
                                                  semantics::object_size(*global), global->type,
                                                  global->is_extern ? Fill::Arbitrary : Fill::Zero);
      memory_.set_alignment(globals_.objects[global], global->explicit_align);
      memory_.set_variable(globals_.objects[global], *global);
      if (is_read_only(*global)) memory_.set_read_only(globals_.objects[global]);
      names_[SymbolicMemory::home(globals_.objects[global])] = global;
    }
  }
  auto& evaluator = in(state, globals_);
  Context& context = program_.context();
  for (const Variable* global : program_.globals()) {
    if (!global->is_extern && globals_.registers.contains(global))
      evaluator.assign(context.variable(*global), context.zero(*global->type));
    // In the mathematical reading other memory is never accessed.
    if (target_.is_mathematical() && !globals_.registers.contains(global)) continue;
    for (const Initializer& part : global->initializers) evaluator.assign(*part.lvalue, *part.value);
  }
}

// Frames.

CallFrame Executor::make_frame(const Function& function, std::uint32_t context) {
  CallFrame frame;
  frame.function = &function;
  frame.context = context;
  const auto add = [&](const Variable& variable) {
    if (is_register(target_, variable))
      frame.registers[&variable] = variable.kind == VariableKind::Temporary
                                       ? SymbolicMemory::temporary_key(next_register_++)
                                       : SymbolicMemory::register_key(next_register_++);
    else {
      frame.objects[&variable] =
          memory_.allocate({static_cast<std::uint32_t>(IdentityKind::Local), context, variable.id},
                           variable.type->size(), variable.type, Fill::Arbitrary);
      memory_.set_alignment(frame.objects[&variable], variable.explicit_align);
    }
    const auto home = frame.registers.find(&variable);
    if (home == frame.registers.end()) {
      memory_.set_variable(frame.objects[&variable], variable);
      names_[SymbolicMemory::home(frame.objects[&variable])] = &variable;
    } else if (form_ != nullptr)
      names_[home->second] = &variable;
  };
  for (const Variable* parameter : function.parameters()) add(*parameter);
  for (const Variable* local : function.locals()) add(*local);
  frame.result_register = SymbolicMemory::register_key(next_register_++);
  frame.arguments_register = SymbolicMemory::register_key(next_register_++);
  if (function.result().is_record())
    frame.result_object = memory_.allocate({static_cast<std::uint32_t>(IdentityKind::Result), context},
                                           function.result().size(), &function.result(), Fill::Arbitrary);
  return frame;
}

void Executor::begin_frame(SymbolicState& state, const CallFrame& frame) {
  for (const auto& [variable, object] : frame.objects) memory_.begin_lifetime(state, object);
}

void Executor::end_frame(SymbolicState& state, const CallFrame& frame) {
  for (const auto& [variable, object] : frame.objects) memory_.end_lifetime(state, object);
  memory_.end_stack_blocks(state, frame.context);
  for (const auto& [variable, key] : frame.registers) state.cells.erase(key);
  for (const auto& [variable, object] : frame.objects)
    // What became of a list that was passed concerns the caller (take_result).
    if (variable->kind != VariableKind::Parameter || !is_list(*variable->type)) memory_.forget(state, object);
  if (frame.function->type().is_variadic()) end_variable_arguments(state, frame);
}

void Executor::declare(SymbolicState& state, const CallFrame& frame, const Variable& variable) {
  if (const auto found = frame.registers.find(&variable); found != frame.registers.end())
    state.cells.erase(found->second);
  else if (const auto object = frame.objects.find(&variable); object != frame.objects.end()) {
    memory_.forget(state, object->second);
    memory_.begin_lifetime(state, object->second);
  }
}

void Executor::end_scope(SymbolicState& state, const CallFrame& frame, const Variable& variable) {
  if (const auto pointer = frame.registers.find(&variable); pointer != frame.registers.end()) {
    if (const smt::Term* array = state.cells.find(pointer->second)) memory_.end_stack_block(state, *array);
    return;
  }
  const auto object = frame.objects.find(&variable);
  if (object == frame.objects.end()) return;
  memory_.forget(state, object->second);
  memory_.end_lifetime(state, object->second);
  if (!memory_.follows_lifetimes()) return;
  Burial(memory_, terms_, object->second).bury(state);
  memory_.note_stale_pointers(state, object->second);
}

void Executor::pass_arguments(SymbolicState& state, const CallFrame& from, const Edge& call, const CallFrame& to) {
  begin_frame(state, to);
  auto& evaluator = in(state, from);
  const auto& parameters = to.function->parameters();
  for (std::size_t i = 0; i < parameters.size() && i < call.op.arguments.size(); ++i) {
    const Variable& parameter = *parameters[i];
    const Expr& argument = *call.op.arguments[i];
    const bool passes_list =
        is_list(*parameter.type) && is_list(argument.type()) && !target_.is_mathematical(); // which has no memory
    if (parameter.type->is_record() || passes_list) {
      memory_.copy(state, memory_.address(to.objects.at(&parameter)), evaluator.pointer_to(evaluator.address(argument)),
                   *parameter.type);
      continue;
    }
    if (!parameter.type->is_scalar() || !argument.type().is_scalar()) continue;
    // Calls without a prototype may pass another type of the same kind.
    const smt::Term value = evaluator.value(program_.context().cast(*parameter.type, argument));
    const auto home = to.registers.find(&parameter);
    if (home != to.registers.end())
      memory_.set_register(state, home->second, value);
    else {
      target_.enter(state, globals_, to);
      evaluator.write(program_.context().variable(parameter), value);
      target_.enter(state, globals_, from);
    }
  }
  if (to.function->type().is_variadic()) pass_variable_arguments(state, from, call, to);
}

void Executor::put_result(SymbolicState& state, const CallFrame& frame, const Expr& value) {
  auto& evaluator = in(state, frame);
  if (frame.result_object)
    memory_.copy(state, memory_.address(*frame.result_object), evaluator.pointer_to(evaluator.address(value)),
                 value.type());
  else
    memory_.set_register(state, frame.result_register, evaluator.value(value));
}

void Executor::take_result(SymbolicState& state, const CallFrame& callee, const CallFrame& caller, const Edge& call) {
  take_back_lists(state, callee, caller, call);
  const Expr* lvalue = call.op.lvalue;
  if (lvalue != nullptr && callee.result_object) {
    auto& evaluator = in(state, caller);
    memory_.copy(state, evaluator.pointer_to(evaluator.address(*lvalue)), memory_.address(*callee.result_object),
                 lvalue->type());
  } else if (lvalue != nullptr) {
    const smt::Term* value = state.cells.find(callee.result_register);
    const smt::Term result =
        value != nullptr ? *value : terms_.fresh("result", target_.sort_of(callee.function->result()));
    in(state, caller).write(*lvalue, result);
  }
  if (callee.result_object) memory_.forget(state, *callee.result_object);
  state.cells.erase(callee.result_register);
}

// Inputs.

smt::Term Executor::new_input(const Site& site, task::InputKind kind, const Type& type, const Path& path,
                              std::string_view name) {
  semantics::symbolic::Identity identity{static_cast<std::uint32_t>(IdentityKind::Input)};
  identity.insert(identity.end(), site.where.begin(), site.where.end());
  const smt::Term value = identities_.symbol(identity, name, target_.sort_of(type));
  if (form_ != nullptr && target_.is_mathematical()) form_->assume(target_.in_range(type, value));
  findings_.inputs.push_back({kind, value, &site.edge, &type, path.guard.all(terms_)});
  return value;
}

void Executor::assume(Path& path, smt::Term condition) {
  if (terms_.is_true(condition)) return;
  if (form_ != nullptr)
    form_->assume(condition);
  else
    path.guard = path.guard.with(terms_, condition);
}

// Values written by inline assembly are not inputs that the program asks for. For an aggregate, the whole object that
// contains it is havocked.
void Executor::assign_nondet(const Site& site, Path& path) {
  if (!site.edge.op.lvalue->type().is_scalar()) {
    auto& evaluator = in(path.state, site.frame);
    memory_.havoc_behind(path.state, evaluator.pointer_to(evaluator.address(*site.edge.op.lvalue)));
    return;
  }
  assign_result(site, path, new_input(site, kind_of(site.edge.op.source), site.edge.op.lvalue->type(), path, "input"));
}

void Executor::add_unsupported(const Edge& edge, std::string text, const Path& path) {
  findings_.unsupported.push_back({&edge, std::move(text), path.guard.all(terms_)});
}

void Executor::assign_result(const Site& site, Path& path, smt::Term value) {
  if (site.edge.op.lvalue != nullptr) in(path.state, site.frame).write(*site.edge.op.lvalue, value);
}

// A library function without a model may write what its arguments point to.
void Executor::change_arguments(const Site& site, const clib::Effect& effect, Path& path) {
  const auto& arguments = site.edge.op.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!may_write_behind(effect, i, *arguments[i])) continue;
    const smt::Term pointer = in(path.state, site.frame).value(*arguments[i]);
    memory_.havoc_behind(path.state, pointer);
  }
}

void Executor::return_any_record(const Site& site, Path& path) {
  const Type& type = site.edge.op.lvalue->type();
  auto& evaluator = in(path.state, site.frame);
  const smt::Term at = evaluator.pointer_to(evaluator.address(*site.edge.op.lvalue));
  semantics::for_each_cell(&type, 0, type.size(), [&](const semantics::Cell& cell) {
    memory_.store(path.state, terms_.bv_add(at, terms_.bv(terms_.width(at), cell.offset)),
                  terms_.fresh("call", smt::Sort::bv(cell.bytes * 8)), &type);
  });
}

std::optional<Path> Executor::call_without_body(const Site& site, const Function& callee, Path path) {
  if (const LibraryModel model = library_model(callee.name())) {
    LibraryCall call(*this, site, callee, path);
    if (auto modelled = model(call)) return std::move(modelled->path);
  }
  if (callee.does_not_return()) return std::nullopt;
  end_passed_lists(site, path);
  if (callee.name().starts_with("pthread_"))
    add_unsupported(site.edge, "threads", path);
  else if (const std::optional<std::string> obstacle = library_obstacle(callee))
    add_unsupported(site.edge, *obstacle, path);
  const std::optional<clib::Effect> effect = library_effect(callee);
  if (frees_argument(callee.name()) || find_allocator(callee.name()) != nullptr) memory_.forget_blocks(path.state);
  if (effect) {
    change_arguments(site, *effect, path);
    if (may_return_argument(site.edge)) memory_.let_unconstrained_pointers_write();
  } else
    findings_.assumptions.insert(task::assumption_of_call(callee));
  return_anything(site, path, callee.name(),
                  effect ? task::InputKind::Unspecified : task::InputKind::UndefinedFunction);
  return path;
}

std::vector<CallCase> Executor::call_cases(const Site& site, Path& path) {
  using enum CallCase::Kind;
  const auto is_callable = [&](const Function* function) {
    return function != nullptr && is_callable_by(*function, site.edge.op, program_.data_model());
  };
  const smt::Term pointer = in(path.state, site.frame).value(*site.edge.op.value);
  std::vector<CallCase> result;
  for (const auto& leaf : memory_.functions_at(pointer)) {
    if (leaf.function != nullptr || leaf.is_address || call_targets_ == nullptr) {
      result.push_back({is_callable(leaf.function) ? Program : Unknown, leaf.function, leaf.condition});
      continue;
    }
    smt::Term others = leaf.condition;
    for (const Function* function : call_targets_->callees(site.edge)) {
      const smt::Term is_this = terms_.eq(pointer, memory_.address(memory_.function_object(*function)));
      result.push_back({is_callable(function) ? Program : Unknown, function, terms_.and_(leaf.condition, is_this)});
      others = terms_.and_(others, terms_.not_(is_this));
    }
    result.push_back({call_targets_->may_call_external(site.edge) ? External : Unknown, nullptr, others});
  }
  return result;
}

Path Executor::call_external(const Site& site, Path path) {
  memory_.set_guard(path.guard.all(terms_));
  memory_.note_external_call(in(path.state, site.frame).value(*site.edge.op.value));
  findings_.assumptions.insert(task::assumption_of_external_call());
  return_anything(site, path, "call", task::InputKind::UndefinedFunction);
  return path;
}

void Executor::return_anything(const Site& site, Path& path, std::string_view name, task::InputKind kind) {
  if (site.edge.op.lvalue == nullptr) return;
  const Type& type = site.edge.op.lvalue->type();
  if (type.is_scalar())
    assign_result(site, path, new_input(site, kind, type, path, name));
  else
    return_any_record(site, path);
}

} // namespace tandem::symex
