// The condition is split in two: its part without assumptions and invariants becomes a condition automaton in the
// product, which ends paths, and the predicates of the rest become the precision. Candidates are collected up to a
// limit per iteration.

#include "analysis/cegar/cegar_explore.h"

#include "analysis/predicate/exploration.h"
#include "analysis/predicate/given_predicates.h"
#include "analysis/predicate/paths.h"
#include "analysis/reach/gia_domain.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/gia_file.h"

#include <fmt/format.h>

namespace tandem::analysis::cegar {

using exchange::Gia;
using task::Outcome;
using task::Verdict;

namespace {

// The part that is ut regardless of values; nothing if there is no such path.
std::optional<Gia> without_conditions(const Gia& gia) {
  exchange::GiaBuilder builder(gia.header());
  exchange::GiaCopy copy(gia, builder);
  for (exchange::StateId id = 0; id < gia.states().size(); ++id) {
    const Gia::State& state = gia.states()[id];
    builder.add_state(state.accept == exchange::Accept::Unreachable ? state.accept : exchange::Accept::Nothing,
                      state.name);
  }
  builder.set_initial(gia.initial());
  const auto is_end = [&](exchange::StateId id) { return gia.states()[id].accept == exchange::Accept::Reached; };
  for (const Gia::Transition& transition : gia.transitions())
    if (transition.assumption == Gia::no_text && gia.states()[transition.target].invariant == Gia::no_text &&
        !is_end(transition.target))
      builder.add_transition(transition.source, copy.label(transition.label), transition.target);
  Gia result = std::move(builder).finish();
  if (!exchange::future_acceptance(result)[result.initial()].ut) return std::nullopt;
  return exchange::combine::trimmed(result);
}

class Run : public predicate::Explorer {
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
      outcome.gia = predicate::gia_of_paths(exploration_.graph(), ends_, header(), {});
    } else {
      outcome = ended ? std::move(*ended) : Outcome{.verdict = Verdict::True};
      outcome.gia = condition();
    }
    if (verified_) task::assume_condition(outcome);
    exploration_.add_statistics(outcome);
    outcome.statistics["candidates"] = static_cast<double>(ends_.size());
    return outcome;
  }

  std::optional<Outcome> reach(predicate::NodeNumber node, std::uint32_t exit) override {
    ends_.push_back({node, exit});
    exploration_.graph()[node].open[exit] = "a possible error path";
    if (ends_.size() >= options_.candidates_at_once) return Outcome{};
    return std::nullopt;
  }

  void arrive(const abstraction::ProductPoint& point, const abstraction::Entry& entry) override {
    if (given_)
      given_->add(point.at, entry, exploration_.executor(), exploration_.stacks(), exploration_.frames(),
                  exploration_.values(), exploration_.precision());
  }

  Gia condition() override { return exploration_.condition("tandem cegar-explore"); }

private:
  predicate::ExplorationOptions exploration_options() {
    predicate::ExplorationOptions result;
    if (options_.limits.recursion_bound) result.blocks.recursion_bound = *options_.limits.recursion_bound;
    if (task_.condition != nullptr) verified_ = without_conditions(*task_.condition);
    if (verified_)
      result.blocks.condition_domain = &verified_domain_.emplace(verified_run_.emplace(task_.program, *verified_));
    return result;
  }

  exchange::GiaHeader header() const {
    return exchange::gia_header(task_.program, task_.property, "tandem cegar-explore");
  }

  const task::Task& task_;
  CegarOptions options_;
  std::optional<Gia> verified_;
  std::optional<exchange::RunGia> verified_run_;
  std::optional<reach::GiaDomain> verified_domain_;
  predicate::Exploration exploration_;
  std::optional<predicate::GivenPredicates> given_;
  std::vector<predicate::PathEnd> ends_;
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

std::unique_ptr<task::Actor> make_cegar_explore(CegarOptions options) { return std::make_unique<Actor>(options); }

} // namespace tandem::analysis::cegar
