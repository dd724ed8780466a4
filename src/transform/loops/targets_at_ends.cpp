// Only operations change, so that an automaton about the original is one about the copy: calls of error functions
// become calls of a function that does not return, and so do, with the new error function, returns from the entry
// function and calls of functions that end the program.

#include "transform/loops/targets_at_ends.h"

#include "transform/copy/edited_copy.h"

namespace tandem::transform::loops {

namespace {

class Copier : public copy::EditedCopy {
public:
  Copier(const Program& program, const Property& property)
      : EditedCopy(program), property_(property), reached_(declare("tandem_target_reached")),
        ended_(declare("tandem_ended_without_target")) {}

  EndsProgram made() {
    Property property = property_;
    property.error_functions = {};
    property.error_functions.add(ended_.name());
    return {run().program, std::move(property)};
  }

private:
  Function& declare(const std::string& wanted) {
    const std::string name = fresh_name(wanted);
    return declare_end(name, name);
  }

  const Function* end_at(const Edge& edge) override {
    if (property_.error_functions.is_error_call(edge)) return &reached_;
    if (edge.op.kind == OpKind::Return) return &edge.function() == &original().entry() ? &ended_ : nullptr;
    const bool is_external = edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body();
    return is_external && edge.op.callee->does_not_return() ? &ended_ : nullptr;
  }

  const Property& property_;
  const Function &reached_, &ended_;
};

} // namespace

EndsProgram targets_at_ends(const Program& program, const Property& property) {
  return Copier(program, property).made();
}

} // namespace tandem::transform::loops
