// The call stands in front of the edges. In front of a branch it gets the condition's value, which is evaluated twice:
// conditions have no side effects.

#include "testing/compiled/counted_program.h"

#include "program/model/user_files.h"
#include "transform/copy/edited_copy.h"

namespace tandem::testing::compiled {

namespace {

class Counters : public transform::copy::EditedCopy {
public:
  explicit Counters(const Program& program)
      : EditedCopy(program), context_(program.context()), int_(context_.types().int_type()) {
    TypeTable& types = context_.types();
    const Type& nothing = types.void_type();
    pass_ = &declare_external("tandem_pass", types.function(nothing, {&int_}, false, true));
    branch_ = &declare_external("tandem_branch", types.function(nothing, {&int_, &int_, &int_}, false, true));
  }

private:
  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    if (location.out.empty() || !is_users(original(), *location.function)) return from;
    const Edge& first = *location.out.front();
    const DraftLocation after = builder().add_location(made, &location);
    Operation call{.kind = OpKind::Call, .callee = pass_};
    if (first.op.kind == OpKind::Assume) {
      const Expr& condition = mapped(*first.op.value);
      const Expr& fails = context_.unary(UnaryOp::LogicalNot, condition);
      const std::uint32_t other = location.out.size() == 2 ? location.out[1]->id : first.id;
      call.callee = branch_;
      call.arguments = context_.list({&context_.unary(UnaryOp::LogicalNot, fails), &number(first.id), &number(other)});
    } else {
      call.arguments = context_.list({&number(first.id)});
    }
    builder().add_edge(from, after, call, first.range, nullptr);
    return after;
  }

  const Expr& number(std::uint32_t id) { return context_.integer(int_, static_cast<int>(id)); }

  Context& context_;
  const Type& int_;
  const Function* pass_;
  const Function* branch_;
};

} // namespace

Program with_counters(const Program& original) { return std::move(Counters(original).run().program); }

} // namespace tandem::testing::compiled
