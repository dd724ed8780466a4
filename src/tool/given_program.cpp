// Reduces, slices, transforms and assumes what is known in this order, each step optional. Where a step gains nothing
// the program of the previous one is kept, since tools do best on the user's own text.

#include "tool/given_program.h"

#include "base/core/input_error.h"
#include "transform/loops/assume_invariants.h"
#include "transform/loops/inductive_loops.h"
#include "transform/reduce/program_size.h"
#include "transform/slice/slice.h"

#include <fmt/format.h>

namespace tandem::tool {
namespace {

using transform::reduce::is_predicted_easier;
using transform::reduce::size_of;

class Giver {
public:
  Giver(const task::Task& task, const Definition& definition, const ToolOptions& options, const ToldInvariants& known)
      : task_(task), definition_(definition), options_(options), known_(known) {}

  GivenProgram run(task::Monitor& monitor) {
    if (task_.condition != nullptr && options_.reduce != transform::reduce::ReduceMethod::Identity) {
      monitor.progress("reduces the program");
      reduce();
    }
    if (options_.slicing == Slicing::On) slice();
    if (options_.reduce == transform::reduce::ReduceMethod::Auto) prefer_own_text();
    if (options_.loops == Loops::Inductive)
      make_loops_inductive();
    else if (definition_.kind == Kind::Verifier)
      assume_invariants();
    if (given_.residual) {
      const transform::reduce::ReduceStatistics& sizes = given_.residual->statistics;
      given_.remark = fmt::format("on a residual program ({}; {} of {} edges)", how_, sizes.edges, sizes.edges_before);
    }
    return std::move(given_);
  }

private:
  void reduce() {
    transform::reduce::ReduceOptions options;
    options.method = options_.reduce;
    options.intact = task_.property.error_functions;
    try {
      given_.residual = transform::reduce::reduce(task_.program, *task_.condition, options);
    } catch (const InputError& error) {
      given_.remark = fmt::format("on the whole program ({})", error.what());
      return;
    }
    given_.rests_on_condition = given_.residual->method != transform::reduce::ReduceMethod::Identity;
    how_ = transform::reduce::name(given_.residual->method);
    if (given_.rests_on_condition) return;
    // Nothing was removed: tools do best on the user's own text.
    given_.remark = fmt::format("on the whole program ({})", given_.residual->remark);
    given_.residual.reset();
  }

  // Ending verified paths adds decisions that the program itself does not make. Of the sliced residual program and the
  // slice that ignores these ends, the smaller one is used.
  void slice() {
    const auto size = [this] { return given_.program(task_).edges().size(); };
    const std::size_t before = size();
    transform::reduce::Residual without_ends =
        given_.residual ? transform::slice::slice(task_.program, task_.property, *given_.residual)
                        : transform::slice::slice(task_.program, task_.property);
    if (given_.residual) {
      given_.residual = transform::slice::sliced(*given_.residual, task_.property);
      how_ += ", sliced";
    }
    if (without_ends.program.edges().size() < size()) {
      how_ = given_.rests_on_condition ? "slice of what is open" : "slice of the whole program";
      given_.residual = std::move(without_ends);
    }
    given_.is_other = size() < before;
  }

  // What a condition leaves open may be the program again, with some paths unfolded.
  void prefer_own_text() {
    if (!given_.residual || !given_.rests_on_condition) return;
    if (is_predicted_easier(size_of(given_.residual->program), size_of(task_.program))) return;
    given_ = {};
    given_.remark = "on the whole program (what is left open is not predicted to be easier)";
    how_.clear();
    if (options_.slicing == Slicing::On) slice();
  }

  // Invariants at loop heads are assumed, so a proof depends on who proved them.
  void note_invariants() {
    given_.rests_on_condition = given_.rests_on_condition || known_.has_some_of_condition();
    given_.has_told_invariants = !known_.partners().empty();
  }

  void assume_invariants() {
    if (known_.all().empty()) return;
    auto with = given_.residual ? transform::loops::assume_invariants(*given_.residual, known_.all())
                                : transform::loops::assume_invariants(task_.program, known_.all());
    if (!with) return;
    how_ += how_.empty() ? "with invariants" : ", with invariants";
    given_.residual = std::move(*with);
    note_invariants();
  }

  void make_loops_inductive() {
    transform::loops::InductiveLoopOptions options{.invariants = known_.all()};
    if (definition_.kind == Kind::Tester)
      options.later_iterations = transform::loops::LaterIterations::AfterHavoc;
    else if (definition_.stubs.memory.empty())
      options.aggregates = transform::loops::Aggregates::Stay;
    auto open = given_.residual ? transform::loops::make_loops_inductive(*given_.residual, task_.property, options)
                                : transform::loops::make_loops_inductive(task_.program, task_.property, options);
    if (!open) {
      given_.refusal = "no loop can be transformed";
      return;
    }
    how_ += how_.empty() ? "inductive loop transformation" : ", inductive loop transformation";
    note_invariants();
    given_.residual = std::move(*open);
    given_.is_other = true;
  }

  const task::Task& task_;
  const Definition& definition_;
  const ToolOptions& options_;
  const ToldInvariants& known_;
  GivenProgram given_;
  std::string how_;
};

} // namespace

GivenProgram given_program(const task::Task& task, const Definition& definition, const ToolOptions& options,
                           const ToldInvariants& known, task::Monitor& monitor) {
  return Giver(task, definition, options, known).run(monitor);
}

} // namespace tandem::tool
