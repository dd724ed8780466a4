// Only operations change, so that an automaton about the original is one about the copy: calls of error functions
// become calls of a function that does not return, and so do, with the new error function, returns from the entry
// function and calls of functions that end the program.

#include "transform/loops/targets_at_ends.h"

#include "transform/copy/program_copy.h"

#include <map>

namespace tandem::transform::loops {

namespace {

class Copier {
public:
  Copier(const Program& program, const Property& property)
      : original_(program), property_(property), builder_(program.shared_context()), copy_(program, builder_) {}

  EndsProgram run() {
    Property property = property_;
    property.error_functions = {};
    reached_ = &declare_end("tandem_target_reached");
    ended_ = &declare_end("tandem_ended_without_target");
    property.error_functions.add(ended_->name());
    for (const Function* function : original_.functions())
      if (function->has_body()) declare(*function);
    copy_.add_globals();
    for (const Function* function : original_.functions())
      if (function->has_body()) write_body(*function);
    return {builder_.finish(*functions_.at(&original_.entry())), std::move(property)};
  }

private:
  Function& declare_end(const std::string& wanted) {
    TypeTable& types = builder_.context().types();
    const std::string name = copy_.fresh_name(wanted);
    Function& made = builder_.declare_function(name, name, types.function(types.void_type(), {}, false, true), {});
    builder_.set_does_not_return(made);
    return made;
  }

  void declare(const Function& original) {
    Function& made =
        builder_.declare_function(original.name(), original.source_name(), original.type(), original.range());
    if (original.does_not_return()) builder_.set_does_not_return(made);
    copy_.set_address(original, made);
    functions_[&original] = &made;
  }

  void write_body(const Function& original) {
    Function& made = *functions_.at(&original);
    builder_.begin_body(made, original.parameters());
    for (const Variable* local : original.locals()) builder_.add_local(made, *local);
    std::map<const Location*, DraftLocation> drafts;
    for (const Location* location : original.locations())
      drafts[location] = location == &original.entry()  ? builder_.entry(made)
                         : location == &original.exit() ? builder_.exit(made)
                                                        : builder_.add_location(made);
    for (const Location* location : original.locations())
      for (const Edge* edge : location->out) {
        const Function* end = end_at(*edge);
        const DraftLocation to = end != nullptr ? builder_.add_location(made) : drafts.at(edge->to);
        builder_.add_edge(drafts.at(location), to,
                          end != nullptr ? Operation{.kind = OpKind::Call, .callee = end} : mapped(edge->op),
                          edge->range);
      }
  }

  // The function to be called in place of the operation; nullptr: the operation stays.
  const Function* end_at(const Edge& edge) const {
    if (property_.error_functions.is_error_call(edge)) return reached_;
    if (edge.op.kind == OpKind::Return) return &edge.function() == &original_.entry() ? ended_ : nullptr;
    const bool is_external = edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body();
    return is_external && edge.op.callee->does_not_return() ? ended_ : nullptr;
  }

  Operation mapped(const Operation& op) {
    Operation result = copy_.mapped(op);
    if (op.callee != nullptr && op.callee->has_body()) result.callee = functions_.at(op.callee);
    return result;
  }

  const Program& original_;
  const Property& property_;
  ProgramBuilder builder_;
  copy::ProgramCopy copy_;
  std::map<const Function*, Function*> functions_;
  Function *reached_ = nullptr, *ended_ = nullptr;
};

} // namespace

EndsProgram targets_at_ends(const Program& program, const Property& property) {
  return Copier(program, property).run();
}

} // namespace tandem::transform::loops
