#include "analysis/cegar_explore.h"

#include "analysis/gia_domain.h"
#include "analysis/given_predicates.h"
#include "analysis/predicate_exploration.h"
#include "analysis/predicate_paths.h"
#include "automata/gia_copy.h"
#include "automata/gia_file.h"
#include "automata/trim.h"

#include <fmt/format.h>

namespace tandem::analysis {

using automata::Gia;
using task::Outcome;
using task::Verdict;

namespace predicate {
namespace {

// What is ut whatever the values are; nothing if there is no such path.
std::optional<Gia> without_conditions(const Gia& gia) {
  automata::GiaBuilder builder(gia.header());
  automata::GiaCopy copy(gia, builder);
  for (automata::StateId id = 0; id < gia.states().size(); ++id) {
    const Gia::State& state = gia.states()[id];
    builder.add_state(state.accept == automata::Accept::Unreachable ? state.accept : automata::Accept::Nothing,
                      state.name);
  }
  builder.set_initial(gia.initial());
  const auto is_end = [&](automata::StateId id) { return gia.states()[id].accept == automata::Accept::Reached; };
  for (const Gia::Transition& transition : gia.transitions())
    if (transition.assumption == Gia::no_text && gia.states()[transition.target].invariant == Gia::no_text &&
        !is_end(transition.target))
      builder.add_transition(transition.source, copy.label(transition.label), transition.target);
  Gia result = std::move(builder).finish();
  if (!automata::prospects(result)[result.initial()].ut) return std::nullopt;
  return automata::trimmed(result);
}

class Run : public Explorer {
public:
  Run(const task::Task& task, task::Monitor& monitor, const CegarOptions& options)
      : task_(task), options_(options), exploration_(task, monitor, exploration_options()) {
    if (task.condition != nullptr) given_.emplace(task.program, *task.condition, exploration_.runner());
  }

  Outcome run() {
    std::optional<Outcome> ended = exploration_.run(*this);
    Outcome outcome;
    if (!ends_.empty()) {
      outcome.reason = fmt::format("{} possible error paths", ends_.size());
      outcome.gia = gia_of_paths(exploration_.graph(), ends_, header(), {});
    } else {
      outcome = ended ? std::move(*ended) : Outcome{.verdict = Verdict::True};
      outcome.gia = condition();
    }
    const auto& assumptions = exploration_.executor().findings().assumptions;
    outcome.assumptions.assign(assumptions.begin(), assumptions.end());
    if (verified_) outcome.assumptions.push_back("what the given condition calls verified");
    exploration_.add_statistics(outcome);
    outcome.statistics["candidates"] = static_cast<double>(ends_.size());
    return outcome;
  }

  std::optional<Outcome> reach(NodeNumber node, std::uint32_t exit) override {
    ends_.push_back({node, exit});
    exploration_.graph()[node].open[exit] = "a possible error path";
    if (ends_.size() >= options_.candidates_at_once) return Outcome{};
    return std::nullopt;
  }

  void arrive(const Point& point, const Entry& entry) override {
    if (given_)
      given_->add(point.at, entry, exploration_.executor(), exploration_.stacks(), exploration_.frames(),
                  exploration_.values(), exploration_.precision());
  }

  Gia condition() override { return exploration_.condition("tandem cegar-explore"); }

private:
  ExplorationOptions exploration_options() {
    ExplorationOptions result;
    result.blocks.recursion_bound = options_.recursion_bound;
    if (task_.condition != nullptr) verified_ = without_conditions(*task_.condition);
    if (verified_) result.blocks.company = &verified_domain_.emplace(verified_run_.emplace(task_.program, *verified_));
    return result;
  }

  automata::GiaHeader header() const {
    return automata::gia_header(task_.program, task_.property, "tandem cegar-explore");
  }

  const task::Task& task_;
  CegarOptions options_;
  std::optional<Gia> verified_;
  std::optional<automata::RunGia> verified_run_;
  std::optional<GiaDomain> verified_domain_;
  Exploration exploration_;
  std::optional<GivenPredicates> given_;
  std::vector<PathEnd> ends_;
};

class Actor : public task::Actor {
public:
  explicit Actor(CegarOptions options) : options_(options) {}
  std::string name() const override { return "cegar-explore"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override { return Run(task, monitor, options_).run(); }

private:
  CegarOptions options_;
};

} // namespace
} // namespace predicate

std::unique_ptr<task::Actor> make_cegar_explore(CegarOptions options) {
  return std::make_unique<predicate::Actor>(options);
}

} // namespace tandem::analysis
