// A write is allowed if it is to a place that the contract lists, or to what did not exist before: blocks that were
// allocated since, which are recorded, and local variables of the code itself. Those are told from others by what they
// are not: no block, no global variable, and no variable of a caller, which are recorded, too.

#include "transform/contracts/check_frames.h"

#include "clib/effects.h"
#include "program/model/allocation.h"
#include "program/model/expressions.h"
#include "program/model/property.h"
#include "transform/contracts/frame.h"
#include "transform/copy/edited_copy.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace tandem::transform::contracts {

namespace {

// What decides nothing if it is reached (program/model/not_understood.h).
const std::string too_much = "__CPROVER_uninterpreted_assignments_under_a_contract";

std::vector<const Function*> callees(const Program& program, const Function& function) {
  std::vector<const Function*> result;
  for (const Edge* edge : function.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    if (edge->op.callee != nullptr)
      result.push_back(edge->op.callee);
    else // through a pointer
      result.insert(result.end(), program.functions().begin(), program.functions().end());
  }
  return result;
}

std::set<const Function*> reachable(const Program& program, std::vector<const Function*> from) {
  std::set<const Function*> result;
  while (!from.empty()) {
    const Function* function = from.back();
    from.pop_back();
    if (!function->has_body() || !result.insert(function).second) continue;
    const std::vector<const Function*> next = callees(program, *function);
    from.insert(from.end(), next.begin(), next.end());
  }
  return result;
}

// A frame and where it counts.
struct Watched {
  Frame frame;
  const Function* home = nullptr; // where it becomes active
  SourcePoint begin;              // of a loop: what is declared behind it is the loop's own
  std::set<const Function*> functions;
  std::vector<std::pair<const Location*, const Variable*>> before; // variables to be recorded at this place
};

class Checker : public copy::EditedCopy {
public:
  Checker(const Program& program, std::vector<Frame> found)
      : EditedCopy(program), context_(program.context()), too_much_(&declare_end(fresh_name(too_much), too_much)) {
    for (const Function* function : program.functions())
      if (function->source_name() == assertion_function) failure_ = function;
    for (Frame& frame : found) watch(std::move(frame));
  }

private:
  struct Check {
    const Watched* watched = nullptr;
    const Expr* condition = nullptr;
    bool is_understood = true;
  };

  void watch(Frame frame) {
    Watched watched;
    watched.frame = std::move(frame);
    for (const Edge* edge : original().edges()) {
      const bool activates = edge->op.kind == OpKind::Assign && edge->op.lvalue->kind() == ExprKind::Variable &&
                             &edge->op.lvalue->variable() == watched.frame.active && edge->op.value->is_constant() &&
                             edge->op.value->bits() != 0;
      if (!activates) continue;
      watched.home = &edge->function();
      watched.begin = edge->range.begin;
      note_variables(watched, *edge->from);
    }
    if (watched.home == nullptr || failure_ == nullptr || watched.frame.before == nullptr) return;
    watched.functions = reachable(original(), {watched.home});
    if (!watched.frame.is_of_loop()) watched.functions.erase(watched.home);
    std::set<const Function*> callers{watched.home};
    for (std::size_t known = 0; known != callers.size();) {
      known = callers.size();
      for (const Edge* edge : original().edges()) {
        if (edge->op.kind != OpKind::Call || callers.contains(&edge->function())) continue;
        const bool calls = edge->op.callee == nullptr || callers.contains(edge->op.callee);
        if (calls) callers.insert(&edge->function());
      }
    }
    for (const Edge* edge : original().edges())
      if (edge->op.kind == OpKind::Call && callers.contains(&edge->function()) &&
          (edge->op.callee == nullptr || callers.contains(edge->op.callee)))
        note_variables(watched, *edge->from);
    watched_.push_back(std::move(watched));
  }

  // Of the function at this place, as far as pointers may lead there.
  static void note_variables(Watched& watched, const Location& at) {
    const auto note = [&](const Variable* variable) {
      const bool is_own = at.function == watched.home && watched.frame.is_of_loop() && is_in_loop(watched, *variable);
      if (variable->address_taken && !is_own) watched.before.emplace_back(&at, variable);
    };
    for (const Variable* variable : at.function->parameters()) note(variable);
    for (const Variable* variable : at.function->locals()) note(variable);
  }

  static bool is_in_loop(const Watched& watched, const Variable& variable) {
    const SourcePoint &at = variable.range.begin, &begin = watched.begin;
    return is_of_contract(variable) || variable.source_name.empty() ||
           (at.is_known() && at.file == begin.file &&
            std::tuple(at.line, at.column) > std::tuple(begin.line, begin.column));
  }

  const Expr& value(const Variable& variable) { return context_.variable(variable); }
  const Expr& truth(bool holds) { return context_.integer(context_.types().int_type(), holds ? 1 : 0); }
  const Expr& size(std::uint64_t bytes) {
    return context_.integer(context_.types().size_type(), static_cast<UInt128>(bytes));
  }
  const Expr& both(const Expr& left, const Expr& right) { return context_.binary(BinaryOp::LogicalAnd, left, right); }
  const Expr& either(const Expr& left, const Expr& right) { return context_.binary(BinaryOp::LogicalOr, left, right); }
  const Expr& opposite(const Expr& condition) { return context_.unary(UnaryOp::LogicalNot, condition); }
  const Expr& is_same(const Expr& left, const Expr& right) {
    return context_.query(MemoryQuery::IsSameObject, {&left, &right});
  }
  const Expr& element(const Variable& array, std::uint64_t index) {
    return context_.index(value(array), context_.integer(context_.types().ptrdiff_type(), static_cast<UInt128>(index)));
  }
  static std::uint64_t length(const Variable& array) { return array.type->length(); }

  // The places that the contract lists.
  const Expr& is_listed(const Watched& watched, const Function& at, const Expr& address, const Expr& bytes) {
    const Expr* result = &truth(false);
    for (const Frame::Target& target : watched.frame.targets) {
      const Expr &pointer = value(*target.pointer), &room = value(*target.size);
      const auto offset = [&](const Expr& of) -> const Expr& {
        return context_.query(MemoryQuery::ObjectOffset, {&of});
      };
      const Expr& distance = context_.binary(BinaryOp::Sub, offset(address), offset(pointer));
      const Expr& fits = both(context_.binary(BinaryOp::Le, bytes, room),
                              context_.binary(BinaryOp::Le, distance, context_.binary(BinaryOp::Sub, room, bytes)));
      result = &either(*result, both(is_same(address, pointer), fits));
    }
    const auto add_named = [&](const Variable& variable) {
      if (variable.address_taken && watched.frame.names.contains(variable.source_name))
        result = &either(*result, is_same(address, context_.address_of(value(variable))));
    };
    for (const Variable* global : original().globals()) add_named(*global);
    if (watched.frame.is_of_loop() && &at == watched.home) {
      for (const Variable* local : at.locals()) add_named(*local);
      for (const Variable* parameter : at.parameters()) add_named(*parameter);
    }
    return *result;
  }

  const Expr& is_new_block(const Watched& watched, const Expr& address) {
    const Frame& frame = watched.frame;
    const Expr* result = &truth(false);
    if (!allocates(watched)) return *result;
    for (std::uint64_t i = 0; i < length(*frame.blocks); ++i) {
      const Expr& count = value(*frame.block_count);
      const Expr& is_recorded =
          context_.binary(BinaryOp::Lt, context_.integer(count.type(), static_cast<UInt128>(i)), count);
      result = &either(*result, both(is_recorded, is_same(address, element(*frame.blocks, i))));
    }
    return *result;
  }

  const Expr& is_own_variable(const Watched& watched, const Expr& address) {
    const Expr* result = &opposite(context_.query(MemoryQuery::IsAllocated, {&address}));
    for (const Variable* global : original().globals())
      if (global->address_taken && !is_of_contract(*global) && !is_own_static(watched, *global))
        result = &both(*result, opposite(is_same(address, context_.address_of(value(*global)))));
    std::set<const Variable*> recorded;
    for (const auto& [at, variable] : watched.before) recorded.insert(variable);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(recorded.size(), length(*watched.frame.before)); ++i)
      result = &both(*result, opposite(is_same(address, element(*watched.frame.before, i))));
    return both(*result, context_.binary(BinaryOp::Ne, context_.query(MemoryQuery::ObjectNumber, {&address}), size(0)));
  }

  // A static variable of a function under the contract.
  static bool is_own_static(const Watched& watched, const Variable& global) {
    return global.owner != nullptr && !watched.frame.is_of_loop() && watched.functions.contains(global.owner);
  }

  bool allocates(const Watched& watched) const {
    return std::ranges::any_of(watched.functions, [](const Function* function) {
      return std::ranges::any_of(function->edges(), [](const Edge* edge) { return is_allocation(*edge); });
    });
  }

  static bool is_allocation(const Edge& edge) {
    return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body() &&
           edge.op.lvalue != nullptr && find_allocator(edge.op.callee->source_name()) != nullptr;
  }

  // nullptr: always allowed.
  const Expr* may_write(const Watched& watched, const Edge& edge, const Expr& lvalue) {
    const Variable* root = root_variable(lvalue);
    const Function& at = edge.function();
    if (root != nullptr) {
      if (is_of_contract(*root) || root->kind == VariableKind::Temporary) return nullptr;
      const bool is_foreign = (root->is_global() && !is_own_static(watched, *root)) ||
                              (watched.frame.is_of_loop() && &at == watched.home && !is_in_loop(watched, *root));
      if (!is_foreign || watched.frame.names.contains(root->source_name)) return nullptr;
      if (!root->address_taken) return &truth(false);
    }
    const Expr* place = &lvalue; // a bit-field has no address
    while (place->kind() == ExprKind::Field && place->operand(0).type().fields()[place->field_index()].is_bit_field())
      place = &place->operand(0);
    return &may_write(watched, at, context_.address_of(*place), size(place->type().size()));
  }

  const Expr& may_write(const Watched& watched, const Function& at, const Expr& address, const Expr& bytes) {
    return either(is_listed(watched, at, address, bytes),
                  either(is_new_block(watched, address), is_own_variable(watched, address)));
  }

  const Expr& may_free(const Watched& watched, const Expr& pointer) {
    const Expr* result =
        &either(context_.binary(BinaryOp::Eq, pointer, context_.zero(pointer.type())), is_new_block(watched, pointer));
    for (const Variable* freed : watched.frame.freed) result = &either(*result, is_same(pointer, value(*freed)));
    return *result;
  }

  void add_call_checks(const Watched& watched, const Edge& edge, std::vector<Check>& to) {
    const Operation& op = edge.op;
    if (op.callee == nullptr || op.callee->has_body()) return;
    const std::string& name = op.callee->source_name();
    constexpr std::array<std::string_view, 3> with_length{"memcpy", "memmove", "memset"};
    if (std::ranges::find(with_length, name) != with_length.end() && op.arguments.size() == 3) {
      const Expr &address = *op.arguments[0], &bytes = *op.arguments[2];
      const Expr& is_empty = context_.binary(BinaryOp::Eq, bytes, context_.zero(bytes.type()));
      to.push_back({&watched, &either(is_empty, may_write(watched, edge.function(), address, bytes))});
      return;
    }
    if (frees_argument(name) && !op.arguments.empty()) to.push_back({&watched, &may_free(watched, *op.arguments[0])});
    if (name == "realloc" || find_allocator(name) != nullptr || frees_argument(name)) return;
    const std::optional<clib::Effect> effect = clib::effect_of(name);
    if (!effect) return;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
      const bool writes =
          op.arguments[i]->type().is_pointer() && (effect->argument(i) == clib::ArgumentEffect::Write ||
                                                   effect->argument(i) == clib::ArgumentEffect::WriteBehind);
      if (writes) to.push_back({&watched, &truth(false), false});
    }
  }

  std::vector<Check> checks_at(const Location& location) {
    std::vector<Check> result;
    if (location.out.empty()) return result;
    const Edge& edge = *location.out.front();
    for (const Watched& watched : watched_) {
      if (!watched.functions.contains(location.function)) continue;
      if (edge.op.lvalue != nullptr)
        if (const Expr* condition = may_write(watched, edge, *edge.op.lvalue)) {
          if (allocates(watched)) {
            const Expr& count = value(*watched.frame.block_count);
            const Expr& most = context_.integer(count.type(), static_cast<UInt128>(length(*watched.frame.blocks)));
            result.push_back({&watched, &context_.binary(BinaryOp::Le, count, most), false});
          }
          result.push_back({&watched, condition});
        }
      if (edge.op.kind == OpKind::Call) add_call_checks(watched, edge, result);
    }
    return result;
  }

  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    from = record_variables(made, location, from);
    for (const Check& check : checks_at(location)) {
      const Frame& frame = check.watched->frame;
      const DraftLocation holds = builder().add_location(made, &location),
                          fails = builder().add_location(made, &location);
      builder().add_inserted_branch(from, mapped(either(opposite(value(*frame.active)), *check.condition)), holds,
                                    fails);
      Operation op{.kind = OpKind::Call, .callee = check.is_understood ? &without_body(*failure_) : too_much_};
      if (check.is_understood) op.arguments = arguments(frame);
      builder().add_edge(fails, builder().add_location(made, &location), op, location.out.front()->range, nullptr);
      from = holds;
    }
    return from;
  }

  // Of a failing assertion; the first one is what is reported.
  std::span<const Expr* const> arguments(const Frame& frame) {
    std::vector<const Expr*> result;
    for (const Type* type : failure_->type().parameters())
      result.push_back(result.empty() && frame.text != nullptr
                           ? &context_.cast(*type, context_.address_of(mapped(element(*frame.text, 0))))
                           : &context_.zero(*type));
    return context_.list(result);
  }

  DraftLocation record_variables(Function& made, const Location& location, DraftLocation from) {
    for (const Watched& watched : watched_) {
      std::vector<const Variable*> recorded;
      for (const auto& [at, variable] : watched.before) {
        auto found = std::ranges::find(recorded, variable);
        const auto slot = static_cast<std::uint64_t>(found - recorded.begin());
        if (found == recorded.end()) recorded.push_back(variable);
        if (at != &location) continue;
        const DraftLocation next = builder().add_location(made, &location);
        if (slot >= length(*watched.frame.before)) {
          builder().add_edge(from, next, {.kind = OpKind::Call, .callee = too_much_}, location.out.front()->range,
                             nullptr);
          return builder().add_location(made, &location);
        }
        const Expr& to = element(*watched.frame.before, slot);
        const Expr& address = context_.cast(to.type(), context_.address_of(value(*variable)));
        builder().add_edge(from, next, {.kind = OpKind::Assign, .lvalue = &mapped(to), .value = &mapped(address)}, {},
                           nullptr);
        from = next;
      }
    }
    return from;
  }

  DraftLocation insert_behind(Function& made, const Edge& edge, DraftLocation to) override {
    if (!is_allocation(edge) || !edge.op.lvalue->type().is_pointer()) return to;
    for (const Watched& watched : watched_) {
      if (!watched.functions.contains(&edge.function())) continue;
      const Frame& frame = watched.frame;
      const Expr& count = value(*frame.block_count);
      const Expr& slot = context_.binary(BinaryOp::Rem, count,
                                         context_.integer(count.type(), static_cast<UInt128>(length(*frame.blocks))));
      const Expr& place = context_.index(value(*frame.blocks), context_.cast(context_.types().ptrdiff_type(), slot));
      const Expr& is_active = context_.binary(BinaryOp::Ne, value(*frame.active), context_.zero(*frame.active->type));
      const Expr& more = context_.binary(BinaryOp::Add, count, context_.cast(count.type(), is_active));
      const DraftLocation middle = builder().add_location(made, edge.to), first = builder().add_location(made, edge.to);
      builder().add_edge(first, middle,
                         {.kind = OpKind::Assign,
                          .lvalue = &mapped(place),
                          .value = &mapped(context_.cast(place.type(), *edge.op.lvalue))},
                         {}, nullptr);
      builder().add_edge(middle, to, {.kind = OpKind::Assign, .lvalue = &mapped(count), .value = &mapped(more)}, {},
                         nullptr);
      to = first;
    }
    return to;
  }

  Context& context_;
  const Function* failure_ = nullptr;
  const Function* too_much_;
  std::vector<Watched> watched_;
};

} // namespace

Program with_checked_frames(Program program) {
  std::vector<Frame> found = frames(program);
  return found.empty() ? std::move(program) : Checker(program, std::move(found)).run().program;
}

} // namespace tandem::transform::contracts
