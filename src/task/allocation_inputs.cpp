// The choice of a call through a pointer is in a function that stands for the allocating one: the call before it on the
// path is the program's.

#include "task/allocation_inputs.h"

#include "program/model/allocation.h"
#include "program/model/arguments.h"

#include <algorithm>
#include <iterator>

namespace tandem::task {
namespace {

using Step = std::vector<const Edge*>::const_iterator;

bool is_users(const Program& program, const Edge& edge) {
  const std::uint32_t file = edge.range.begin.file;
  return file < program.files().size() && !program.files()[file].sha256.empty();
}

const Edge& place_of(const Program& program, const std::vector<const Edge*>& path, Step choice) {
  if (is_users(program, **choice)) return **choice;
  const auto is_call = [&](const Edge* edge) {
    return edge->op.kind == OpKind::Call && &edge->function() != &(*choice)->function();
  };
  const auto call = std::find_if(std::make_reverse_iterator(choice), path.rend(), is_call);
  return call == path.rend() || (*call)->op.callee != nullptr ? **choice : **call;
}

} // namespace

std::vector<std::string> allocation_texts(const Program& program, const Counterexample& found) {
  std::vector<std::string> result(found.inputs.size());
  Step at = found.path.begin();
  for (std::size_t i = 0; i < found.inputs.size(); ++i) {
    const InputValue& input = found.inputs[i];
    if (input.edge == nullptr || !is_allocation_choice(*input.edge)) continue;
    at = std::find(at, found.path.end(), input.edge);
    const Edge& place = at == found.path.end() ? *input.edge : place_of(program, found.path, at++);
    result[i] = std::string("the allocation ") + (input.bits == 0 ? "succeeds" : "fails") + ", " +
                program.text(place.range.begin);
  }
  return result;
}

bool is_uncontrolled(const InputValue& input) {
  const bool is_argument = input.variable != nullptr && is_argument_texts(*input.variable);
  return input.kind == InputKind::Uninitialised && !is_argument;
}

} // namespace tandem::task
