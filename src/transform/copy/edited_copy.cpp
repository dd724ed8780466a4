#include "transform/copy/edited_copy.h"

namespace tandem::transform::copy {

EditedCopy::EditedCopy(const Program& original)
    : original_(original), builder_(original.shared_context()), tracking_builder_(builder_), copy_(original, builder_) {
}

EditedCopy::Result EditedCopy::run() {
  for (const Function* function : original_.functions())
    if (function->has_body()) declare(*function);
  copy_.add_globals();
  for (const Function* function : original_.functions())
    if (function->has_body()) write_body(*function);
  Program program = builder_.finish(*functions_.at(&original_.entry()));
  OriginTrackingBuilder::Origins origins = tracking_builder_.origins(program);
  std::vector<const Function*> functions(program.functions().size());
  for (const Function* function : original_.functions())
    functions[(function->has_body() ? *functions_.at(function) : copy_.without_body(*function)).id()] = function;
  return {std::move(program), std::move(origins.edges), std::move(origins.locations), std::move(functions),
          copy_.variable_origins()};
}

Function& EditedCopy::declare_end(const std::string& name, const std::string& source_name) {
  TypeTable& types = builder_.context().types();
  Function& made = builder_.declare_function(name, source_name, types.function(types.void_type(), {}, false, true), {});
  builder_.set_does_not_return(made);
  return made;
}

Function& EditedCopy::declare_external(const std::string& name, const Type& type) {
  const std::string unique = copy_.fresh_name(name);
  return builder_.declare_function(unique, unique, type, {});
}

const Function* EditedCopy::end_at(const Edge& /*edge*/) { return nullptr; }

std::optional<Operation> EditedCopy::replaced(const Edge& /*edge*/) { return std::nullopt; }

DraftLocation EditedCopy::insert_at(Function& /*made*/, const Location& /*location*/, DraftLocation from) {
  return from;
}

DraftLocation EditedCopy::insert_behind(Function& /*made*/, const Edge& /*edge*/, DraftLocation to) { return to; }

std::vector<const Variable*> EditedCopy::new_locals(const Function& /*original*/) { return {}; }

void EditedCopy::declare(const Function& original) {
  Function& made =
      builder_.declare_function(original.name(), original.source_name(), original.type(), original.range());
  if (original.does_not_return()) builder_.set_does_not_return(made);
  copy_.set_address(original, made);
  functions_[&original] = &made;
}

void EditedCopy::write_body(const Function& original) {
  Function& made = *functions_.at(&original);
  builder_.begin_body(made, original.parameters());
  for (const Variable* local : original.locals()) builder_.add_local(made, *local);
  for (const Variable* local : new_locals(original)) builder_.add_local(made, *local);
  tracking_builder_.begin(made, original.entry(), original.exit());
  std::map<const Location*, DraftLocation> drafts;
  for (const Location* location : original.locations())
    drafts[location] = location == &original.entry()  ? builder_.entry(made)
                       : location == &original.exit() ? builder_.exit(made)
                                                      : tracking_builder_.add_location(made, location);
  for (const Location* location : original.locations()) {
    if (location == &original.exit()) continue;
    const DraftLocation from = insert_at(made, *location, drafts.at(location));
    for (const Edge* edge : location->out)
      if (const Function* end = end_at(*edge))
        tracking_builder_.add_edge(from, tracking_builder_.add_location(made, edge->to),
                                   {.kind = OpKind::Call, .callee = end}, edge->range, edge);
      else
        tracking_builder_.add_edge(from, insert_behind(made, *edge, drafts.at(edge->to)),
                                   replaced(*edge).value_or(mapped(edge->op)), edge->range, edge);
  }
}

Operation EditedCopy::mapped(const Operation& op) {
  Operation result = copy_.mapped(op);
  if (op.callee != nullptr && op.callee->has_body()) result.callee = functions_.at(op.callee);
  return result;
}

} // namespace tandem::transform::copy
