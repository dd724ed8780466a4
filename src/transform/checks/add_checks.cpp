// A check stands in front of the edges of the location whose operation it is about: both edges of a branch evaluate the
// same condition. What is checked at the end of the program stands in front of the entry function's returns and of
// calls that end the program.

#include "transform/checks/add_checks.h"

#include "program/model/expressions.h"
#include "program/model/user_files.h"
#include "transform/checks/arithmetic_checks.h"
#include "transform/checks/flow_ranges.h"
#include "transform/checks/redundant_checks.h"
#include "transform/checks/scopes.h"
#include "transform/checks/text_checks.h"
#include "transform/checks/written_flags.h"
#include "transform/copy/insert_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>

namespace tandem::transform::checks {

namespace {

// Of what the library does on the user's behalf.
std::vector<CheckKind> about_memory(const std::vector<CheckKind>& kinds) {
  constexpr std::array memory{CheckKind::Memory, CheckKind::Bounds, CheckKind::Null, CheckKind::Free,
                              CheckKind::Uninit};
  std::vector<CheckKind> result;
  std::ranges::copy_if(kinds, std::back_inserter(result),
                       [&](CheckKind kind) { return std::ranges::find(memory, kind) != memory.end(); });
  return result;
}

class Collector {
public:
  Collector(const Program& program, const Property& property)
      : program_(program), property_(property), users_(program.context(), property.checks),
        library_(program.context(), about_memory(property.checks)) {}

  CheckedProgram run() {
    FlaggedReads flagged;
    if (is_wanted(CheckKind::Uninit)) {
      flagged = flag_uninitialised_reads(program_);
      for (ArithmeticChecks* each : {&users_, &library_})
        each->values().set_may_copy_unwritten(may_copy_unwritten(program_));
    }
    for (const Location* location : program_.locations()) {
      if (location->out.empty()) continue;
      ArithmeticChecks& checks = is_users(program_, *location->function) ? users_ : library_;
      const Operation& op = location->out.front()->op;
      if (is_wanted(CheckKind::Uninit)) checks.values().set_flags(flagged.by_location[location]);
      for (ExprCheck& check : checks.of(op)) add(*location, std::move(check));
      if (&checks == &library_) check_overlap(*location);
      if (is_wanted(CheckKind::Overflow)) check_absolute_value(*location);
      if (ends_program(*location)) check_end(*location);
    }
    std::vector<copy::InsertedOperation> operations;
    if (is_wanted(CheckKind::Memory)) operations = ends_of_scopes(program_);
    operations.insert(operations.end(), flagged.operations.begin(), flagged.operations.end());
    drop_redundant(operations);
    copy::CheckedCopy made = copy::insert_checks(program_, {.checks = inserted_,
                                                            .operations = operations,
                                                            .locals = flagged.flags,
                                                            .character_copies = character_copies()});
    Property checked = property_;
    auto texts = std::make_shared<std::map<std::string, CheckTarget>>();
    for (std::size_t i = 0; i < targets_.size(); ++i) texts->emplace(made.functions[i], std::move(targets_[i]));
    checked.check_targets = std::move(texts);
    for (const CheckKind kind : property_.checks) checked.error_functions.add(check_function(kind));
    return {std::move(made.program), std::move(checked), std::move(made.edge_origin)};
  }

private:
  bool is_wanted(CheckKind kind) const { return std::ranges::find(property_.checks, kind) != property_.checks.end(); }

  void add(const Location& location, ExprCheck check) {
    const std::string function = check_function(check.target.kind);
    inserted_.push_back({&location, check.condition, function, function, std::move(check.question)});
    if (check.written != nullptr) inserted_.back().question = question_of_bytes(*check.written);
    targets_.push_back(std::move(check.target));
  }

  copy::Question question_of_bytes(const Expr& lvalue) const {
    TypeTable& types = program_.context().types();
    const Type& type =
        types.function(types.int_type(), {&types.pointer_to(types.void_type()), &types.size_type()}, false, true);
    return {std::string(written_question), &type, bytes_of(program_.context(), lvalue)};
  }

  // What is known where the check was passed; nothing of what is printed. For bytes that are written an expression
  // stands that reads them, and that is no condition of a program.
  const Expr* known_behind(const copy::InsertedCheck& check) const {
    if (!check.question) return check.condition;
    if (check.question->function != written_question) return nullptr;
    Context& context = program_.context();
    const std::vector<const Expr*>& bytes = check.question->arguments;
    const Expr& there = context.query(MemoryQuery::IsReadable, {bytes[0], bytes[1]});
    const Expr& content =
        context.deref(context.cast(context.types().pointer_to(context.types().integer(IntegerKind::Char)), *bytes[0]));
    const Expr& read = context.conditional(there, content, content);
    return check.condition == nullptr ? &read : &context.conditional(*check.condition, read, read);
  }

  // Copies of single characters are allowed although they were never written: then so are the copies.
  std::vector<const Edge*> character_copies() const {
    std::vector<const Edge*> result;
    if (!is_wanted(CheckKind::Uninit)) return result;
    for (const Edge* edge : program_.edges())
      if (edge->op.kind == OpKind::Assign && copies_character(*edge->op.lvalue, *edge->op.value))
        result.push_back(edge);
    return result;
  }

  void drop_redundant(const std::vector<copy::InsertedOperation>& scope_ends) {
    std::vector<PlacedCheck> placed;
    for (const copy::InsertedCheck& each : inserted_) placed.push_back({each.location, known_behind(each)});
    std::vector<bool> redundant = redundant_checks(program_, placed, scope_ends);
    mark_certain(redundant);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < inserted_.size(); ++i) {
      if (redundant[i]) continue;
      if (kept != i) {
        inserted_[kept] = std::move(inserted_[i]);
        targets_[kept] = std::move(targets_[i]);
      }
      ++kept;
    }
    inserted_.resize(kept);
    targets_.resize(kept);
  }

  // What the ranges of variables imply.
  void mark_certain(std::vector<bool>& redundant) const {
    std::map<const Function*, FlowRanges> ranges;
    for (std::size_t i = 0; i < inserted_.size(); ++i) {
      const copy::InsertedCheck& check = inserted_[i];
      if (redundant[i] || check.question) continue;
      const Function& function = *check.location->function;
      const auto [known, is_new] = ranges.try_emplace(&function, function);
      redundant[i] = known->second.holds(*check.location, *check.condition);
    }
  }

  // The properties of the competition do not ask for that, and know no bounds.
  void check_overlap(const Location& location) {
    if (!is_wanted(CheckKind::Memory) || !is_wanted(CheckKind::Bounds)) return;
    const Operation& op = location.out.front()->op;
    if (auto check = overlap_check(program_.context(), *location.function, op)) add(location, std::move(*check));
  }

  // The library's, which is not checked inside.
  void check_absolute_value(const Location& location) {
    constexpr std::array names{"abs", "labs", "llabs", "imaxabs"};
    const Operation& op = location.out.front()->op;
    if (op.kind != OpKind::Call || op.callee == nullptr || op.arguments.size() != 1) return;
    const Expr& argument = *op.arguments[0];
    const bool is_library = !op.callee->has_body() || !is_users(program_, *op.callee);
    if (!is_library || std::ranges::find(names, op.callee->source_name()) == names.end() ||
        !argument.type().is_integer() || !argument.type().is_signed())
      return;
    Context& context = program_.context();
    const Expr& lowest = context.integer(argument.type(), UInt128{1} << (argument.type().width() - 1));
    add(location,
        {{CheckKind::Overflow, fmt::format("{}({}) fits its type", op.callee->source_name(), quoted(argument))},
         &context.binary(BinaryOp::Ne, argument, lowest)});
  }

  // A call that ends the program, whatever it reports.
  static bool is_end(const Operation& op) {
    return op.kind == OpKind::Call && op.callee != nullptr && !op.callee->has_body() && op.callee->does_not_return();
  }

  static bool is_exit(const Operation& op) { return is_end(op) && op.callee->name().ends_with("exit"); }

  bool ends_program(const Location& location) const {
    const Edge& edge = *location.out.front();
    return is_end(edge.op) || (location.function == &program_.entry() && edge.to == &program_.entry().exit());
  }

  void check_end(const Location& location) {
    Context& context = program_.context();
    const Operation& op = location.out.front()->op;
    if (is_wanted(CheckKind::Leak) && (!is_end(op) || is_exit(op)))
      add(location, {{CheckKind::Leak, "all allocated memory is freed or can be reached at the end"},
                     &context.query(is_end(op) ? MemoryQuery::AllTracked : MemoryQuery::AllTrackedHence, {})});
    if (is_wanted(CheckKind::Cleanup))
      add(location, {{CheckKind::Cleanup, "all allocated memory is freed at the end"},
                     &context.query(MemoryQuery::AllFreed, {})});
  }

  const Program& program_;
  const Property& property_;
  ArithmeticChecks users_, library_;
  std::vector<copy::InsertedCheck> inserted_;
  std::vector<CheckTarget> targets_;
};

} // namespace

CheckedProgram add_checks(const Program& program, const Property& property) {
  return Collector(program, property).run();
}

} // namespace tandem::transform::checks
