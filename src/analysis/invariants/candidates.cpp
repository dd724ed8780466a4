// Templates as in Daikon (Ernst et al., 2007), over the table of samples: constant values, equalities, affine
// relations, remainders, fixed low bits, bounds by constants that occur in the function, order of two variables. What
// holds only under a condition of the program becomes an implication: the table is split by the condition and the
// templates are instantiated on both halves. Equations are stated in unsigned arithmetic, where they hold modulo
// 2^width and cannot overflow.

#include "analysis/invariants/candidates.h"

#include "analysis/invariants/affine.h"
#include "analysis/invariants/sample_table.h"
#include "analysis/invariants/sampled_expressions.h"
#include "program/model/target.h"

#include <algorithm>
#include <set>

namespace tandem::analysis::invariants {

namespace {

class Guesses {
public:
  Guesses(const Program& program, const Property& property, const Location& location, const LocationSamples& samples,
          const CandidateOptions& options)
      : context_(program.context()), program_(program), property_(property), location_(location), options_(options) {
    choose_columns(samples);
  }

  std::vector<const Expr*> all() {
    if (table_.columns.empty()) return {};
    collect_constants();
    own_assertions();
    guess();
    bounds();
    order();
    room_behind_pointers();
    guess_by_cases();
    if (result_.size() > options_.limit) result_.resize(options_.limit);
    return std::move(result_);
  }

private:
  void choose_columns(const LocationSamples& samples) {
    const std::set<const Variable*> used = variables_used();
    for (std::size_t i = 0; i < samples.lvalues.size(); ++i) {
      const Expr& lvalue = *samples.lvalues[i];
      if (lvalue.kind() == ExprKind::Variable && !lvalue.variable().address_taken) {
        const Variable& variable = lvalue.variable();
        if (!used.contains(&variable) && &variable != options_.result) continue;
        // Samples at exits have the arguments as passed, which an assigned parameter no longer holds.
        if (options_.result != nullptr && is_assigned(variable)) continue;
      }
      SampleTable::Column column{&lvalue, {}};
      for (const auto& row : samples.values) column.values.push_back(row[i]);
      table_.columns.push_back(std::move(column));
    }
    if (table_.columns.size() > options_.variables) table_.columns.resize(options_.variables);
  }

  // Those that occur in the function.
  std::set<const Variable*> variables_used() const {
    std::set<const Variable*> result;
    const auto add = [&](const Expr* expr) {
      if (expr != nullptr) for_each_variable(*expr, [&](const Variable& variable) { result.insert(&variable); });
    };
    for (const Edge* edge : location_.function->edges()) {
      add(edge->op.value);
      add(edge->op.lvalue);
      for (const Expr* argument : edge->op.arguments) add(argument);
    }
    return result;
  }

  bool is_assigned(const Variable& variable) const {
    const auto& edges = location_.function->edges();
    return !variable.is_global() && std::any_of(edges.begin(), edges.end(), [&](const Edge* edge) {
      return edge->op.lvalue != nullptr && root_variable(*edge->op.lvalue) == &variable;
    });
  }

  void guess() {
    constants();
    equalities();
    equations();
    remainders();
    low_bits();
  }

  // What holds only under a condition of the program: flags that choose between paths through a loop, cases of a
  // function, the progress of a loop.
  void guess_by_cases() {
    const std::vector<Case> flags = asked_cases(), orders = order_cases();
    for (const Case& split : flags)
      in_both_cases(split, [&] {
        guess();
        if (options_.result != nullptr) bounds();
      });
    // Runs are short, so a condition that holds in all samples may hold in one case only.
    for (const Case& split : orders) {
      for (const bool truth : {true, false}) {
        premise_ = &premise(*split.condition, truth);
        own_assertions();
        premise_ = nullptr;
      }
      in_both_cases(split, [&] {
        seen_.clear();
        guess();
        order();
        for (const Case& flag : asked_cases()) in_both_cases(flag, [&] { guess(); });
        seen_.clear();
        for (const Case& other : order_cases())
          if (other.condition->binary_op() == BinaryOp::Ne) in_both_cases(other, [&] { equalities(); });
      });
    }
  }

  // The disjunct for executions outside the case, together with that of the enclosing cases.
  const Expr& premise(const Expr& condition, bool truth) {
    const Expr& outside = truth ? context_.unary(UnaryOp::LogicalNot, condition) : condition;
    return premise_ == nullptr ? outside : context_.binary(BinaryOp::LogicalOr, *premise_, outside);
  }

  struct Case {
    const Expr* condition = nullptr;
    std::vector<bool> holds; // by row
  };

  // Calls `guess` on the samples of each case; for a flag, only if the samples have both cases.
  template <typename Guess> void in_both_cases(const Case& split, const Guess& guess) {
    const SampleTable all = table_;
    const Expr* outer = premise_;
    for (const bool truth : {true, false}) {
      table_ = all.where(split.holds, truth);
      if (table_.rows() < 3 || (table_.rows() == all.rows() && all.find(*split.condition) != nullptr)) continue;
      premise_ = &premise(*split.condition, truth);
      guess();
      premise_ = outer;
    }
    table_ = all;
  }

  // Variables that the function compares with zero; at its exit, also other conditions.
  std::vector<Case> asked_cases() const {
    std::vector<const Expr*> conditions;
    for (const Expr* asked : questions()) {
      if (asked->kind() == ExprKind::Binary &&
          (asked->binary_op() == BinaryOp::Eq || asked->binary_op() == BinaryOp::Ne) &&
          asked->operand(1).is_integer_constant(0))
        asked = &asked->operand(0);
      if (options_.result != nullptr || table_.find(*asked) != nullptr) conditions.push_back(asked);
    }
    return cases(conditions, 3);
  }

  std::vector<Case> cases(const std::vector<const Expr*>& conditions, std::size_t most) const {
    std::vector<Case> result;
    for (const Expr* condition : conditions) {
      const bool known =
          std::any_of(result.begin(), result.end(), [&](const Case& c) { return c.condition == condition; });
      std::vector<bool> holds = table_.truth_of(*condition);
      if (!known && !holds.empty() && result.size() < most) result.push_back({condition, std::move(holds)});
    }
    return result;
  }

  // All conditions of the function, of branches and inside expressions.
  std::vector<const Expr*> questions() const {
    std::vector<const Expr*> result;
    const auto inside = [&](const auto& self, const Expr& expr) -> void {
      if (expr.kind() == ExprKind::Conditional) result.push_back(&expr.operand(0));
      for (const Expr* operand : expr.operands()) self(self, *operand);
    };
    for (const Edge* edge : location_.function->edges()) {
      if (edge->op.kind == OpKind::Assume && edge->op.truth) result.push_back(edge->op.value);
      if (edge->op.value != nullptr) inside(inside, *edge->op.value);
    }
    return result;
  }

  // If the function tests x == y: x > y; and if it also tests x < z: y < z.
  std::vector<Case> order_cases() const {
    std::vector<const Expr*> result;
    const std::vector<const Expr*> all = questions();
    for (const Expr* equal : all) {
      if (equal->kind() != ExprKind::Binary || equal->binary_op() != BinaryOp::Eq) continue;
      const Expr &x = equal->operand(0), &y = equal->operand(1);
      if (table_.values_of(x).empty() || table_.find(y) == nullptr) continue;
      result.push_back(&context_.binary(BinaryOp::Gt, x, y));
      for (const Expr* other : all)
        if (other->kind() == ExprKind::Binary && is_comparison(other->binary_op()) && &other->operand(0) == &x &&
            other->binary_op() != BinaryOp::Eq)
          result.push_back(&context_.binary(other->binary_op(), y, other->operand(1)));
    }
    return cases(result, 6);
  }

  void collect_constants() {
    pool_ = {0, 1, -1};
    const auto walk = [&](const auto& self, const Expr& expr) -> void {
      if (expr.kind() == ExprKind::Integer && expr.type().is_integer())
        for (int near = -1; near <= 1; ++near) pool_.insert(expr.value() + near);
      for (const Expr* operand : expr.operands()) self(self, *operand);
    };
    for (const Edge* edge : location_.function->edges()) {
      if (edge->op.value != nullptr) walk(walk, *edge->op.value);
      for (const Expr* argument : edge->op.arguments) walk(walk, *argument);
    }
  }

  void add(const Expr& condition) {
    if (seen_.insert(&condition).second) claim(condition); // under a premise it would be weaker
  }

  void claim(const Expr& condition) {
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
    for (const SampleTable::Column& column : table_.columns) {
      const Int128 first = column.values.front();
      if (std::all_of(column.values.begin(), column.values.end(), [&](Int128 value) { return value == first; }))
        compare(BinaryOp::Eq, *column.expr, first);
    }
  }

  // Of two variables. An equation with other coefficients may be weaker, since it holds modulo a power of two.
  void equalities() {
    for (std::size_t a = 0; a < table_.columns.size(); ++a)
      for (std::size_t b = a + 1; b < table_.columns.size(); ++b) {
        const Expr &left = promoted(*table_.columns[a].expr), &right = promoted(*table_.columns[b].expr);
        if (table_.columns[a].values == table_.columns[b].values && &left.type() == &right.type())
          add(context_.binary(BinaryOp::Eq, left, right));
      }
  }

  // Directly, or as the argument of a function that checks its parameter.
  void own_assertions() {
    for (const Target& target : targets(program_, property_))
      for (const Edge* edge : target.location->in) {
        if (edge->op.kind != OpKind::Assume) continue;
        const Expr& error = edge->op.truth ? *edge->op.value : context_.unary(UnaryOp::LogicalNot, *edge->op.value);
        if (is_visible(error)) claim(negation(error));
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
    for (const Edge* edge : location_.function->edges())
      if (edge->op.kind == OpKind::Call && edge->op.callee == &function && index < edge->op.arguments.size() &&
          is_visible(*edge->op.arguments[index]))
        claim(*edge->op.arguments[index]);
  }

  // Only what was sampled, and no operation that may trap.
  bool is_visible(const Expr& expr) const {
    if (table_.find(expr) != nullptr) return true;
    if (expr.is_lvalue() || expr.kind() == ExprKind::AddressOf || !expr.type().is_integer()) return false;
    if (expr.kind() == ExprKind::Binary && (expr.binary_op() == BinaryOp::Div || expr.binary_op() == BinaryOp::Rem) &&
        expr.operand(1).kind() != ExprKind::Integer)
      return false;
    return std::all_of(expr.operands().begin(), expr.operands().end(),
                       [&](const Expr* operand) { return is_visible(*operand); });
  }

  // Equations hold modulo 2^width, as C's unsigned arithmetic computes.
  const Type& common_type(const std::vector<const Expr*>& parts) {
    const Type* result = &context_.types().integer(IntegerKind::UInt);
    for (const Expr* part : parts)
      if (part->type().width() > result->width()) result = &context_.types().integer(IntegerKind::ULongLong);
    return *result;
  }

  // The representative of the residue class closest to zero: unsigned counters may run downwards.
  static Int128 nearest(const Expr& expr, Int128 value) {
    const std::uint32_t width = expr.type().width();
    const bool is_wide = !expr.type().is_signed() && width >= 32 && width <= 64;
    return is_wide && (value >> (width - 1)) == 1 ? value - (Int128{1} << width) : value;
  }

  void equations() {
    if (table_.columns.empty() || table_.rows() < 3) return;
    std::vector<std::vector<Int128>> rows(table_.rows());
    for (const SampleTable::Column& column : table_.columns)
      for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].push_back(nearest(*column.expr, column.values[row]));
    for (const AffineRelation& relation : affine_relations(rows, table_.columns.size())) equation(relation);
  }

  void equation(const AffineRelation& relation) {
    std::vector<const Expr*> parts;
    for (std::size_t i = 0; i < table_.columns.size(); ++i)
      if (relation.coefficients[i] != 0) parts.push_back(table_.columns[i].expr);
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
    for (std::size_t i = 0; i < table_.columns.size(); ++i)
      if (relation.coefficients[i] != 0) put(relation.coefficients[i], table_.columns[i].expr);
    if (relation.constant != 0) put(relation.constant, nullptr);
    const Expr& zero = number(type, 0);
    add(context_.binary(BinaryOp::Eq, left != nullptr ? *left : zero, right != nullptr ? *right : zero));
  }

  void bounds() {
    constexpr int each = 2;
    for (const SampleTable::Column& column : table_.columns) {
      const auto [low, high] = std::minmax_element(column.values.begin(), column.values.end());
      auto above = pool_.lower_bound(*high);
      for (int i = 0; i < each && above != pool_.end(); ++i, ++above) compare(BinaryOp::Le, *column.expr, *above);
      auto below = std::make_reverse_iterator(pool_.upper_bound(*low));
      for (int i = 0; i < each && below != pool_.rend(); ++i, ++below) compare(BinaryOp::Ge, *column.expr, *below);
    }
  }

  void order() {
    for (const SampleTable::Column& a : table_.columns)
      for (const SampleTable::Column& b : table_.columns) {
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

  // A pointer stays in its object, and a counter says how many elements are left behind it.
  void room_behind_pointers() {
    for (const SampleTable::Column& offset : table_.columns) {
      const Expr* pointer = pointer_of_offset(*offset.expr);
      if (pointer == nullptr) continue;
      const SampleTable::Column* size = table_.find(context_.query(MemoryQuery::ObjectSize, {pointer}));
      const Type& element = pointer->type().element();
      if (size == nullptr || element.is_function() || (!element.is_void() && !element.is_complete())) continue;
      room(offset, *size, element.is_void() ? 1 : element.size());
    }
  }

  void room(const SampleTable::Column& offset, const SampleTable::Column& size, std::uint64_t element) {
    std::vector<Int128> left;
    for (std::size_t row = 0; row < table_.rows(); ++row) left.push_back(size.values[row] - offset.values[row]);
    if (element == 0 || std::ranges::min(left) < 0) return;
    add(context_.binary(BinaryOp::Le, *offset.expr, *size.expr));
    const Type& type = size.expr->type();
    const Expr& rest = context_.binary(BinaryOp::Div, context_.binary(BinaryOp::Sub, *size.expr, *offset.expr),
                                       number(type, static_cast<Int128>(element)));
    for (const SampleTable::Column& column : table_.columns) {
      const Type& own = column.expr->type();
      if (column.expr->kind() == ExprKind::Query || own.width() > type.width()) continue;
      Int128 spare = left[0] / static_cast<Int128>(element) - column.values[0];
      for (std::size_t row = 0; row < left.size(); ++row)
        spare = std::min(spare, left[row] / static_cast<Int128>(element) - column.values[row]);
      if (spare < 0 || std::ranges::min(column.values) < 0) continue;
      add(context_.binary(spare > 0 ? BinaryOp::Lt : BinaryOp::Le, context_.cast(type, *column.expr), rest));
    }
  }

  void remainders() {
    for (const SampleTable::Column& column : table_.columns) {
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

  // Low bits that never change: what remains of a remainder where numbers wrap around.
  void low_bits() {
    for (const SampleTable::Column& column : table_.columns) {
      UInt128 changed = 0;
      for (const Int128 value : column.values) changed |= static_cast<UInt128>(value ^ column.values[0]);
      const UInt128 same = changed == 0 ? 0 : (changed & -changed) - 1; // below the lowest bit that changes
      constexpr UInt128 worthwhile = 15;                                // smaller ones are covered by remainders()
      if (same < worthwhile) continue;
      const Type& type = common_type({column.expr});
      const Expr& bits =
          context_.binary(BinaryOp::BitAnd, context_.cast(type, *column.expr), context_.integer(type, same));
      add(context_.binary(BinaryOp::Eq, bits, context_.integer(type, static_cast<UInt128>(column.values[0]) & same)));
    }
  }

  Context& context_;
  const Program& program_;
  const Property& property_;
  const Location& location_;
  const CandidateOptions& options_;
  SampleTable table_;
  std::set<Int128> pool_;
  const Expr* premise_ = nullptr; // candidates are claimed only where this does not hold
  std::vector<const Expr*> result_;
  std::set<const Expr*> seen_;
};

} // namespace

std::vector<const Expr*> candidates(const Program& program, const Property& property, const Location& location,
                                    const LocationSamples& samples, const CandidateOptions& options) {
  return Guesses(program, property, location, samples, options).all();
}

} // namespace tandem::analysis::invariants
