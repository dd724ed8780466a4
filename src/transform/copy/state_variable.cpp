// The dispatch over the variable's value is a balanced tree of `<=` comparisons, so that its depth is logarithmic in
// the number of cases. Values between the cases do not occur; adjacent cases with a common target therefore share one
// leaf.

#include "transform/copy/state_variable.h"

#include "base/core/require.h"

namespace tandem::transform::copy {

const Expr& StateVariable::use() {
  Context& context = builder_.context();
  if (variable_ == nullptr) {
    variable_ = &context.add_variable(
        {.kind = VariableKind::Global, .name = copy_.fresh_name(name_), .type = &context.types().int_type()});
    builder_.add_global(*variable_);
  }
  return context.variable(*variable_);
}

Operation StateVariable::set(int value) {
  Context& context = builder_.context();
  return {.kind = OpKind::Assign, .lvalue = &use(), .value = &context.integer(context.types().int_type(), value)};
}

DraftLocation StateVariable::choose(Function& function, const std::vector<Case>& cases, const Location* origin) {
  require(!cases.empty(), "a dispatch should have at least one case");
  std::vector<Case> runs;
  for (const Case& one : cases) {
    if (!runs.empty() && runs.back().to == one.to)
      runs.back().value = one.value;
    else
      runs.push_back(one);
  }
  return choose_between(function, runs, origin);
}

DraftLocation StateVariable::choose_between(Function& function, std::span<const Case> last_of_run,
                                            const Location* origin) {
  if (last_of_run.size() == 1) return last_of_run[0].to;
  Context& context = builder_.context();
  const std::size_t half = (last_of_run.size() + 1) / 2;
  const Expr& last = context.integer(context.types().int_type(), last_of_run[half - 1].value);
  const DraftLocation asking = tracking_builder_.add_location(function, origin);
  const DraftLocation lower = choose_between(function, last_of_run.first(half), origin);
  const DraftLocation upper = choose_between(function, last_of_run.subspan(half), origin);
  tracking_builder_.add_inserted_branch(asking, context.binary(BinaryOp::Le, use(), last), lower, upper);
  return asking;
}

} // namespace tandem::transform::copy
