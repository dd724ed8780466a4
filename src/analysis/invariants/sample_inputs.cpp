// Eight kinds of inputs take turns over the runs: any bits, several ranges of small numbers, a counter, constants of
// the program (the dictionary of a fuzzer), and one constant value. The random generator is xorshift, seeded by the
// number of the run, so that samples are reproducible.

#include "analysis/invariants/sample_inputs.h"

#include <set>

namespace tandem::analysis::invariants {

namespace {

UInt128 signed_bits(const Type& type, Int128 value) {
  const auto width = static_cast<unsigned>(type.size() * 8);
  const UInt128 mask = width >= 128 ? ~UInt128{0} : (UInt128{1} << width) - 1;
  return static_cast<UInt128>(value) & mask;
}

} // namespace

ProgramConstants::ProgramConstants(const Program& program) {
  constexpr std::size_t most = 120;
  std::set<Int128> found;
  std::map<const Variable*, std::set<Int128>> compared;
  const auto walk = [&](const auto& self, const Expr& expr) -> void {
    if (expr.kind() == ExprKind::Integer && expr.type().is_integer() && found.size() < most)
      for (int near = -1; near <= 1; ++near) found.insert(expr.value() + near);
    if (expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op()) &&
        expr.operand(0).kind() == ExprKind::Variable && expr.operand(1).kind() == ExprKind::Integer)
      compared[&expr.operand(0).variable()].insert(expr.operand(1).value());
    for (const Expr* operand : expr.operands()) self(self, *operand);
  };
  for (const Edge* edge : program.edges())
    if (edge->op.value != nullptr) walk(walk, *edge->op.value);
  all.assign(found.begin(), found.end());
  for (const auto& [variable, values] : compared) compared_with[variable].assign(values.begin(), values.end());
}

std::optional<UInt128> SampleInputs::next(const semantics::InputRequest& request) {
  switch (kind_ % kinds) {
  case 0: return semantics::random_bits(request.type, state_);
  case 1: return below(2);
  case 2: return below(8);
  case 3: return below(100);
  case 4: return signed_bits(request.type, static_cast<Int128>(below(17)) - 8);
  case 5: return ++counter_;
  case 6: return constant(request);
  default: return kind_ / kinds % 4; // always the same
  }
}

UInt128 SampleInputs::constant(const semantics::InputRequest& request) {
  const std::vector<Int128>* choice = &constants_.all;
  const Expr* lvalue = request.edge != nullptr ? request.edge->op.lvalue : nullptr;
  if (lvalue != nullptr && lvalue->kind() == ExprKind::Variable)
    if (const auto found = constants_.compared_with.find(&lvalue->variable()); found != constants_.compared_with.end())
      choice = &found->second;
  if (choice->empty()) return below(1000);
  return signed_bits(request.type, (*choice)[static_cast<std::size_t>(below(choice->size()))]);
}

UInt128 SampleInputs::below(std::uint64_t bound) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return (state_ >> 11) % bound;
}

} // namespace tandem::analysis::invariants
