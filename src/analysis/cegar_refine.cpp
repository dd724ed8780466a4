#include "analysis/cegar_refine.h"

#include "analysis/candidate_paths.h"
#include "analysis/given_predicates.h"
#include "analysis/predicate_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis {

using task::Outcome;

namespace predicate {
namespace {

class Run : public CandidatePaths {
public:
  Run(const task::Task& task, task::Monitor& monitor, const CegarOptions& options)
      : CandidatePaths(task, monitor, options, Constants::Dropped),
        given_(task.program, *task.condition, exploration().runner()),
        texts_(task.program, exploration().executor(), exploration().values(), exploration().frames()) {}

  Outcome run() {
    std::optional<Outcome> ended = exploration().run(*this);
    Outcome outcome;
    for (const PathEnd& end : refuted_) describe(end);
    outcome.reason = fmt::format("{} paths are impossible by {} new predicates", refuted_.size(), said_);
    if (unsaid_ > 0) outcome.reason += fmt::format(" and {} that C cannot say", unsaid_);
    if (!failed_.empty()) outcome.reason += "; " + failed_;
    if (ended) outcome.reason += "; " + ended->reason;
    const PathOptions paths{.accept = automata::Accept::Unreachable,
                            .assumptions = [this](NodeNumber node) { return assumptions_[node]; }};
    outcome.gia = gia_of_paths(exploration().graph(), refuted_, header("tandem cegar-refine"), paths);
    outcome.statistics["new predicates"] = static_cast<double>(said_);
    outcome.statistics["predicates that C cannot say"] = static_cast<double>(unsaid_);
    return outcome;
  }

  void arrive(const Point& point, const Entry& entry) override {
    Precision& precision = exploration().precision();
    const std::vector<Term> before = precision.at(*point.at.location);
    given_.add(point.at, entry, exploration().executor(), exploration().stacks(), exploration().frames(),
               exploration().values(), precision);
    for (const Term predicate : precision.at(*point.at.location))
      if (std::ranges::find(before, predicate) == before.end()) known_[point.at.location].insert(predicate);
    exploration().refiner().note_visits(*point.at.location, given_.count(*point.at.location));
  }

protected:
  std::optional<Outcome> look_at(const PathEnd& end, const Chain& chain) override {
    for (Chain refined = chain;;) {
      const std::vector<Term> starts = exploration().abstractions(chain);
      if (exploration().terms().is_false(starts.back())) {
        refuted_.push_back(end);
        return std::nullopt;
      }
      for (std::size_t i = 0; i < refined.size(); ++i) refined[i].start = starts[i];
      const Refinement refinement = exploration().refiner().refine(refined);
      if (refinement.kind == Refinement::Kind::Refined && !should_stop()) continue;
      failed_ = refinement.kind == Refinement::Kind::Feasible ? "a path is possible" : refinement.reason;
      return std::nullopt;
    }
  }

private:
  // What the new predicates say at the nodes on the way.
  void describe(const PathEnd& end) {
    const std::vector<NodeNumber> path = exploration().graph().path_to(end.node);
    const std::vector<Term> starts = exploration().abstractions(exploration().chain(end.node, end.exit));
    for (std::size_t i = 1; i < path.size() && i < starts.size(); ++i) {
      if (exploration().terms().is_false(starts[i])) return;
      const auto [found, added] = assumptions_.try_emplace(path[i]);
      if (added) found->second = texts(exploration().graph()[path[i]], starts[i]);
    }
  }

  std::vector<std::string> texts(const Node& node, Term abstraction) {
    Terms& terms = exploration().terms();
    const Location& location = *node.point.at.location;
    std::vector<std::string> result;
    for (const Term predicate : exploration().precision().at(location)) {
      if (known_[&location].contains(predicate)) continue;
      const Term negation = terms.not_(predicate);
      const bool holds = follows(abstraction, predicate), fails = !holds && follows(abstraction, negation);
      const auto text = texts_.of(predicate, node.point.at), other = texts_.of(negation, node.point.at);
      if (counted_.insert({&location, predicate}).second) ++(text && other ? said_ : unsaid_);
      if (!text || !other) continue;
      if (!fails) result.push_back(*text);
      if (!holds) result.push_back(*other);
    }
    return result;
  }

  bool follows(Term from, Term what) { return exploration().abstraction().implies_some(from, {what}).has_value(); }

  GivenPredicates given_;
  PredicateText texts_;
  std::vector<PathEnd> refuted_;
  std::map<const Location*, std::set<Term>> known_; // given, not found
  std::map<NodeNumber, std::vector<std::string>> assumptions_;
  std::set<std::pair<const Location*, Term>> counted_;
  std::size_t said_ = 0, unsaid_ = 0;
  std::string failed_; // why, of the last such path
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
} // namespace predicate

std::unique_ptr<task::Actor> make_cegar_refine(CegarOptions options) {
  return std::make_unique<predicate::Actor>(options);
}

} // namespace tandem::analysis
