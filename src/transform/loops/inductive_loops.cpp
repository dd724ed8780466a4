// A location is copied once for each context, that is, for each combination of base case, hypothesis and induction step
// of the loops around it; contexts are interned and bodies are written from a worklist, so that only reachable copies
// are made. The number of copies is exponential in the nesting depth of loops, hence the limit on locations. Error
// calls, also those in callees, are guarded by a global counter of the hypotheses that control is in: while it is not
// zero, an error ends the path.

#include "transform/loops/inductive_loops.h"

#include "program/cwriter/nondet_functions.h"
#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"
#include "transform/loops/assume_invariants.h"
#include "transform/loops/loop_changes.h"
#include "transform/reduce/residual.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::transform::loops {

namespace {

constexpr std::size_t locations_at_most = 60'000;

// The role of a copy of a loop's body.
enum class IterationKind : std::uint8_t {
  BaseCase,      // as in the program
  Hypothesis,    // starts with havocked values; errors and exits from the loop end the path
  InductionStep, // follows the hypothesis
};

class InductiveLoopTransformer {
public:
  InductiveLoopTransformer(const Program& program, const Property& property, const InductiveLoopOptions& options)
      : program_(program), property_(property), options_(options),
        aliases_(program, pointers::UndefinedFunctions::HaveNoEffect), calls_(program, aliases_),
        builder_(program.shared_context()), tracking_builder_(builder_), copy_(program, builder_),
        functions_(program.functions().size(), nullptr),
        nondet_functions_(program, builder_,
                          [this](const Function& known) -> const Function& { return copy_.without_body(known); }) {}

  std::optional<reduce::Residual> run();

private:
  using ContextId = std::uint32_t;
  static constexpr ContextId no_loop = UINT32_MAX;
  // The copies of nested loops that a location belongs to, innermost first.
  struct LoopContext {
    ContextId parent = no_loop;
    const graph::Loop* loop = nullptr;
    IterationKind iteration = IterationKind::BaseCase;
    auto operator<=>(const LoopContext&) const = default;
  };
  struct LocationCopy {
    ContextId context = no_loop;
    const Location* location = nullptr;
    auto operator<=>(const LocationCopy&) const = default;
  };

  bool find_changes();
  bool can_be_havocked(const std::vector<const Expr*>& lvalues);
  void declare();
  void write_body(const Function& function);
  void write(const LocationCopy& at);
  void write_edge(DraftLocation from, ContextId context, const Edge& edge);
  DraftLocation unless_in_hypothesis(DraftLocation from);

  ContextId context(const LoopContext& wanted);
  DraftLocation target(ContextId context, const Location& location);
  DraftLocation draft(const LocationCopy& at);
  DraftLocation enter(ContextId context, const graph::Loop& loop);
  DraftLocation havoc(DraftLocation from, const graph::Loop& loop);
  DraftLocation assume_invariants(DraftLocation from, const Location& head);
  DraftLocation step(DraftLocation from, const Operation& op);
  DraftLocation change_hypothesis_depth(DraftLocation from, int difference);
  DraftLocation end();
  DraftLocation new_location() { return tracking_builder_.add_location(*current_, nullptr); }
  const Variable& choice();

  const Program& program_;
  const Property& property_;
  const InductiveLoopOptions& options_;
  pointers::AliasPartition aliases_;
  pointers::CallGraph calls_;
  std::map<const Function*, graph::LoopForest> forests_;
  std::map<const graph::Loop*, std::vector<const Expr*>> changes_; // of the loops that are transformed
  std::optional<AssumableInvariants> assumable_;                   // if there are invariants
  ProgramBuilder builder_;
  copy::OriginTrackingBuilder tracking_builder_;
  copy::ProgramCopy copy_;
  std::vector<Function*> functions_; // by id of the original
  cwriter::NondetFunctions nondet_functions_;
  const Variable* hypothesis_depth_ = nullptr; // the number of hypotheses that control is in
  // While a body is written.
  const Function* original_ = nullptr;
  Function* current_ = nullptr;
  const graph::LoopForest* forest_ = nullptr;
  std::vector<LoopContext> contexts_;
  std::map<LoopContext, ContextId> context_ids_;
  std::map<LocationCopy, DraftLocation> drafts_;
  std::map<std::pair<ContextId, const graph::Loop*>, DraftLocation> entrances_;
  std::vector<LocationCopy> to_write_;
  std::optional<DraftLocation> end_;
  const Variable* choice_ = nullptr;
  std::size_t locations_ = 0;
};

// Callbacks from library functions, and other threads, could modify what the loop itself does not.
bool InductiveLoopTransformer::find_changes() {
  if (!aliases_.callbacks().empty()) return false;
  const LoopChanges changes(program_, aliases_, calls_);
  for (const Function* function : program_.functions()) {
    if (!function->has_body()) continue;
    const graph::LoopForest& forest = forests_.try_emplace(function, *function).first->second;
    for (const graph::Loop& loop : forest.loops())
      if (loop.is_reducible())
        if (auto found = changes.of(loop); found && can_be_havocked(*found)) changes_[&loop] = std::move(*found);
  }
  return !changes_.empty();
}

bool InductiveLoopTransformer::can_be_havocked(const std::vector<const Expr*>& lvalues) {
  return options_.aggregates == Aggregates::GetAnyValue ||
         std::ranges::all_of(lvalues, [this](const Expr* at) { return nondet_functions_.of(at->type()) != nullptr; });
}

void InductiveLoopTransformer::declare() {
  for (const Function* function : program_.functions()) {
    if (!function->has_body()) continue;
    Function& made =
        builder_.declare_function(function->name(), function->source_name(), function->type(), function->range());
    if (function->does_not_return()) builder_.set_does_not_return(made);
    functions_[function->id()] = &made;
    copy_.set_address(*function, made);
  }
  copy_.add_globals();
  hypothesis_depth_ = &program_.context().add_variable({.kind = VariableKind::Global,
                                                        .name = copy_.fresh_name("tandem_assumed"),
                                                        .type = &program_.context().types().int_type()});
  builder_.add_global(*hypothesis_depth_);
}

InductiveLoopTransformer::ContextId InductiveLoopTransformer::context(const LoopContext& wanted) {
  const auto [found, is_new] = context_ids_.try_emplace(wanted, static_cast<ContextId>(contexts_.size()));
  if (is_new) contexts_.push_back(wanted);
  return found->second;
}

DraftLocation InductiveLoopTransformer::end() {
  if (!end_) end_ = new_location();
  return *end_;
}

DraftLocation InductiveLoopTransformer::step(DraftLocation from, const Operation& op) {
  const DraftLocation next = new_location();
  tracking_builder_.add_edge(from, next, op, {}, nullptr);
  return next;
}

DraftLocation InductiveLoopTransformer::change_hypothesis_depth(DraftLocation from, int difference) {
  Context& context = program_.context();
  const Expr& count = context.variable(*hypothesis_depth_);
  const Expr& changed = context.binary(BinaryOp::Add, count, context.integer(*hypothesis_depth_->type, difference));
  return step(from, {.kind = OpKind::Assign, .lvalue = &count, .value = &changed});
}

const Variable& InductiveLoopTransformer::choice() {
  if (choice_ == nullptr) {
    choice_ = &program_.context().add_variable({.kind = VariableKind::Temporary,
                                                .name = copy_.fresh_name("tandem_choice"),
                                                .type = &program_.context().types().int_type(),
                                                .owner = current_});
    builder_.add_local(*current_, *choice_);
  }
  return *choice_;
}

DraftLocation InductiveLoopTransformer::havoc(DraftLocation from, const graph::Loop& loop) {
  for (const Expr* at : changes_.at(&loop)) from = step(from, nondet_functions_.any_value(copy_.mapped(*at)));
  return from;
}

DraftLocation InductiveLoopTransformer::assume_invariants(DraftLocation from, const Location& head) {
  for (const exchange::LocationInvariant& invariant : options_.invariants)
    if (invariant.location == &head && assumable_->contains(*invariant.condition))
      from = step(from, {.kind = OpKind::Assume, .value = &copy_.mapped(*invariant.condition)});
  return from;
}

// Chooses between the base case and a later iteration.
DraftLocation InductiveLoopTransformer::enter(ContextId from, const graph::Loop& loop) {
  const auto [found, is_new] = entrances_.try_emplace({from, &loop}, 0);
  if (!is_new) return found->second;
  found->second = new_location();
  const DraftLocation entrance = found->second, later = new_location();
  const Location& head = *loop.headers.front();
  const Expr& is_first = program_.context().variable(choice());
  const DraftLocation chosen = step(entrance, nondet_functions_.any_value(is_first));
  tracking_builder_.add_inserted_branch(chosen, is_first,
                                        draft({context({from, &loop, IterationKind::BaseCase}), &head}), later);
  DraftLocation begin = assume_invariants(havoc(later, loop), head);
  IterationKind iteration = IterationKind::InductionStep;
  if (options_.later_iterations == LaterIterations::AfterSafeIteration) {
    begin = change_hypothesis_depth(begin, 1);
    iteration = IterationKind::Hypothesis;
  }
  tracking_builder_.add_edge(begin, draft({context({from, &loop, iteration}), &head}), {.kind = OpKind::Skip}, {},
                             nullptr);
  return entrance;
}

DraftLocation InductiveLoopTransformer::draft(const LocationCopy& at) {
  const auto [found, is_new] = drafts_.try_emplace(at, 0);
  if (!is_new) return found->second;
  found->second = tracking_builder_.add_location(*current_, at.location);
  ++locations_;
  to_write_.push_back(at);
  return found->second;
}

// The successor in the transformed program, in context `from`, of an edge that leads to the location.
DraftLocation InductiveLoopTransformer::target(ContextId from, const Location& location) {
  while (from != no_loop && !forest_->contains(*contexts_[from].loop, location)) {
    if (contexts_[from].iteration == IterationKind::Hypothesis) return end();
    from = contexts_[from].parent;
  }
  if (&location == &original_->exit()) return builder_.exit(*current_);
  const graph::Loop* const headed = forest_->headed(location);
  if (headed == nullptr || !changes_.contains(headed)) return draft({from, &location});
  if (from == no_loop || contexts_[from].loop != headed) return enter(from, *headed);
  const LoopContext here = contexts_[from];
  if (here.iteration != IterationKind::Hypothesis) return end();
  const DraftLocation before = new_location();
  const DraftLocation after = change_hypothesis_depth(before, -1);
  tracking_builder_.add_edge(after, draft({context({here.parent, headed, IterationKind::InductionStep}), &location}),
                             {.kind = OpKind::Skip}, {}, nullptr);
  return before;
}

DraftLocation InductiveLoopTransformer::unless_in_hypothesis(DraftLocation from) {
  const DraftLocation next = new_location();
  tracking_builder_.add_inserted_branch(from, program_.context().variable(*hypothesis_depth_), end(), next);
  return next;
}

void InductiveLoopTransformer::write_edge(DraftLocation from, ContextId context, const Edge& edge) {
  Operation op = copy_.mapped(edge.op);
  if (op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body())
    op.callee = functions_[edge.op.callee->id()];
  if (property_.error_functions.is_error_call(edge)) from = unless_in_hypothesis(from);
  tracking_builder_.add_edge(from, target(context, *edge.to), op, edge.range, &edge);
}

void InductiveLoopTransformer::write(const LocationCopy& at) {
  const DraftLocation from = drafts_.at(at);
  for (const Edge* edge : at.location->out) write_edge(from, at.context, *edge);
}

void InductiveLoopTransformer::write_body(const Function& function) {
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
  tracking_builder_.begin(*current_, function.entry(), function.exit());
  tracking_builder_.add_edge(builder_.entry(*current_), target(no_loop, function.entry()), {.kind = OpKind::Skip}, {},
                             nullptr);
  while (!to_write_.empty() && locations_ <= locations_at_most) {
    const LocationCopy at = to_write_.back();
    to_write_.pop_back();
    write(at);
  }
}

std::optional<reduce::Residual> InductiveLoopTransformer::run() {
  if (!find_changes()) return std::nullopt;
  if (!options_.invariants.empty()) assumable_.emplace(program_);
  declare();
  for (const Function* function : program_.functions()) {
    if (function->has_body()) write_body(*function);
    if (locations_ > locations_at_most) return std::nullopt;
  }
  reduce::Residual result{.program = builder_.finish(*functions_[program_.entry().id()])};
  copy::OriginTrackingBuilder::Origins origins = tracking_builder_.origins(result.program);
  result.edge_origin = std::move(origins.edges);
  result.location_origin = std::move(origins.locations);
  result.function_origin.resize(result.program.functions().size());
  for (const Function* function : program_.functions())
    result.function_origin[(function->has_body() ? *functions_[function->id()] : copy_.without_body(*function)).id()] =
        function;
  result.variable_origin = copy_.variable_origins();
  result.remark = fmt::format("inductive transformation of {} loops", changes_.size());
  result.statistics = {.locations_before = program_.locations().size(),
                       .edges_before = program_.edges().size(),
                       .functions_before = program_.functions().size(),
                       .locations = result.program.locations().size(),
                       .edges = result.program.edges().size(),
                       .functions = result.program.functions().size()};
  return result;
}

} // namespace

std::optional<reduce::Residual> make_loops_inductive(const Program& program, const Property& property,
                                                     const InductiveLoopOptions& options) {
  return InductiveLoopTransformer(program, property, options).run();
}

std::optional<reduce::Residual> make_loops_inductive(const reduce::Residual& residual, const Property& property,
                                                     const InductiveLoopOptions& options) {
  const std::vector<exchange::LocationInvariant> there = invariants_in(residual, options.invariants);
  auto result = make_loops_inductive(residual.program, property,
                                     InductiveLoopOptions{there, options.later_iterations, options.aggregates});
  if (!result) return std::nullopt;
  return reduce::with_origins_of(std::move(*result), residual);
}

} // namespace tandem::transform::loops
