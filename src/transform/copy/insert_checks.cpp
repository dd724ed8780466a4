// Each check gets a function of its own, so that a counterexample tells by its target which check failed. The checks
// are inserted between a location and its outgoing edges.

#include "transform/copy/insert_checks.h"

#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"

#include <map>

namespace tandem::transform::copy {

namespace {

class Inserter {
public:
  Inserter(const Program& program, std::span<const InsertedCheck> checks)
      : original_(program), checks_(checks), builder_(program.shared_context()), tracking_builder_(builder_),
        copy_(program, builder_) {
    for (std::size_t i = 0; i < checks.size(); ++i) by_location_[checks[i].location].push_back(i);
  }

  CheckedCopy run() {
    declare_checks();
    for (const Function* function : original_.functions())
      if (function->has_body()) declare(*function);
    copy_.add_globals();
    for (const Function* function : original_.functions())
      if (function->has_body()) write_body(*function);
    Program program = builder_.finish(*functions_.at(&original_.entry()));
    std::vector<const Edge*> origins = tracking_builder_.origins(program).edges;
    return {std::move(program), std::move(origins), std::move(names_)};
  }

private:
  void declare_checks() {
    TypeTable& types = builder_.context().types();
    const Type& type = types.function(types.void_type(), {}, false, true);
    for (const InsertedCheck& check : checks_) {
      names_.push_back(copy_.fresh_name(check.function));
      const std::string& known_as = check.source_name.empty() ? names_.back() : check.source_name;
      Function& called = builder_.declare_function(names_.back(), known_as, type, {});
      builder_.set_does_not_return(called);
      called_.push_back(&called);
    }
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
    tracking_builder_.begin(made, original.entry(), original.exit());
    std::map<const Location*, DraftLocation> drafts;
    for (const Location* location : original.locations()) {
      if (location == &original.entry())
        drafts[location] = builder_.entry(made);
      else
        drafts[location] =
            location == &original.exit() ? builder_.exit(made) : tracking_builder_.add_location(made, location);
    }
    for (const Location* location : original.locations()) {
      if (location == &original.exit()) continue;
      const DraftLocation from = write_checks(made, *location, drafts.at(location));
      for (const Edge* edge : location->out)
        tracking_builder_.add_edge(from, drafts.at(edge->to), mapped(edge->op), edge->range, edge);
    }
  }

  DraftLocation write_checks(Function& made, const Location& location, DraftLocation from) {
    const auto found = by_location_.find(&location);
    if (found == by_location_.end()) return from;
    const SourceRange range = location.out.empty() ? SourceRange{} : location.out.front()->range;
    for (const std::size_t i : found->second) {
      const DraftLocation holds = tracking_builder_.add_location(made, &location),
                          fails = tracking_builder_.add_location(made, &location);
      tracking_builder_.add_inserted_branch(from, copy_.mapped(*checks_[i].condition), holds, fails);
      const DraftLocation end = tracking_builder_.add_location(made, &location);
      tracking_builder_.add_edge(fails, end, {.kind = OpKind::Call, .callee = called_[i]}, range, nullptr);
      from = holds;
    }
    return from;
  }

  Operation mapped(const Operation& op) {
    Operation result = copy_.mapped(op);
    if (op.callee != nullptr && op.callee->has_body()) result.callee = functions_.at(op.callee);
    return result;
  }

  const Program& original_;
  std::span<const InsertedCheck> checks_;
  ProgramBuilder builder_;
  OriginTrackingBuilder tracking_builder_;
  ProgramCopy copy_;
  std::map<const Location*, std::vector<std::size_t>> by_location_;
  std::map<const Function*, Function*> functions_;
  std::vector<const Function*> called_; // by check
  std::vector<std::string> names_;      // likewise
};

} // namespace

CheckedCopy insert_checks(const Program& original, std::span<const InsertedCheck> checks) {
  return Inserter(original, checks).run();
}

} // namespace tandem::transform::copy
