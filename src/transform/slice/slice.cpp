// Backward slicing as a copy: program/dataflow/relevance.h computes which edges and memory regions matter; the slicer
// rebuilds the program from the entry, skipping irrelevant edges. At an irrelevant branch control continues at its
// immediate postdominator. Only the functions, globals, locals and parts of initialisers that the remaining code
// mentions are written; irrelevant arguments and results become zero, so that the types of functions do not change.

#include "transform/slice/slice.h"

#include "base/core/require.h"
#include "program/dataflow/relevance.h"
#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"
#include "transform/reduce/residual.h"

#include <algorithm>

namespace tandem::transform::slice {

namespace {

class Slicer {
public:
  Slicer(const Program& program, const Property& property, std::vector<bool> unexecuted,
         std::span<const Edge* const> accesses = {})
      : program_(program), aliases_(program, pointers::UndefinedFunctions::HaveNoEffect),
        relevance_(
            program, aliases_, [&](const Function& function) { return property.error_functions.contains(function); },
            std::move(unexecuted), accesses),
        builder_(program.shared_context()), tracking_builder_(builder_), copy_(program, builder_),
        functions_(program.functions().size(), nullptr), drafts_(program.locations().size(), not_made) {}

  reduce::Residual run();

private:
  static constexpr DraftLocation not_made = UINT32_MAX;

  void find_wanted();
  void want(const Function& function);
  void want_mentioned(const Expr& expr);
  bool keeps(const Initializer& part) const;
  const Location* next(const Location* location) const;
  bool is_written(const Edge& edge) const;
  Operation operation(const Edge& edge) const;

  void write_body(const Function& function);
  void write_location(const Location& location);
  DraftLocation draft(const Location* location);
  DraftLocation plain_return();

  const Program& program_;
  pointers::AliasPartition aliases_;
  dataflow::Relevance relevance_;
  ProgramBuilder builder_;
  copy::OriginTrackingBuilder tracking_builder_;
  copy::ProgramCopy copy_;
  std::vector<const Function*> wanted_functions_, work_;
  std::vector<bool> is_wanted_;
  std::unordered_set<const Variable*> globals_, locals_;
  std::vector<Function*> functions_; // by id of the original
  // While a body is written.
  Function* current_ = nullptr;
  std::vector<DraftLocation> drafts_; // by location id
  DraftLocation end_ = not_made, return_ = not_made;
  std::vector<const Location*> to_write_;
};

bool Slicer::is_written(const Edge& edge) const {
  if (edge.op.kind == OpKind::Return) return true;
  if (edge.op.kind == OpKind::Declare) return relevance_.matters(edge) || relevance_.matters(*edge.op.variable);
  return relevance_.matters(edge);
}

// The first location from here on that is part of the slice, the function's exit, or nullptr where the path ends.
const Location* Slicer::next(const Location* location) const {
  std::size_t steps = 0;
  while (location != nullptr && location != &location->function->exit()) {
    if (location->out.empty() || ++steps > location->function->locations().size()) return nullptr;
    if (is_written(*location->out[0])) return location;
    location = location->out.size() == 1 ? location->out[0]->to : relevance_.behind(*location);
  }
  return location;
}

// The edge's operation in the slice: irrelevant arguments and results are not computed.
Operation Slicer::operation(const Edge& edge) const {
  Operation op = edge.op;
  Context& context = program_.context();
  if (op.kind == OpKind::Return && op.value != nullptr && !relevance_.matters(edge) && op.value->type().is_scalar())
    op.value = &context.zero(op.value->type());
  if (op.kind != OpKind::Call) return op;
  // Without a result, the call would not say which type it takes from the list.
  const bool takes_argument = op.callee != nullptr && op.callee->name() == "__builtin_va_arg";
  if (!relevance_.result_matters(edge) && !takes_argument) op.lvalue = nullptr;
  std::vector<const Expr*> arguments;
  for (std::size_t i = 0; i < op.arguments.size(); ++i) {
    const Expr& argument = *op.arguments[i];
    const bool stays = relevance_.argument_matters(edge, i) || !argument.type().is_scalar();
    arguments.push_back(stays ? &argument : &context.zero(argument.type()));
  }
  op.arguments = context.list(std::move(arguments));
  return op;
}

void Slicer::want(const Function& function) {
  if (is_wanted_[function.id()] || !function.has_body()) return;
  is_wanted_[function.id()] = true;
  wanted_functions_.push_back(&function);
  work_.push_back(&function);
}

bool Slicer::keeps(const Initializer& part) const {
  if (!part.lvalue->type().is_scalar()) return true;
  const pointers::Region* region = aliases_.region(*part.lvalue);
  return region != nullptr && relevance_.matters(region->id);
}

void Slicer::want_mentioned(const Expr& expr) {
  if (expr.kind() == ExprKind::FunctionAddress) want(expr.function());
  if (expr.kind() == ExprKind::Variable && !expr.variable().is_global()) locals_.insert(&expr.variable());
  if (expr.kind() == ExprKind::Variable && expr.variable().is_global() && globals_.insert(&expr.variable()).second)
    for (const Initializer& part : expr.variable().initializers)
      if (keeps(part)) want_mentioned(*part.value);
  for (const Expr* operand : expr.operands()) want_mentioned(*operand);
}

void Slicer::find_wanted() {
  is_wanted_.assign(program_.functions().size(), false);
  want(program_.entry());
  while (!work_.empty()) {
    const Function& function = *work_.back();
    work_.pop_back();
    std::vector<bool> seen(function.locations().size(), false);
    std::vector<const Location*> locations;
    const auto visit = [&](const Location* location) {
      location = next(location);
      if (location == nullptr || seen[graph::node_of(*location)]) return;
      seen[graph::node_of(*location)] = true;
      locations.push_back(location);
    };
    visit(&function.entry());
    while (!locations.empty()) {
      const Location& location = *locations.back();
      locations.pop_back();
      for (const Edge* edge : location.out) {
        const Operation op = operation(*edge);
        if (op.lvalue != nullptr) want_mentioned(*op.lvalue);
        if (op.value != nullptr) want_mentioned(*op.value);
        if (op.variable != nullptr) locals_.insert(op.variable);
        for (const Expr* argument : op.arguments) want_mentioned(*argument);
        if (op.kind == OpKind::Call && op.callee != nullptr) want(*op.callee);
        visit(edge->to);
      }
    }
  }
  std::ranges::sort(wanted_functions_, {}, &Function::id);
}

// A return with an arbitrary value, for paths that skip the original's return.
DraftLocation Slicer::plain_return() {
  if (return_ != not_made) return return_;
  return_ = tracking_builder_.add_location(*current_, nullptr);
  Operation op{.kind = OpKind::Return};
  const Type& result = current_->result();
  if (result.is_scalar()) op.value = &program_.context().zero(result);
  if (result.is_record()) {
    Variable& none = program_.context().add_variable(
        {.kind = VariableKind::Temporary, .name = copy_.fresh_name("tandem_none"), .type = &result, .owner = current_});
    builder_.add_local(*current_, none);
    op.value = &program_.context().variable(none);
  }
  tracking_builder_.add_edge(return_, builder_.exit(*current_), op, {}, nullptr);
  return return_;
}

DraftLocation Slicer::draft(const Location* location) {
  location = next(location);
  if (location == nullptr) {
    if (end_ == not_made) end_ = tracking_builder_.add_location(*current_, nullptr);
    return end_;
  }
  if (location == &location->function->exit()) return plain_return();
  if (drafts_[location->id] == not_made) {
    drafts_[location->id] = tracking_builder_.add_location(*current_, location);
    to_write_.push_back(location);
  }
  return drafts_[location->id];
}

void Slicer::write_location(const Location& location) {
  const DraftLocation from = drafts_[location.id];
  for (const Edge* edge : location.out) {
    Operation op = copy_.mapped(operation(*edge));
    if (op.kind == OpKind::Call && edge->op.callee != nullptr && edge->op.callee->has_body())
      op.callee = functions_[edge->op.callee->id()];
    const DraftLocation to = op.kind == OpKind::Return ? builder_.exit(*current_) : draft(edge->to);
    tracking_builder_.add_edge(from, to, op, edge->range, edge);
  }
}

void Slicer::write_body(const Function& function) {
  current_ = functions_[function.id()];
  end_ = return_ = not_made;
  builder_.begin_body(*current_, function.parameters());
  for (const Variable* local : function.locals())
    if (locals_.contains(local)) builder_.add_local(*current_, *local);
  tracking_builder_.begin(*current_, function.entry(), function.exit());
  tracking_builder_.add_edge(builder_.entry(*current_), draft(&function.entry()), {.kind = OpKind::Skip}, {}, nullptr);
  while (!to_write_.empty()) {
    const Location& location = *to_write_.back();
    to_write_.pop_back();
    write_location(location);
  }
}

reduce::Residual Slicer::run() {
  find_wanted();
  for (const Function* function : wanted_functions_) {
    Function& made =
        builder_.declare_function(function->name(), function->source_name(), function->type(), function->range());
    if (function->does_not_return()) builder_.set_does_not_return(made);
    functions_[function->id()] = &made;
    copy_.set_address(*function, made);
  }
  copy_.add_globals(globals_, [this](const Initializer& part) { return keeps(part); });
  for (const Function* function : wanted_functions_) write_body(*function);

  reduce::Residual result{.program = builder_.finish(*functions_[program_.entry().id()])};
  copy::OriginTrackingBuilder::Origins origins = tracking_builder_.origins(result.program);
  result.edge_origin = std::move(origins.edges);
  result.location_origin = std::move(origins.locations);
  for (const Function* function : program_.functions())
    if (!function->has_body()) result.function_origin.push_back(function);
  result.function_origin.insert(result.function_origin.end(), wanted_functions_.begin(), wanted_functions_.end());
  result.variable_origin = copy_.variable_origins();
  result.remark = "sliced";
  result.statistics.locations_before = program_.locations().size();
  result.statistics.edges_before = program_.edges().size();
  result.statistics.locations = result.program.locations().size();
  result.statistics.edges = result.program.edges().size();
  result.statistics.functions = wanted_functions_.size();
  return result;
}

} // namespace

reduce::Residual slice(const Program& program, const Property& property, std::span<const Edge* const> accesses) {
  return Slicer(program, property, {}, accesses).run();
}

reduce::Residual slice(const Program& program, const Property& property, const reduce::Residual& open) {
  std::vector<bool> unexecuted(program.edges().size(), true);
  for (const Edge* origin : open.edge_origin)
    if (origin != nullptr) unexecuted[origin->id] = false;
  return Slicer(program, property, std::move(unexecuted)).run();
}

reduce::Residual sliced(const reduce::Residual& residual, const Property& property) {
  return reduce::with_origins_of(slice(residual.program, property), residual);
}

} // namespace tandem::transform::slice
