// Edge by edge, a read of a[i] becomes "i == watched ? cell : arbitrary", a write "cell = i == watched ? value : cell".
// A second read of the same element before anything it mentions changes yields the same temporary; otherwise two reads
// of an unwatched element could differ, and conditions such as a[i] == a[i] would fail. A branch to an error call is
// guarded by "index == watched" of the first element that it reads unconditionally, and skipped otherwise.

#include "analysis/arrays/cell_program.h"

#include "analysis/arrays/cell_arrays.h"
#include "program/model/target.h"
#include "transform/copy/program_copy.h"

#include <algorithm>
#include <vector>

namespace tandem::analysis::arrays {

namespace {

class CellRewriter {
public:
  CellRewriter(const Program& program, const Property& property)
      : original_(program), context_(program.context()), builder_(program.shared_context()), copy_(program, builder_),
        arrays_(find_cell_arrays(program)), checkers_(find_checkers(program, property)) {
    for (const Target& target : targets(program, property)) error_calls_.insert(target.location);
  }

  std::optional<CellProgram> run() {
    if (arrays_.empty()) return std::nullopt;
    choose_index_type();
    watched_ = &context_.variable(new_variable("watched", *index_type_, VariableKind::Global, nullptr));
    for (const Function* function : original_.functions()) {
      if (!function->has_body()) continue;
      Function& made =
          builder_.declare_function(function->name(), function->source_name(), function->type(), function->range());
      if (function->does_not_return()) builder_.set_does_not_return(made);
      copy_.set_address(*function, made);
      made_[function] = &made;
    }
    copy_.add_globals();
    builder_.add_global(watched_->variable());
    for (const auto& [variable, array] : arrays_)
      if (variable->is_global()) make_cell(array, nullptr);
    for (const Function* function : original_.functions())
      if (function->has_body()) body(*function);
    return CellProgram{builder_.finish(*made_.at(&original_.entry())), arrays_.size()};
  }

private:
  // Elements that have been read and not changed since, with the temporary that holds their value.
  using Reads = std::map<const Expr*, const Expr*>;

  Variable& new_variable(const std::string& name, const Type& type, VariableKind kind, const Function* owner) {
    Variable variable;
    variable.kind = kind;
    variable.name = copy_.fresh_name(name);
    variable.type = &type;
    variable.owner = owner;
    return context_.add_variable(std::move(variable));
  }

  const Expr& new_temporary(const std::string& name, const Type& type) {
    const Variable& variable = new_variable(name, type, VariableKind::Temporary, now_);
    builder_.add_local(*now_, variable);
    return context_.variable(variable);
  }

  // One type for all indices, so that no conversions are needed where the program uses only one.
  void choose_index_type() {
    TypeTable& types = context_.types();
    index_type_ = &types.int_type();
    const auto visit = [&](const auto& self, const Expr& expr) -> void {
      const auto access = element_access(expr);
      if (access && access->index != nullptr && arrays_.contains(access->array) &&
          (access->index->type().width() > 32 || !access->index->type().is_signed()))
        index_type_ = &types.integer(IntegerKind::LongLong);
      for (const Expr* operand : expr.operands()) self(self, *operand);
    };
    for (const Edge* edge : original_.edges()) {
      if (edge->op.lvalue != nullptr) visit(visit, *edge->op.lvalue);
      if (edge->op.value != nullptr) visit(visit, *edge->op.value);
      for (const Expr* argument : edge->op.arguments) visit(visit, *argument);
    }
  }

  void make_cell(const CellArray& array, Function* function) {
    const VariableKind kind = function != nullptr ? VariableKind::Local : VariableKind::Global;
    const Variable& variable = new_variable(array.variable->name + "_cell", *array.element, kind, function);
    if (function != nullptr)
      builder_.add_local(*function, variable);
    else
      builder_.add_global(variable); // zero initially, as all elements are
    cells_[array.variable] = &context_.variable(variable);
  }

  // Edges are added at here_, which advances.
  void step(Operation op, SourceRange range) {
    const DraftLocation next = builder_.add_location(*now_);
    builder_.add_edge(here_, next, std::move(op), range);
    here_ = next;
  }
  void assign(const Expr& lvalue, const Expr& value, SourceRange range) {
    step({.kind = OpKind::Assign, .lvalue = &lvalue, .value = &value}, range);
  }
  void any(const Expr& lvalue, SourceRange range) { step({.kind = OpKind::Nondet, .lvalue = &lvalue}, range); }

  void body(const Function& function) {
    now_ = made_.at(&function);
    builder_.begin_body(*now_, function.parameters());
    for (const Variable* local : function.locals()) {
      const auto array = arrays_.find(local);
      if (array == arrays_.end())
        builder_.add_local(*now_, *local);
      else
        make_cell(array->second, now_);
    }
    std::map<const Location*, DraftLocation> drafts;
    for (const Location* location : function.locations())
      drafts[location] = location == &function.entry()  ? builder_.entry(*now_)
                         : location == &function.exit() ? builder_.exit(*now_)
                                                        : builder_.add_location(*now_);
    if (&function == &original_.entry()) {
      // The entry may be the head of a loop.
      drafts[&function.entry()] = builder_.add_location(*now_);
      choose_index(function.range(), builder_.entry(*now_), drafts[&function.entry()]);
    }
    // Predecessors come first, except along back edges; and a loop head has several.
    std::map<const Edge*, Reads> after;
    for (const Location* location : function.locations()) {
      here_ = drafts[location];
      is_watched_ = nullptr;
      read_ = location->in.size() == 1 && location != &function.entry() ? after[location->in[0]] : Reads();
      if (location->out.size() == 2)
        branch(*location, drafts);
      else if (location->out.size() == 1)
        edge(*location->out[0], drafts.at(location->out[0]->to));
      for (const Edge* edge : location->out) after[edge] = still_valid(*edge);
    }
  }

  Reads still_valid(const Edge& edge) const {
    const Operation& op = edge.op;
    if (op.kind == OpKind::Call) return {};
    const Variable* changed = op.kind == OpKind::Declare ? op.variable : nullptr;
    if (op.lvalue != nullptr) {
      const auto access = element_access(*op.lvalue);
      changed = access ? access->array : root_variable(*op.lvalue);
      if (changed == nullptr) return {};
    }
    Reads result = read_;
    std::erase_if(result, [&](const auto& entry) {
      bool mentions = false;
      for_each_variable(*entry.first, [&](const Variable& variable) { mentions = mentions || &variable == changed; });
      return mentions;
    });
    return result;
  }

  void choose_index(SourceRange range, DraftLocation from, DraftLocation to) {
    here_ = from;
    any(*watched_, range);
    const Expr& is_index = context_.binary(BinaryOp::Ge, *watched_, context_.integer(*index_type_, 0));
    step({.kind = OpKind::Assume, .value = &is_index}, range);
    builder_.add_edge(here_, to, {.kind = OpKind::Skip}, range);
  }

  const Expr& index_of(const ElementAccess& access) {
    if (access.index == nullptr) return context_.integer(*index_type_, 0);
    return context_.cast(*index_type_, rewritten(*access.index));
  }

  // Emits the reads of an expression before it.
  const Expr& rewritten(const Expr& expr) {
    const auto access = element_access(expr);
    if (access && arrays_.contains(access->array)) return read(expr, *access);
    if (expr.operand_count() == 0) return expr;
    std::vector<const Expr*> operands;
    for (const Expr* operand : expr.operands()) operands.push_back(&rewritten(*operand));
    return std::ranges::equal(operands, expr.operands()) ? expr : context_.with_operands(expr, operands);
  }

  const Expr& read(const Expr& expr, const ElementAccess& access) {
    if (const auto known = read_.find(&expr); known != read_.end()) return *known->second;
    const Expr& index = index_of(access);
    if (&index == is_watched_) return *cells_.at(access.array);
    const Expr& is_watched = context_.binary(BinaryOp::Eq, index, *watched_);
    const Expr& value = new_temporary("element", expr.type());
    any(value, range_);
    assign(value, context_.conditional(is_watched, *cells_.at(access.array), value), range_);
    read_[&expr] = &value;
    return value;
  }

  void write(const ElementAccess& access, const Expr& value) {
    const Expr& cell = *cells_.at(access.array);
    const Expr& is_watched = context_.binary(BinaryOp::Eq, index_of(access), *watched_);
    assign(cell, context_.conditional(is_watched, value, cell), range_);
  }

  // The index that a check is about: the first one at which it reads an array unconditionally.
  const Expr* checked_index(const Expr& expr) {
    const auto access = element_access(expr);
    if (access && arrays_.contains(access->array)) {
      if (access->index == nullptr) return &context_.integer(*index_type_, 0);
      // If the index is an element itself, that one is checked, and this one is arbitrary.
      const Expr* inner = checked_index(*access->index);
      return inner != nullptr ? inner : &context_.cast(*index_type_, *access->index);
    }
    // An element that is read conditionally may have an index out of bounds.
    const bool is_guarded =
        expr.kind() == ExprKind::Conditional || (expr.kind() == ExprKind::Binary && is_logical(expr.binary_op()));
    for (const Expr* operand : expr.operands().first(is_guarded ? 1 : expr.operand_count()))
      if (const Expr* found = checked_index(*operand)) return found;
    return nullptr;
  }

  // A check of an element that is not watched is assumed to pass.
  void pass_unless_watched(const Expr& index, DraftLocation passed) {
    const DraftLocation checked = builder_.add_location(*now_);
    builder_.add_branch(here_, context_.binary(BinaryOp::Eq, index, *watched_), checked, passed, range_);
    here_ = checked;
    is_watched_ = &index;
  }

  void branch(const Location& location, const std::map<const Location*, DraftLocation>& drafts) {
    const Edge& taken = location.out[0]->op.truth ? *location.out[0] : *location.out[1];
    const Edge& other = &taken == location.out[0] ? *location.out[1] : *location.out[0];
    range_ = taken.range;
    const Reads before = read_;
    const bool fails = error_calls_.contains(taken.to), fails_otherwise = error_calls_.contains(other.to);
    if (fails != fails_otherwise)
      if (const Expr* index = checked_index(*taken.op.value))
        pass_unless_watched(*index, drafts.at(fails ? other.to : taken.to));
    const Expr& condition = copy_.mapped(rewritten(*taken.op.value));
    builder_.add_branch(here_, condition, drafts.at(taken.to), drafts.at(other.to), taken.range);
    if (is_watched_ != nullptr) read_ = before; // where the check is skipped, its reads have not happened
  }

  void edge(const Edge& edge, DraftLocation to) {
    range_ = edge.range;
    Operation op = edge.op;
    if (op.kind == OpKind::Call && op.callee != nullptr && checkers_.contains(op.callee))
      for (const Expr* argument : op.arguments)
        if (const Expr* index = checked_index(*argument)) {
          pass_unless_watched(*index, to);
          break;
        }
    if (op.kind == OpKind::Declare && arrays_.contains(op.variable)) return forget(*op.variable, to);
    const auto array = op.lvalue != nullptr && op.lvalue->kind() == ExprKind::Variable
                           ? arrays_.find(&op.lvalue->variable())
                           : arrays_.end();
    if (array != arrays_.end()) return set_all(edge, *array->first, to);
    if (op.value != nullptr) op.value = &rewritten(*op.value);
    std::vector<const Expr*> arguments;
    for (const Expr* argument : op.arguments) arguments.push_back(&rewritten(*argument));
    op.arguments = context_.list(std::move(arguments));
    std::optional<ElementAccess> written;
    if (op.lvalue != nullptr) {
      written = element_access(*op.lvalue);
      if (written && arrays_.contains(written->array))
        op.lvalue = &new_temporary("written", op.lvalue->type());
      else
        op.lvalue = &lvalue(*op.lvalue), written.reset();
    }
    const Expr* value = op.lvalue;
    op = copy_.mapped(op);
    if (edge.op.callee != nullptr && edge.op.callee->has_body()) op.callee = made_.at(edge.op.callee);
    step(std::move(op), range_);
    if (written) write(*written, *value);
    builder_.add_edge(here_, to, {.kind = OpKind::Skip}, range_);
  }

  // An lvalue that is not an element: the operands it mentions are read, it is not.
  const Expr& lvalue(const Expr& expr) {
    std::vector<const Expr*> operands;
    for (const Expr* operand : expr.operands())
      operands.push_back(operand->is_lvalue() ? &lvalue(*operand) : &rewritten(*operand));
    return std::ranges::equal(operands, expr.operands()) ? expr : context_.with_operands(expr, operands);
  }

  // A new array: its elements are arbitrary.
  void forget(const Variable& array, DraftLocation to) {
    any(*cells_.at(&array), range_);
    builder_.add_edge(here_, to, {.kind = OpKind::Skip}, range_);
  }

  void set_all(const Edge& edge, const Variable& array, DraftLocation to) {
    if (array.type->is_pointer()) return forget(array, to);
    const Expr& cell = *cells_.at(&array);
    assign(cell, context_.zero(cell.type()), edge.range);
    builder_.add_edge(here_, to, {.kind = OpKind::Skip}, edge.range);
  }

  const Program& original_;
  Context& context_;
  ProgramBuilder builder_;
  transform::copy::ProgramCopy copy_;
  std::map<const Variable*, CellArray> arrays_;
  std::set<const Function*> checkers_;
  std::set<const Location*> error_calls_;
  const Type* index_type_ = nullptr;
  const Expr* watched_ = nullptr;
  std::map<const Variable*, const Expr*> cells_; // the watched element of each array
  std::map<const Function*, Function*> made_;
  // The function and the edge being rewritten.
  Function* now_ = nullptr;
  DraftLocation here_ = 0;
  SourceRange range_;
  const Expr* is_watched_ = nullptr; // an index that is known to be the watched one
  Reads read_;
};

} // namespace

std::optional<CellProgram> make_cell_program(const Program& program, const Property& property) {
  return CellRewriter(program, property).run();
}

} // namespace tandem::analysis::arrays
