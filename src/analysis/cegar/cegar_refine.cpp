// A candidate path is refined (predicate/refinement.h) until the abstraction along it is false. The predicates that
// were not given before are then translated to C; those that C cannot express at the location are counted and lost, so
// the next iteration may find them again.

#include "analysis/cegar/cegar_refine.h"

#include "analysis/abstraction/text.h"
#include "analysis/cegar/candidate_paths.h"
#include "analysis/predicate/given_predicates.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis::cegar {

using task::Outcome;

namespace {

class Run : public CandidatePaths {
public:
  Run(const task::Task& task, task::Monitor& monitor, const CegarOptions& options)
      : CandidatePaths(task, monitor, options, abstraction::ConstantTracking::Dropped),
        given_(task.program, *task.condition, exploration().runner()),
        texts_(task.program, exploration().executor(), exploration().values(), exploration().frames()) {}

  Outcome run() {
    std::optional<Outcome> ended = exploration().run(*this);
    Outcome outcome;
    for (const predicate::PathEnd& end : refuted_) describe(end);
    outcome.reason = fmt::format("{} paths are infeasible by {} new predicates", refuted_.size(), exported_);
    if (lost_ > 0) outcome.reason += fmt::format(" and {} that are not expressible in C", lost_);
    if (!failed_.empty()) outcome.reason += "; " + failed_;
    if (ended) outcome.reason += "; " + ended->reason;
    const predicate::PathOptions paths{
        .accept = exchange::Accept::Unreachable,
        .assumptions = [this](predicate::NodeNumber node) { return assumptions_[node]; }};
    outcome.gia = predicate::gia_of_paths(exploration().graph(), refuted_, header("tandem cegar-refine"), paths);
    outcome.statistics["new predicates"] = static_cast<double>(exported_);
    outcome.statistics["predicates not expressible in C"] = static_cast<double>(lost_);
    return outcome;
  }

  void arrive(const abstraction::ProductPoint& point, const abstraction::Entry& entry) override {
    abstraction::Precision& precision = exploration().precision();
    const std::vector<smt::Term> before = precision.at(*point.at.location);
    given_.add(point.at, entry, exploration().executor(), exploration().stacks(), exploration().frames(),
               exploration().values(), precision);
    for (const smt::Term predicate : precision.at(*point.at.location))
      if (std::ranges::find(before, predicate) == before.end()) known_[point.at.location].insert(predicate);
    exploration().refiner().note_visits(*point.at.location, given_.count(*point.at.location));
  }

protected:
  std::optional<Outcome> examine(const predicate::PathEnd& end, const abstraction::Chain& chain) override {
    for (abstraction::Chain refined = chain;;) {
      const std::vector<smt::Term> starts = exploration().abstractions(chain);
      if (exploration().terms().is_false(starts.back())) {
        refuted_.push_back(end);
        return std::nullopt;
      }
      for (std::size_t i = 0; i < refined.size(); ++i) refined[i].start = starts[i];
      const predicate::Refinement refinement = exploration().refiner().refine(refined);
      if (refinement.kind == predicate::Refinement::Kind::Refined && !should_stop()) continue;
      failed_ = refinement.kind == predicate::Refinement::Kind::Feasible ? "a path is feasible" : refinement.reason;
      return std::nullopt;
    }
  }

private:
  // Translates the new predicates at the nodes on the path.
  void describe(const predicate::PathEnd& end) {
    const std::vector<predicate::NodeNumber> path = exploration().graph().path_to(end.node);
    const std::vector<smt::Term> starts = exploration().abstractions(exploration().chain(end.node, end.exit));
    for (std::size_t i = 1; i < path.size() && i < starts.size(); ++i) {
      if (exploration().terms().is_false(starts[i])) return;
      const auto [found, added] = assumptions_.try_emplace(path[i]);
      if (added) found->second = texts(exploration().graph()[path[i]], starts[i]);
    }
  }

  std::vector<std::string> texts(const predicate::Node& node, smt::Term abstraction) {
    smt::Terms& terms = exploration().terms();
    const Location& location = *node.point.at.location;
    std::vector<std::string> result;
    for (const smt::Term predicate : exploration().precision().at(location)) {
      if (known_[&location].contains(predicate)) continue;
      const smt::Term negation = terms.not_(predicate);
      const bool holds = follows(abstraction, predicate), fails = !holds && follows(abstraction, negation);
      const auto text = texts_.of(predicate, node.point.at), other = texts_.of(negation, node.point.at);
      if (counted_.insert({&location, predicate}).second) ++(text && other ? exported_ : lost_);
      if (!text || !other) continue;
      if (!fails) result.push_back(*text);
      if (!holds) result.push_back(*other);
    }
    return result;
  }

  bool follows(smt::Term from, smt::Term what) {
    return exploration().abstraction().implies_some(from, {what}).has_value();
  }

  predicate::GivenPredicates given_;
  abstraction::PredicateText texts_;
  std::vector<predicate::PathEnd> refuted_;
  std::map<const Location*, std::set<smt::Term>> known_; // given by the condition
  std::map<predicate::NodeNumber, std::vector<std::string>> assumptions_;
  std::set<std::pair<const Location*, smt::Term>> counted_;
  std::size_t exported_ = 0, lost_ = 0;
  std::string failed_; // the reason, for the last such path
};

class Actor : public task::Actor {
public:
  explicit Actor(CegarOptions options) : options_(options) {}
  std::string name() const override { return "cegar-refine"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    if (task.condition == nullptr) return {.reason = "there are no candidates to refute"};
    return Run(task, monitor, options_).run();
  }

private:
  CegarOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_cegar_refine(CegarOptions options) { return std::make_unique<Actor>(options); }

} // namespace tandem::analysis::cegar
