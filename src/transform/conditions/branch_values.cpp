// Expressions are free of side effects, so that a part of an operation can be evaluated before the rest without a
// change. A part that is evaluated only in one case of another condition stays behind that condition's branch: the
// recursion follows the order and the laziness of C's operators.

#include "transform/conditions/branch_values.h"

#include "program/model/program_builder.h"
#include "program/model/user_files.h"
#include "transform/copy/program_copy.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace tandem::transform::conditions {

namespace {

bool is_integer(const Expr& expr, UInt128 bits) { return expr.kind() == ExprKind::Integer && expr.bits() == bits; }

// c ? 1 : 0 is what c is already: gcc has no branch there, as long as they are ints.
bool is_truth_value(const Expr& expr) {
  if (expr.kind() != ExprKind::Conditional || !expr.type().is_integer()) return false;
  const Expr &then = expr.operand(1), &otherwise = expr.operand(2);
  return expr.type().integer_kind() == IntegerKind::Int &&
         ((is_integer(then, 1) && is_integer(otherwise, 0)) || (is_integer(then, 0) && is_integer(otherwise, 1)));
}

bool is_decision(const Expr& expr) {
  return (expr.kind() == ExprKind::Conditional && expr.type().is_scalar() && !is_truth_value(expr)) ||
         (expr.kind() == ExprKind::Binary && is_logical(expr.binary_op()));
}

// gcc computes 2 + (c ? 1 : 0) as c ? 3 : 2, and a float of it as c ? 1.0 : 0.0.
bool moves_into_choices(const Expr& expr) {
  if (expr.kind() == ExprKind::Cast) return expr.type().is_float();
  if (expr.kind() != ExprKind::Binary) return false;
  switch (expr.binary_op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Shl:
    return std::ranges::any_of(expr.operands(), [](const Expr* part) { return part->kind() == ExprKind::Integer; });
  default: return false;
  }
}

bool is_branch_in(const Expr& whole, const Expr& operand) {
  return is_decision(operand) || (is_truth_value(operand) && moves_into_choices(whole));
}

bool has_decision(const Expr& expr) {
  return is_decision(expr) || std::ranges::any_of(expr.operands(), [&](const Expr* operand) {
           return is_branch_in(expr, *operand) || has_decision(*operand);
         });
}

bool is_not(const Expr& expr) { return expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::LogicalNot; }

class BranchValues {
public:
  explicit BranchValues(const Program& program)
      : original_(program), sources_(program), builder_(program.shared_context()), copy_(program, builder_) {}

  Program run() {
    for (const Function* function : original_.functions())
      if (function->has_body()) declare(*function);
    copy_.add_globals();
    for (const Function* function : original_.functions())
      if (function->has_body()) write_body(*function);
    return builder_.finish(*functions_.at(&original_.entry()));
  }

private:
  void declare(const Function& original) {
    Function& made =
        builder_.declare_function(original.name(), original.source_name(), original.type(), original.range());
    if (original.does_not_return()) builder_.set_does_not_return(made);
    copy_.set_address(original, made);
    functions_[&original] = &made;
  }

  void write_body(const Function& original) {
    function_ = functions_.at(&original);
    keeps_values_ = !is_users(original_, original);
    builder_.begin_body(*function_, original.parameters());
    for (const Variable* local : original.locals()) builder_.add_local(*function_, *local);
    std::map<const Location*, DraftLocation> drafts;
    for (const Location* location : original.locations()) {
      if (location == &original.entry())
        drafts[location] = builder_.entry(*function_);
      else
        drafts[location] = location == &original.exit() ? builder_.exit(*function_) : builder_.add_location(*function_);
    }
    for (const Location* location : original.locations()) {
      if (location == &original.exit() || location->out.empty()) continue;
      here_ = drafts.at(location);
      range_ = location->out.front()->range;
      if (location->out.size() == 2)
        write_branch(*location->out[0], drafts.at(location->out[0]->to), drafts.at(location->out[1]->to));
      else
        write_edge(*location->out.front(), drafts.at(location->out.front()->to));
    }
  }

  void write_branch(const Edge& edge, DraftLocation if_true, DraftLocation if_false) {
    const Expr& condition = copy_.mapped(*edge.op.value);
    if (!keeps_values_ && has_decision(condition) && !is_case(edge, sources_))
      return branch(condition, if_true, if_false);
    builder_.add_branch(here_, condition, if_true, if_false, edge.range);
  }

  void write_edge(const Edge& edge, DraftLocation to) {
    Operation op = copy_.mapped(edge.op);
    if (op.callee != nullptr && edge.op.callee->has_body()) op.callee = functions_.at(edge.op.callee);
    if (keeps_values_) return builder_.add_edge(here_, to, op, edge.range);
    if (op.lvalue != nullptr) op.lvalue = &value(*op.lvalue);
    if (op.value != nullptr) op.value = &value(*op.value);
    if (std::ranges::any_of(op.arguments, [](const Expr* argument) { return has_decision(*argument); })) {
      std::vector<const Expr*> arguments;
      for (const Expr* argument : op.arguments) arguments.push_back(&value(*argument));
      op.arguments = builder_.context().list(std::move(arguments));
    }
    builder_.add_edge(here_, to, op, edge.range);
  }

  // The same value without a decision in it, evaluated at here_.
  const Expr& value(const Expr& expr) {
    if (!has_decision(expr)) return expr;
    if (is_decision(expr)) return choice(expr);
    std::vector<const Expr*> operands;
    for (const Expr* operand : expr.operands())
      operands.push_back(is_branch_in(expr, *operand) ? &choice(*operand) : &value(*operand));
    return builder_.context().with_operands(expr, operands);
  }

  const Expr& choice(const Expr& expr) {
    Context& context = builder_.context();
    const Expr& result = temporary(expr.type());
    const DraftLocation if_true = new_location(), if_false = new_location(), after = new_location();
    const bool is_logical = expr.kind() == ExprKind::Binary;
    branch(is_logical ? expr : expr.operand(0), if_true, if_false);
    for (const bool truth : {true, false}) {
      here_ = truth ? if_true : if_false;
      const Expr& chosen =
          is_logical ? context.integer(expr.type(), truth ? 1 : 0) : value(expr.operand(truth ? 1 : 2));
      builder_.add_edge(here_, after, {.kind = OpKind::Assign, .lvalue = &result, .value = &chosen}, range_);
    }
    here_ = after;
    return result;
  }

  void branch(const Expr& condition, DraftLocation if_true, DraftLocation if_false) {
    if (is_not(condition)) return branch(condition.operand(0), if_false, if_true);
    if (condition.kind() == ExprKind::Binary && is_logical(condition.binary_op())) {
      const DraftLocation second = new_location();
      const bool is_and = condition.binary_op() == BinaryOp::LogicalAnd;
      branch(condition.operand(0), is_and ? second : if_true, is_and ? if_false : second);
      here_ = second;
      return branch(condition.operand(1), if_true, if_false);
    }
    if (condition.kind() == ExprKind::Integer)
      return builder_.add_edge(here_, condition.bits() != 0 ? if_true : if_false, {.kind = OpKind::Skip}, range_);
    const Expr& plain = value(condition);
    builder_.add_branch(here_, plain, if_true, if_false, range_);
  }

  DraftLocation new_location() { return builder_.add_location(*function_); }

  const Expr& temporary(const Type& type) {
    Context& context = builder_.context();
    const Variable& made = context.add_variable({.kind = VariableKind::Temporary,
                                                 .name = copy_.fresh_name("choice"),
                                                 .type = &type,
                                                 .owner = function_,
                                                 .range = range_});
    builder_.add_local(*function_, made);
    return context.variable(made);
  }

  const Program& original_;
  source::ProgramSources sources_;
  ProgramBuilder builder_;
  copy::ProgramCopy copy_;
  std::map<const Function*, Function*> functions_;
  Function* function_ = nullptr; // whose body is written
  bool keeps_values_ = false;    // a model of a library function: its conditions are not the user's
  DraftLocation here_ = 0;
  SourceRange range_; // of the edge that is written
};

} // namespace

bool is_case(const Edge& branch, source::ProgramSources& sources) {
  if (!branch.range.begin.is_known()) return false;
  const source::SourceText& text = sources.text(branch.range.begin.file);
  const std::string_view rest = std::string_view(text.text()).substr(text.offset(branch.range.begin));
  constexpr std::string_view word = "case";
  const auto continues = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return rest.starts_with(word) && (rest.size() == word.size() || !continues(rest[word.size()]));
}

Program branch_values(const Program& original) { return BranchValues(original).run(); }

} // namespace tandem::transform::conditions
