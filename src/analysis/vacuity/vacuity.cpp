// Edges are watched during an unwinding. A model shows which of them an execution takes, so that a few queries settle
// most; what no model takes is unreachable if no path goes beyond the bound.

#include "analysis/vacuity/vacuity.h"

#include "program/model/target.h"
#include "program/model/user_files.h"
#include "smt/backends/backends.h"
#include "symex/unwind.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace tandem::analysis::vacuity {
namespace {

using smt::Term;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::uint32_t last_bound = 8;
constexpr std::size_t most_edges = 20'000, most_lines = 10;

// The edges of which one is taken when the target's condition is evaluated; empty: the target has no condition of its
// own.
std::vector<const Edge*> evaluations(const Target& target) {
  std::vector<const Edge*> result;
  for (const Edge* in : target.location->in) {
    if (in->op.kind != OpKind::Assume || in->from->out.size() != 2) return {};
    result.insert(result.end(), in->from->out.begin(), in->from->out.end());
  }
  return result;
}

bool is_assumption(const Edge& edge) { return edge.op.kind == OpKind::Assume && edge.from->out.size() == 1; }

class Search {
public:
  Search(const Program& program, const Property& property, const std::function<bool()>& should_stop)
      : program_(program), property_(property), should_stop_(should_stop), identities_(terms_, program.data_model()),
        call_targets_(program), solver_(smt::backends::make_solver("sat", terms_)) {}

  // The edges that no execution takes; nothing if that is not certain of any.
  std::optional<std::set<const Edge*>> unreached() {
    for (const Edge* edge : program_.edges())
      if (is_users(program_, edge->function())) open_.insert(edge);
    for (std::uint32_t bound = 1; bound <= last_bound && !should_stop_(); bound *= 2) {
      const symex::Unwinding unwinding = unwind(bound);
      if (unwinding.stopped || !take_out_reached(unwinding)) return std::nullopt;
      if (open_.empty() || is_complete(unwinding)) return open_;
    }
    return std::nullopt;
  }

private:
  symex::Unwinding unwind(std::uint32_t bound) {
    symex::UnwindOptions options;
    options.bound = bound;
    options.deterministic_iterations = 64 * bound;
    options.error_functions = property_.error_functions;
    options.watched.resize(program_.edges().size());
    for (const Edge* edge : open_) options.watched[edge->id] = true;
    options.call_targets = &call_targets_;
    options.should_stop = should_stop_;
    return symex::Unwinder(program_, terms_, identities_, std::move(options)).run();
  }

  // False: the solver does not know.
  bool take_out_reached(const symex::Unwinding& unwinding) {
    while (!should_stop_()) {
      std::vector<Term> guards;
      for (const symex::TargetTerm& passed : unwinding.passed)
        if (open_.contains(passed.edge)) guards.push_back(passed.guard);
      const smt::CheckResult result = check(guards);
      if (result.unsat()) return true;
      if (result.unknown()) return false;
      for (const symex::TargetTerm& passed : unwinding.passed)
        if (terms_.is_true(solver_->value(passed.guard))) open_.erase(passed.edge);
    }
    return false;
  }

  bool is_complete(const symex::Unwinding& unwinding) {
    std::vector<Term> outside;
    for (const symex::BeyondTerm& path : unwinding.beyond) outside.push_back(path.guard);
    for (const symex::UnsupportedTerm& construct : unwinding.unsupported) outside.push_back(construct.guard);
    return check(outside).unsat();
  }

  smt::CheckResult check(const std::vector<Term>& guards) {
    constexpr milliseconds limit{300};
    const Term any = terms_.or_(guards);
    if (terms_.is_false(any)) return {smt::Answer::Unsat, ""};
    solver_->set_limits({.wall = limit});
    return solver_->check(std::span(&any, 1));
  }

  const Program& program_;
  const Property& property_;
  const std::function<bool()>& should_stop_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::CallTargets call_targets_;
  std::unique_ptr<smt::Solver> solver_;
  std::set<const Edge*> open_;
};

std::string place(const Program& program, const Edge& edge) { return program.text(edge.range.begin); }

// An assumption that is evaluated, but never true.
bool is_unsatisfied(const Edge& edge, const std::set<const Edge*>& unreached) {
  const auto is_unreached = [&](const Edge* each) { return unreached.contains(each); };
  return is_assumption(edge) && is_unreached(&edge) && !std::ranges::all_of(edge.from->in, is_unreached);
}

// A line counts if all its edges are unreached: several statements may share one. What is behind a target is not
// reached because the target is not; the line of an assumption is reached, if it is evaluated.
std::vector<std::string> lines(const Program& program, const Property& property,
                               const std::set<const Edge*>& unreached) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> by_line;
  for (const Edge* edge : program.edges()) {
    const SourcePoint& at = edge->range.begin;
    if (!at.is_known() || !is_users(program, edge->function())) continue;
    const bool is_target = property.error_functions.is_error_call(*edge);
    const auto [line, is_new] = by_line.try_emplace({at.file, at.line}, true);
    line->second = line->second && unreached.contains(edge) && !is_target && !is_unsatisfied(*edge, unreached);
  }
  std::vector<std::string> result;
  for (auto line = by_line.begin(); line != by_line.end(); ++line) {
    if (!line->second) continue;
    const auto [file, first] = line->first;
    std::uint32_t last = first;
    for (auto next = std::next(line); next != by_line.end() && next->second && next->first.first == file; ++next) {
      last = next->first.second;
      line = next;
    }
    if (result.size() == most_lines) return result.push_back("further lines are never reached"), result;
    const std::string& path = program.files()[file].path;
    result.push_back(first == last ? fmt::format("line {} of {} is never reached", first, path)
                                   : fmt::format("lines {} to {} of {} are never reached", first, last, path));
  }
  return result;
}

class WithVacuity : public task::Actor {
public:
  explicit WithVacuity(std::shared_ptr<task::Actor> actor) : actor_(std::move(actor)) {}

  std::string name() const override { return actor_->name(); }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    const Clock::time_point begin = Clock::now();
    task::Outcome outcome = actor_->run(task, monitor);
    if (outcome.verdict != task::Verdict::True || task.condition != nullptr) return outcome;
    constexpr milliseconds least{500};
    const Clock::time_point end = Clock::now() + least + (Clock::now() - begin) / 10;
    outcome.vacuous =
        find_vacuity(task.program, task.property, [&] { return Clock::now() >= end || monitor.should_stop(); });
    return outcome;
  }

private:
  std::shared_ptr<task::Actor> actor_;
};

} // namespace

std::vector<std::string> find_vacuity(const Program& program, const Property& property,
                                      const std::function<bool()>& should_stop) {
  if (program.edges().size() > most_edges) return {};
  const auto unreached = Search(program, property, should_stop).unreached();
  if (!unreached) return {};
  std::vector<std::string> result;
  const auto is_unreached = [&](const Edge* edge) { return unreached->contains(edge); };
  for (const Edge* edge : program.edges())
    if (is_unsatisfied(*edge, *unreached))
      result.push_back(fmt::format("no execution satisfies the assumption at {}", place(program, *edge)));
  for (const Target& target : targets(program, property)) {
    const std::vector<const Edge*> edges = evaluations(target);
    if (!edges.empty() && std::ranges::all_of(edges, is_unreached))
      result.push_back(fmt::format("no execution evaluates {} at {}", target.sentence, place(program, *target.call)));
  }
  std::ranges::move(lines(program, property, *unreached), std::back_inserter(result));
  return result;
}

std::unique_ptr<task::Actor> make_with_vacuity(std::shared_ptr<task::Actor> actor) {
  return std::make_unique<WithVacuity>(std::move(actor));
}

} // namespace tandem::analysis::vacuity
