// Each check gets a function of its own, so that a counterexample tells by its target which check failed. The checks
// are inserted between a location and its outgoing edges.

#include "transform/copy/insert_checks.h"

#include "program/model/expressions.h"
#include "transform/copy/edited_copy.h"

#include <map>
#include <set>

namespace tandem::transform::copy {

namespace {

class Inserter : public EditedCopy {
public:
  Inserter(const Program& program, const Insertions& insertions) : EditedCopy(program), checks_(insertions.checks) {
    for (const InsertedOperation& each : insertions.operations) operations_[each.edge].push_back(&each.op);
    for (const Variable* local : insertions.locals) locals_[local->owner].push_back(local);
    character_copies_.insert(insertions.character_copies.begin(), insertions.character_copies.end());
    declare_functions();
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      by_location_[checks_[i].location].push_back(i);
      const std::string name = fresh_name(checks_[i].function);
      called_.push_back(&declare_end(name, checks_[i].source_name.empty() ? name : checks_[i].source_name));
    }
  }

  CheckedCopy made() {
    Result result = run();
    std::vector<std::string> names;
    for (const Function* function : called_) names.push_back(function->name());
    return {std::move(result.program), std::move(result.edge_origin), std::move(names)};
  }

private:
  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    const auto found = by_location_.find(&location);
    if (found == by_location_.end()) return from;
    const SourceRange range = location.out.empty() ? SourceRange{} : location.out.front()->range;
    for (const std::size_t i : found->second) {
      const DraftLocation holds = builder().add_location(made, &location),
                          fails = builder().add_location(made, &location);
      if (!checks_[i].question)
        builder().add_inserted_branch(from, mapped(*checks_[i].condition), holds, fails);
      else
        ask(made, location, checks_[i], {from, holds, fails});
      const DraftLocation end = builder().add_location(made, &location);
      builder().add_edge(fails, end, {.kind = OpKind::Call, .callee = called_[i]}, range, nullptr);
      from = holds;
    }
    return from;
  }

  DraftLocation insert_behind(Function& made, const Edge& edge, DraftLocation to) override {
    const auto found = operations_.find(&edge);
    if (found == operations_.end()) return to;
    for (const Operation* op : found->second) {
      const DraftLocation from = builder().add_location(made, edge.to);
      builder().add_edge(from, to, *op, {}, nullptr);
      to = from;
    }
    return to;
  }

  std::vector<const Variable*> new_locals(const Function& original) override {
    std::vector<const Variable*> result;
    if (const auto found = locals_.find(&original); found != locals_.end()) result = found->second;
    if (const auto found = answers_.find(&original); found != answers_.end()) result.push_back(found->second);
    return result;
  }

  std::optional<Operation> replaced(const Edge& edge) override {
    if (!character_copies_.contains(&edge)) return std::nullopt;
    Context& context = original().context();
    const Expr* from = edge.op.value;
    while (from->kind() == ExprKind::Cast) from = &from->operand(0);
    const Expr& one = context.integer(context.types().size_type(), 1);
    return Operation{.kind = OpKind::Call,
                     .callee = memcpy_,
                     .arguments = context.list({&address(*edge.op.lvalue), &address(*from), &one})};
  }

  const Expr& address(const Expr& lvalue) {
    Context& context = original().context();
    return mapped(context.cast(context.types().pointer_to(context.types().void_type()), context.address_of(lvalue)));
  }

  void declare_functions() {
    Context& context = original().context();
    TypeTable& types = context.types();
    const Type& pointer = types.pointer_to(types.void_type());
    for (const InsertedCheck& check : checks_) {
      if (!check.question) continue;
      const Variable*& answer = answers_[check.location->function];
      if (answer == nullptr)
        answer = &context.add_variable({.kind = VariableKind::Temporary,
                                        .name = "tandem_answer",
                                        .type = &types.int_type(),
                                        .owner = check.location->function});
      const Function*& asked = asked_[check.question->function];
      if (asked == nullptr) asked = &library_function(check.question->function, *check.question->type);
    }
    if (character_copies_.empty()) return;
    memcpy_ =
        &library_function("memcpy", types.function(pointer, {&pointer, &pointer, &types.size_type()}, false, true));
  }

  const Function& library_function(const std::string& name, const Type& type) {
    const Function* known = original().find_function(name);
    return known != nullptr ? without_body(*known) : declare_external(name, type);
  }

  struct Ways {
    DraftLocation from, holds, fails;
  };
  void ask(Function& made, const Location& location, const InsertedCheck& check, Ways ways) {
    Context& context = original().context();
    const Expr& answer = context.variable(*answers_.at(location.function));
    DraftLocation from = ways.from;
    if (check.condition != nullptr) {
      from = builder().add_location(made, &location);
      builder().add_inserted_branch(ways.from, mapped(*check.condition), from, ways.holds);
    }
    const DraftLocation asked = builder().add_location(made, &location);
    const Question& question = *check.question;
    std::vector<const Expr*> arguments;
    for (const Expr* argument : question.arguments) arguments.push_back(&mapped(*argument));
    const Operation call{.kind = OpKind::Call,
                         .lvalue = &answer,
                         .callee = asked_.at(question.function),
                         .arguments = context.list(arguments)};
    builder().add_edge(from, asked, call, {}, nullptr);
    const Expr& holds = question.condition ? mapped(question.condition(answer)) : answer;
    builder().add_inserted_branch(asked, holds, ways.holds, ways.fails);
  }

  std::span<const InsertedCheck> checks_;
  std::map<const Location*, std::vector<std::size_t>> by_location_;
  std::map<const Edge*, std::vector<const Operation*>> operations_;
  std::map<const Function*, std::vector<const Variable*>> locals_; // by owner
  std::vector<const Function*> called_;                            // by check
  std::set<const Edge*> character_copies_;
  std::map<const Function*, const Variable*> answers_; // to what is asked
  std::map<std::string, const Function*> asked_;       // by name
  const Function* memcpy_ = nullptr;
};

} // namespace

CheckedCopy insert_checks(const Program& original, const Insertions& insertions) {
  return Inserter(original, insertions).made();
}

} // namespace tandem::transform::copy
