#include "automata/cut.h"

#include "automata/draft_mirror.h"
#include "automata/loop_changes.h"
#include "automata/program_copy.h"
#include "automata/residual.h"
#include "program/nondet_functions.h"
#include "program/reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

namespace tandem::automata {

namespace {

constexpr std::size_t locations_at_most = 60'000;

// What happens in a copy of a loop's round.
enum class Round : std::uint8_t {
  First,  // as in the program
  Before, // begins with any values; errors and ways out of the loop end the path
  Last,   // follows
};

bool speaks_of_scalars(const Expr& expr) {
  if (expr.is_place()) return expr.kind() == ExprKind::Variable && expr.type().is_scalar();
  return std::ranges::all_of(expr.operands(), [](const Expr* operand) { return speaks_of_scalars(*operand); });
}

class Cutter {
public:
  Cutter(const Program& program, const Property& property, const CutOptions& options)
      : program_(program), property_(property), options_(options), aliases_(program, UndefinedFunctions::HaveNoEffect),
        calls_(program, aliases_), builder_(program.shared_context()), mirror_(builder_), copy_(program, builder_),
        functions_(program.functions().size(), nullptr),
        nondet_functions_(program, builder_,
                          [this](const Function& known) -> const Function& { return copy_.without_body(known); }) {}

  std::optional<Residual> run();

private:
  using ContextId = std::uint32_t;
  static constexpr ContextId outside = UINT32_MAX;
  // Where control is among the copies of rounds of nested loops.
  struct LoopContext {
    ContextId parent = outside;
    const Loop* loop = nullptr;
    Round round = Round::First;
    auto operator<=>(const LoopContext&) const = default;
  };
  struct Place {
    ContextId context = outside;
    const Location* location = nullptr;
    auto operator<=>(const Place&) const = default;
  };

  bool find_changes();
  bool can_be_given(const std::vector<const Expr*>& places);
  void declare();
  void write_body(const Function& function);
  void write(const Place& place);
  void write_edge(DraftLocation from, ContextId context, const Edge& edge);
  DraftLocation unless_assumed(DraftLocation from);

  ContextId context(const LoopContext& wanted);
  DraftLocation target(ContextId context, const Location& location);
  DraftLocation draft(const Place& place);
  DraftLocation enter(ContextId context, const Loop& loop);
  DraftLocation give_any_values(DraftLocation from, const Loop& loop);
  DraftLocation assume_invariants(DraftLocation from, const Location& head);
  DraftLocation step(DraftLocation from, const Operation& op);
  DraftLocation change_assumed(DraftLocation from, int difference);
  DraftLocation end();
  DraftLocation new_location() { return mirror_.add_location(*current_, nullptr); }
  const Variable& choice();
  void find_reads();
  bool can_be_assumed(const Expr& condition) const;
  bool is_error_call(const Edge& edge) const;

  const Program& program_;
  const Property& property_;
  const CutOptions& options_;
  AliasPartition aliases_;
  CallGraph calls_;
  std::map<const Function*, LoopForest> forests_;
  std::map<const Loop*, std::vector<const Expr*>> changes_; // of loops that are cut
  std::unordered_set<const Variable*> reads_;
  ProgramBuilder builder_;
  DraftMirror mirror_;
  ProgramCopy copy_;
  std::vector<Function*> functions_; // by id of the original
  NondetFunctions nondet_functions_;
  const Variable* assumed_ = nullptr; // in how many rounds control is of which is assumed that nothing goes wrong
  // While a body is written.
  const Function* original_ = nullptr;
  Function* current_ = nullptr;
  const LoopForest* forest_ = nullptr;
  std::vector<LoopContext> contexts_;
  std::map<LoopContext, ContextId> context_ids_;
  std::map<Place, DraftLocation> drafts_;
  std::map<std::pair<ContextId, const Loop*>, DraftLocation> entrances_;
  std::vector<Place> to_write_;
  std::optional<DraftLocation> end_;
  const Variable* choice_ = nullptr;
  std::size_t locations_ = 0;
};

// Calls from outside, or other threads, could change what a loop does not.
bool Cutter::find_changes() {
  if (!aliases_.callbacks().empty()) return false;
  const LoopChanges changes(program_, aliases_, calls_);
  for (const Function* function : program_.functions()) {
    if (!function->has_body()) continue;
    const LoopForest& forest = forests_.try_emplace(function, *function).first->second;
    for (const Loop& loop : forest.loops())
      if (loop.is_reducible())
        if (auto found = changes.of(loop); found && can_be_given(*found)) changes_[&loop] = std::move(*found);
  }
  return !changes_.empty();
}

bool Cutter::can_be_given(const std::vector<const Expr*>& places) {
  return options_.aggregates == Aggregates::GetAnyValue || std::ranges::all_of(places, [this](const Expr* place) {
           return nondet_functions_.of(place->type()) != nullptr;
         });
}

void Cutter::declare() {
  for (const Function* function : program_.functions()) {
    if (!function->has_body()) continue;
    Function& made =
        builder_.declare_function(function->name(), function->source_name(), function->type(), function->range());
    if (function->does_not_return()) builder_.set_does_not_return(made);
    functions_[function->id()] = &made;
    copy_.set_address(*function, made);
  }
  copy_.add_globals();
  assumed_ = &program_.context().add_variable({.kind = VariableKind::Global,
                                               .name = copy_.fresh_name("tandem_assumed"),
                                               .type = &program_.context().types().int_type()});
  builder_.add_global(*assumed_);
}

Cutter::ContextId Cutter::context(const LoopContext& wanted) {
  const auto [found, is_new] = context_ids_.try_emplace(wanted, static_cast<ContextId>(contexts_.size()));
  if (is_new) contexts_.push_back(wanted);
  return found->second;
}

DraftLocation Cutter::end() {
  if (!end_) end_ = new_location();
  return *end_;
}

DraftLocation Cutter::step(DraftLocation from, const Operation& op) {
  const DraftLocation next = new_location();
  mirror_.add_edge(from, next, op, {}, nullptr);
  return next;
}

DraftLocation Cutter::change_assumed(DraftLocation from, int difference) {
  Context& context = program_.context();
  const Expr& count = context.variable(*assumed_);
  const Expr& changed = context.binary(BinaryOp::Add, count, context.integer(*assumed_->type, difference));
  return step(from, {.kind = OpKind::Assign, .place = &count, .value = &changed});
}

const Variable& Cutter::choice() {
  if (choice_ == nullptr) {
    choice_ = &program_.context().add_variable({.kind = VariableKind::Temporary,
                                                .name = copy_.fresh_name("tandem_choice"),
                                                .type = &program_.context().types().int_type(),
                                                .owner = current_});
    builder_.add_local(*current_, *choice_);
  }
  return *choice_;
}

DraftLocation Cutter::give_any_values(DraftLocation from, const Loop& loop) {
  for (const Expr* place : changes_.at(&loop)) from = step(from, nondet_functions_.any_value(copy_.mapped(*place)));
  return from;
}

// A slice has all values of a scalar that it reads. Others, and parts of records and arrays, may be there without
// theirs.
void Cutter::find_reads() {
  for (const Edge* edge : program_.edges())
    for_each_read(edge->op, [this](const Expr& place) {
      if (place.kind() == ExprKind::Variable && place.type().is_scalar()) reads_.insert(&place.variable());
    });
}

bool Cutter::can_be_assumed(const Expr& condition) const {
  bool result = speaks_of_scalars(condition);
  for_each_variable(condition, [&](const Variable& variable) { result = result && reads_.contains(&variable); });
  return result;
}

DraftLocation Cutter::assume_invariants(DraftLocation from, const Location& head) {
  for (const LocationInvariant& invariant : options_.invariants)
    if (invariant.location == &head && can_be_assumed(*invariant.condition))
      from = step(from, {.kind = OpKind::Assume, .value = &copy_.mapped(*invariant.condition)});
  return from;
}

// Either the loop's first round begins, or a later one.
DraftLocation Cutter::enter(ContextId from, const Loop& loop) {
  const auto [found, is_new] = entrances_.try_emplace({from, &loop}, 0);
  if (!is_new) return found->second;
  found->second = new_location();
  const DraftLocation entrance = found->second, later = new_location();
  const Location& head = *loop.headers.front();
  const Expr& is_first = program_.context().variable(choice());
  const DraftLocation chosen = step(entrance, nondet_functions_.any_value(is_first));
  mirror_.add_question(chosen, is_first, draft({context({from, &loop, Round::First}), &head}), later);
  DraftLocation begin = assume_invariants(give_any_values(later, loop), head);
  Round round = Round::Last;
  if (options_.later == LaterRounds::AfterSafeOne) {
    begin = change_assumed(begin, 1);
    round = Round::Before;
  }
  mirror_.add_edge(begin, draft({context({from, &loop, round}), &head}), {.kind = OpKind::Skip}, {}, nullptr);
  return entrance;
}

DraftLocation Cutter::draft(const Place& place) {
  const auto [found, is_new] = drafts_.try_emplace(place, 0);
  if (!is_new) return found->second;
  found->second = mirror_.add_location(*current_, place.location);
  ++locations_;
  to_write_.push_back(place);
  return found->second;
}

// Where control goes from a copy of a round if the program goes to the location.
DraftLocation Cutter::target(ContextId from, const Location& location) {
  while (from != outside && !forest_->contains(*contexts_[from].loop, location)) {
    if (contexts_[from].round == Round::Before) return end();
    from = contexts_[from].parent;
  }
  if (&location == &original_->exit()) return builder_.exit(*current_);
  const Loop* const headed = forest_->headed(location);
  if (headed == nullptr || !changes_.contains(headed)) return draft({from, &location});
  if (from == outside || contexts_[from].loop != headed) return enter(from, *headed);
  const LoopContext here = contexts_[from];
  if (here.round != Round::Before) return end();
  const DraftLocation before = new_location();
  const DraftLocation after = change_assumed(before, -1);
  mirror_.add_edge(after, draft({context({here.parent, headed, Round::Last}), &location}), {.kind = OpKind::Skip}, {},
                   nullptr);
  return before;
}

bool Cutter::is_error_call(const Edge& edge) const {
  const auto& names = property_.error_functions;
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr &&
         std::ranges::find(names, edge.op.callee->source_name()) != names.end();
}

DraftLocation Cutter::unless_assumed(DraftLocation from) {
  const DraftLocation next = new_location();
  mirror_.add_question(from, program_.context().variable(*assumed_), end(), next);
  return next;
}

void Cutter::write_edge(DraftLocation from, ContextId context, const Edge& edge) {
  Operation op = copy_.mapped(edge.op);
  if (op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body())
    op.callee = functions_[edge.op.callee->id()];
  if (is_error_call(edge)) from = unless_assumed(from);
  mirror_.add_edge(from, target(context, *edge.to), op, edge.range, &edge);
}

void Cutter::write(const Place& place) {
  const DraftLocation from = drafts_.at(place);
  for (const Edge* edge : place.location->out) write_edge(from, place.context, *edge);
}

void Cutter::write_body(const Function& function) {
  original_ = &function;
  current_ = functions_[function.id()];
  forest_ = &forests_.at(&function);
  contexts_.clear();
  context_ids_.clear();
  drafts_.clear();
  entrances_.clear();
  end_.reset();
  choice_ = nullptr;
  builder_.begin_body(*current_, function.parameters());
  for (const Variable* local : function.locals()) builder_.add_local(*current_, *local);
  mirror_.begin(*current_, function.entry(), function.exit());
  mirror_.add_edge(builder_.entry(*current_), target(outside, function.entry()), {.kind = OpKind::Skip}, {}, nullptr);
  while (!to_write_.empty() && locations_ <= locations_at_most) {
    const Place place = to_write_.back();
    to_write_.pop_back();
    write(place);
  }
}

std::optional<Residual> Cutter::run() {
  if (!find_changes()) return std::nullopt;
  if (!options_.invariants.empty()) find_reads();
  declare();
  for (const Function* function : program_.functions()) {
    if (function->has_body()) write_body(*function);
    if (locations_ > locations_at_most) return std::nullopt;
  }
  Residual result{.program = builder_.finish(*functions_[program_.entry().id()])};
  DraftMirror::Origins origins = mirror_.origins(result.program);
  result.edge_origin = std::move(origins.edges);
  result.location_origin = std::move(origins.locations);
  result.function_origin.resize(result.program.functions().size());
  for (const Function* function : program_.functions())
    result.function_origin[(function->has_body() ? *functions_[function->id()] : copy_.without_body(*function)).id()] =
        function;
  result.variable_origin = copy_.variable_origins();
  result.remark = fmt::format("{} loops cut", changes_.size());
  result.statistics = {.locations_before = program_.locations().size(),
                       .edges_before = program_.edges().size(),
                       .functions_before = program_.functions().size(),
                       .locations = result.program.locations().size(),
                       .edges = result.program.edges().size(),
                       .functions = result.program.functions().size()};
  return result;
}

} // namespace

std::optional<Residual> cut_loops(const Program& program, const Property& property, const CutOptions& options) {
  return Cutter(program, property, options).run();
}

std::optional<Residual> cut_loops(const Residual& residual, const Property& property, const CutOptions& options) {
  std::vector<LocationInvariant> there;
  for (const Location* location : residual.program.locations())
    for (const LocationInvariant& invariant : options.invariants)
      if (residual.location_origin[location->id] == invariant.location)
        there.push_back({location, invariant.condition});
  auto result = cut_loops(residual.program, property, CutOptions{there, options.later, options.aggregates});
  if (!result) return std::nullopt;
  return with_origins_of(std::move(*result), residual);
}

} // namespace tandem::automata
