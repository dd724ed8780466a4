// "auto", "unfold", "fold" and "identity" say how a condition becomes a residual program; they concern external tools
// only, since engines take conditions as they are or bring a reducer along (analysis/conditional/conditional.h).
// "slice" and "inductive-loops" transform the program whether there is a condition or not, for engines and tools alike.

#include "engines/reducers.h"

#include "base/core/input_error.h"
#include "engines/confirmation.h"
#include "engines/told_facts.h"

#include <fmt/format.h>

namespace tandem::engines {
namespace {

constexpr std::string_view slice_name = "slice", inductive_name = "inductive-loops", auto_name = "auto";

transform::reduce::ReduceMethod reduce_method(const std::string& text) {
  using transform::reduce::ReduceMethod;
  for (const ReduceMethod method : {ReduceMethod::Unfold, ReduceMethod::Fold, ReduceMethod::Identity})
    if (transform::reduce::name(method) == text) return method;
  if (text == slice_name) return ReduceMethod::Identity;
  if (text.empty() || text == auto_name || text == inductive_name) return ReduceMethod::Auto;
  throw InputError(
      fmt::format("unknown reducer '{}'; there are auto, unfold, fold, slice, inductive-loops, identity", text));
}

} // namespace

std::unique_ptr<task::Actor> make_reduced(const MakeActor& make, const EngineOptions& options) {
  if (options.reduce != slice_name && options.reduce != inductive_name) return make(options);
  EngineOptions inner = options;
  inner.reduce.clear();
  const auto make_inner = [make, inner](analysis::confirm::Confirm confirm) mutable {
    inner.confirm = std::move(confirm);
    return make(inner);
  };
  if (options.reduce == slice_name) return analysis::conditional::make_sliced(make_inner, confirmation(options));
  // Most alarms are spurious, and errors that need very many iterations are left to the compiled program.
  analysis::confirm::ConfirmOptions settings = confirm_options(options);
  settings.replay_limit = std::chrono::milliseconds(500);
  return analysis::conditional::make_inductive_loops(make_inner, confirmation(options, std::move(settings)),
                                                     told_facts);
}

void choose_reducer(const std::string& name, tool::ToolOptions& settings) {
  settings.reduce = reduce_method(name);
  if (name == slice_name || name == inductive_name || name == auto_name) settings.slicing = tool::Slicing::On;
  if (name == inductive_name) settings.loops = tool::Loops::Inductive;
  if (name == auto_name) settings.loops = tool::Loops::InductiveFirst;
}

} // namespace tandem::engines
