// Each check gets a function of its own, so that a counterexample tells by its target which check failed. The checks
// are inserted between a location and its outgoing edges.

#include "transform/copy/insert_checks.h"

#include "transform/copy/edited_copy.h"

#include <map>

namespace tandem::transform::copy {

namespace {

class Inserter : public EditedCopy {
public:
  Inserter(const Program& program, std::span<const InsertedCheck> checks, std::span<const ScopeEnd> scope_ends)
      : EditedCopy(program), checks_(checks) {
    for (const ScopeEnd& end : scope_ends) scope_ends_[end.edge].push_back(end.variable);
    for (std::size_t i = 0; i < checks.size(); ++i) {
      by_location_[checks[i].location].push_back(i);
      const std::string name = fresh_name(checks[i].function);
      called_.push_back(&declare_end(name, checks[i].source_name.empty() ? name : checks[i].source_name));
    }
  }

  CheckedCopy made() {
    Result result = run();
    std::vector<std::string> names;
    for (const Function* function : called_) names.push_back(function->name());
    return {std::move(result.program), std::move(result.edge_origin), std::move(names)};
  }

private:
  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    const auto found = by_location_.find(&location);
    if (found == by_location_.end()) return from;
    const SourceRange range = location.out.empty() ? SourceRange{} : location.out.front()->range;
    for (const std::size_t i : found->second) {
      const DraftLocation holds = builder().add_location(made, &location),
                          fails = builder().add_location(made, &location);
      builder().add_inserted_branch(from, mapped(*checks_[i].condition), holds, fails);
      const DraftLocation end = builder().add_location(made, &location);
      builder().add_edge(fails, end, {.kind = OpKind::Call, .callee = called_[i]}, range, nullptr);
      from = holds;
    }
    return from;
  }

  DraftLocation insert_behind(Function& made, const Edge& edge, DraftLocation to) override {
    const auto found = scope_ends_.find(&edge);
    if (found == scope_ends_.end()) return to;
    for (const Variable* variable : found->second) {
      const DraftLocation from = builder().add_location(made, edge.to);
      builder().add_edge(from, to, {.kind = OpKind::EndScope, .variable = variable}, {}, nullptr);
      to = from;
    }
    return to;
  }

  std::span<const InsertedCheck> checks_;
  std::map<const Location*, std::vector<std::size_t>> by_location_;
  std::map<const Edge*, std::vector<const Variable*>> scope_ends_;
  std::vector<const Function*> called_; // by check
};

} // namespace

CheckedCopy insert_checks(const Program& original, std::span<const InsertedCheck> checks,
                          std::span<const ScopeEnd> scope_ends) {
  return Inserter(original, checks, scope_ends).made();
}

} // namespace tandem::transform::copy
