#include "analysis/candidates.h"

#include "analysis/affine.h"

#include <algorithm>
#include <set>

namespace tandem::analysis {

namespace {

class Guesses {
public:
  Guesses(const Program& program, const Property& property, const Location& head, const LoopSamples& samples,
          const CandidateOptions& options)
      : context_(program.context()), program_(program), property_(property), head_(head), options_(options) {
    choose_columns(samples);
  }

  std::vector<const Expr*> all() {
    if (columns_.empty()) return {};
    collect_constants();
    own_assertions();
    guess();
    bounds();
    order();
    guess_by_cases();
    if (result_.size() > options_.limit) result_.resize(options_.limit);
    return std::move(result_);
  }

private:
  // A variable, with its value at each visit.
  struct Column {
    const Expr* expr = nullptr;
    std::vector<Int128> values;
  };

  void choose_columns(const LoopSamples& samples) {
    const std::set<const Variable*> used = variables_used();
    for (std::size_t i = 0; i < samples.variables.size(); ++i) {
      if (!used.contains(samples.variables[i])) continue;
      Column column{&context_.variable(*samples.variables[i]), {}};
      for (const auto& row : samples.values) column.values.push_back(row[i]);
      columns_.push_back(std::move(column));
    }
    if (columns_.size() > options_.variables) columns_.resize(options_.variables);
  }

  // Those of the function that appear in something other than their own change.
  std::set<const Variable*> variables_used() const {
    std::set<const Variable*> result;
    const auto add = [&](const Expr* expr) {
      if (expr != nullptr) for_each_variable(*expr, [&](const Variable& variable) { result.insert(&variable); });
    };
    for (const Edge* edge : head_.function->edges()) {
      add(edge->op.value);
      add(edge->op.place);
      for (const Expr* argument : edge->op.arguments) add(argument);
    }
    return result;
  }

  void guess() {
    constants();
    equalities();
    equations();
    remainders();
  }

  // What holds only where a condition of the program does: flags that decide between ways through a loop.
  void guess_by_cases() {
    const std::vector<Column> all = columns_;
    for (const Expr* condition : flags())
      for (const bool truth : {true, false}) {
        const Column& flag =
            *std::find_if(all.begin(), all.end(), [&](const Column& c) { return c.expr == condition; });
        columns_ = all;
        for (std::size_t i = 0; i < all.size(); ++i) {
          columns_[i].values.clear();
          for (std::size_t row = 0; row < flag.values.size(); ++row)
            if ((flag.values[row] != 0) == truth) columns_[i].values.push_back(all[i].values[row]);
        }
        const std::size_t rows = columns_[0].values.size();
        if (rows < 3 || rows == flag.values.size()) continue;
        premise_ = truth ? &context_.unary(UnaryOp::LogicalNot, *condition) : condition;
        guess();
        premise_ = nullptr;
      }
    columns_ = all;
  }

  // Variables that the function asks whether they are zero.
  std::vector<const Expr*> flags() const {
    std::vector<const Expr*> result;
    for (const Edge* edge : head_.function->edges()) {
      if (edge->op.kind != OpKind::Assume || !edge->op.truth) continue;
      const Expr* asked = edge->op.value;
      if (asked->kind() == ExprKind::Binary &&
          (asked->binary_op() == BinaryOp::Eq || asked->binary_op() == BinaryOp::Ne) &&
          asked->operand(1).is_integer_constant(0))
        asked = &asked->operand(0);
      const bool known = std::find(result.begin(), result.end(), asked) != result.end();
      const bool is_column =
          std::any_of(columns_.begin(), columns_.end(), [&](const Column& c) { return c.expr == asked; });
      if (is_column && !known && result.size() < 3) result.push_back(asked);
    }
    return result;
  }

  void collect_constants() {
    pool_ = {0, 1, -1};
    const auto walk = [&](const auto& self, const Expr& expr) -> void {
      if (expr.kind() == ExprKind::Integer && expr.type().is_integer())
        for (int near = -1; near <= 1; ++near) pool_.insert(expr.value() + near);
      for (const Expr* operand : expr.operands()) self(self, *operand);
    };
    for (const Edge* edge : head_.function->edges()) {
      if (edge->op.value != nullptr) walk(walk, *edge->op.value);
      for (const Expr* argument : edge->op.arguments) walk(walk, *argument);
    }
  }

  void add(const Expr& condition) {
    if (!seen_.insert(&condition).second) return; // with a premise it would say less
    result_.push_back(premise_ == nullptr ? &condition : &context_.binary(BinaryOp::LogicalOr, *premise_, condition));
  }

  const Expr& number(const Type& type, Int128 value) { return context_.integer(type, static_cast<UInt128>(value)); }

  // Small types are compared as int, as C does.
  const Expr& promoted(const Expr& expr) {
    const Type& integer = context_.types().int_type();
    return expr.type().width() < integer.width() ? context_.cast(integer, expr) : expr;
  }

  void compare(BinaryOp op, const Expr& left, Int128 constant) {
    const Expr& value = promoted(left);
    const Expr& right = number(value.type(), constant);
    if (right.value() == constant) add(context_.binary(op, value, right));
  }

  void constants() {
    for (const Column& column : columns_) {
      const Int128 first = column.values.front();
      if (std::all_of(column.values.begin(), column.values.end(), [&](Int128 value) { return value == first; }))
        compare(BinaryOp::Eq, *column.expr, first);
    }
  }

  // Of two variables: an equation with other coefficients may say less, since it holds modulo a power of two.
  void equalities() {
    for (std::size_t a = 0; a < columns_.size(); ++a)
      for (std::size_t b = a + 1; b < columns_.size(); ++b) {
        const Expr &left = promoted(*columns_[a].expr), &right = promoted(*columns_[b].expr);
        if (columns_[a].values == columns_[b].values && &left.type() == &right.type())
          add(context_.binary(BinaryOp::Eq, left, right));
      }
  }

  // Directly, or as what is passed to a function that checks its parameter.
  void own_assertions() {
    for (const Target& target : targets(program_, property_))
      for (const Edge* edge : target.location->in) {
        if (edge->op.kind != OpKind::Assume) continue;
        const Expr& error = edge->op.truth ? *edge->op.value : context_.unary(UnaryOp::LogicalNot, *edge->op.value);
        if (is_visible(error)) result_.push_back(&negation(error));
        const auto& parameters = edge->function().parameters();
        for (std::size_t i = 0; i < parameters.size(); ++i)
          if (!edge->op.truth && mentions(*edge->op.value, *parameters[i])) arguments(edge->function(), i);
      }
  }

  const Expr& negation(const Expr& condition) {
    if (condition.kind() == ExprKind::Unary && condition.unary_op() == UnaryOp::LogicalNot) return condition.operand(0);
    return context_.unary(UnaryOp::LogicalNot, condition);
  }

  static bool mentions(const Expr& expr, const Variable& variable) {
    bool result = false;
    for_each_variable(expr, [&](const Variable& found) { result = result || &found == &variable; });
    return result;
  }

  void arguments(const Function& function, std::size_t index) {
    for (const Edge* edge : head_.function->edges())
      if (edge->op.kind == OpKind::Call && edge->op.callee == &function && index < edge->op.arguments.size() &&
          is_visible(*edge->op.arguments[index]))
        result_.push_back(edge->op.arguments[index]); // not add: it may hold in some cases only
  }

  // Only variables that live in no memory, and no operation that could go wrong.
  bool is_visible(const Expr& expr) const {
    if (expr.kind() == ExprKind::Variable)
      return std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) { return column.expr == &expr; });
    if (expr.is_place() || expr.kind() == ExprKind::AddressOf || !expr.type().is_integer()) return false;
    if (expr.kind() == ExprKind::Binary && (expr.binary_op() == BinaryOp::Div || expr.binary_op() == BinaryOp::Rem) &&
        expr.operand(1).kind() != ExprKind::Integer)
      return false;
    return std::all_of(expr.operands().begin(), expr.operands().end(),
                       [&](const Expr* operand) { return is_visible(*operand); });
  }

  // Equations are about remainders modulo the width, in which C's unsigned arithmetic computes.
  const Type& common_type(const std::vector<const Expr*>& parts) {
    const Type* result = &context_.types().integer(IntegerKind::UInt);
    for (const Expr* part : parts)
      if (part->type().width() > result->width()) result = &context_.types().integer(IntegerKind::ULongLong);
    return *result;
  }

  // Of the numbers with this remainder the one closest to zero: unsigned counters may run downwards.
  static Int128 nearest(const Expr& expr, Int128 value) {
    const std::uint32_t width = expr.type().width();
    const bool is_wide = !expr.type().is_signed() && width >= 32 && width <= 64;
    return is_wide && (value >> (width - 1)) == 1 ? value - (Int128{1} << width) : value;
  }

  void equations() {
    if (columns_.empty() || columns_[0].values.size() < 3) return;
    std::vector<std::vector<Int128>> rows(columns_[0].values.size());
    for (const Column& column : columns_)
      for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].push_back(nearest(*column.expr, column.values[row]));
    for (const AffineRelation& relation : affine_relations(rows, columns_.size())) equation(relation);
  }

  void equation(const AffineRelation& relation) {
    std::vector<const Expr*> parts;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (relation.coefficients[i] != 0) parts.push_back(columns_[i].expr);
    const Type& type = common_type(parts);
    const Expr *left = nullptr, *right = nullptr;
    const auto put = [&](Int128 factor, const Expr* term) {
      const Expr& coefficient = number(type, factor < 0 ? -factor : factor);
      const Expr* product = term == nullptr ? &coefficient : &context_.cast(type, *term);
      if (term != nullptr && factor != 1 && factor != -1)
        product = &context_.binary(BinaryOp::Mul, coefficient, *product);
      const Expr*& side = factor < 0 ? right : left;
      side = side == nullptr ? product : &context_.binary(BinaryOp::Add, *side, *product);
    };
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (relation.coefficients[i] != 0) put(relation.coefficients[i], columns_[i].expr);
    if (relation.constant != 0) put(relation.constant, nullptr);
    const Expr& zero = number(type, 0);
    add(context_.binary(BinaryOp::Eq, left != nullptr ? *left : zero, right != nullptr ? *right : zero));
  }

  void bounds() {
    constexpr int each = 2;
    for (const Column& column : columns_) {
      const auto [low, high] = std::minmax_element(column.values.begin(), column.values.end());
      auto above = pool_.lower_bound(*high);
      for (int i = 0; i < each && above != pool_.end(); ++i, ++above) compare(BinaryOp::Le, *column.expr, *above);
      auto below = std::make_reverse_iterator(pool_.upper_bound(*low));
      for (int i = 0; i < each && below != pool_.rend(); ++i, ++below) compare(BinaryOp::Ge, *column.expr, *below);
    }
  }

  void order() {
    for (const Column& a : columns_)
      for (const Column& b : columns_) {
        if (&a == &b || &promoted(*a.expr).type() != &promoted(*b.expr).type()) continue;
        Int128 most = a.values[0] - b.values[0];
        for (std::size_t row = 0; row < a.values.size(); ++row) most = std::max(most, a.values[row] - b.values[row]);
        if (most > 1) continue;
        const BinaryOp op = most < 0 ? BinaryOp::Lt : BinaryOp::Le;
        const Expr& right = promoted(*b.expr);
        if (most < 1)
          add(context_.binary(op, promoted(*a.expr), right));
        else
          add(context_.binary(op, promoted(*a.expr), context_.binary(BinaryOp::Add, right, number(right.type(), 1))));
      }
  }

  void remainders() {
    for (const Column& column : columns_) {
      const auto [low, high] = std::minmax_element(column.values.begin(), column.values.end());
      if (*low == *high) continue;
      for (int modulus = 2; modulus <= 10; ++modulus) {
        const Int128 rest = ((column.values[0] % modulus) + modulus) % modulus;
        const bool same = std::all_of(column.values.begin(), column.values.end(),
                                      [&](Int128 value) { return ((value % modulus) + modulus) % modulus == rest; });
        if (!same || *low < 0) continue;
        const Expr& value = promoted(*column.expr);
        const Expr& remainder = context_.binary(BinaryOp::Rem, value, number(value.type(), modulus));
        add(context_.binary(BinaryOp::Eq, remainder, number(value.type(), rest)));
      }
    }
  }

  Context& context_;
  const Program& program_;
  const Property& property_;
  const Location& head_;
  const CandidateOptions& options_;
  std::vector<Column> columns_;
  std::set<Int128> pool_;
  const Expr* premise_ = nullptr; // that a guess is made only where this does not hold
  std::vector<const Expr*> result_;
  std::set<const Expr*> seen_;
};

} // namespace

std::vector<const Expr*> candidates(const Program& program, const Property& property, const Location& head,
                                    const LoopSamples& samples, const CandidateOptions& options) {
  return Guesses(program, property, head, samples, options).all();
}

} // namespace tandem::analysis
