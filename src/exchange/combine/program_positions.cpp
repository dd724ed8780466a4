#include "exchange/combine/program_positions.h"

namespace tandem::exchange::combine {

namespace {

// Of one call that is open more than once.
constexpr int most_repetitions = 3;

} // namespace

ProgramPositions::ProgramPositions(const Program& program, ErrorFunctions errors)
    : program_(program), errors_(std::move(errors)), stacks_(1) {
  position(&program.entry().entry(), 0);
}

std::vector<ProgramPositions::Step> ProgramPositions::steps(Position position) {
  const Place place = places_[position];
  std::vector<Step> result;
  if (place.location == nullptr) return result;
  for (const Edge* edge : place.location->out) {
    if (errors_.is_error_call(*edge)) {
      result.push_back({edge, this->position(nullptr, 0)});
      continue;
    }
    const bool is_call = edge->op.kind == OpKind::Call, is_indirect = is_call && edge->op.callee == nullptr;
    if (is_call && !is_indirect && edge->op.callee->has_body())
      call(*edge->op.callee, *edge, place.stack, result);
    else
      result.push_back({edge, this->position(edge->to, place.stack)});
    if (!is_indirect) continue;
    for (const Function* function : program_.functions())
      if (function->has_body()) call(*function, *edge, place.stack, result);
  }
  return result;
}

void ProgramPositions::call(const Function& callee, const Edge& edge, Stack stack, std::vector<Step>& result) {
  int repetitions = 0;
  for (Stack open = stack; open != 0; open = stacks_[open].below) repetitions += stacks_[open].back == edge.to ? 1 : 0;
  if (repetitions >= most_repetitions) return;
  const auto next = static_cast<Stack>(stacks_.size());
  const auto [found, is_new] = stack_index_.try_emplace({edge.to, stack}, next);
  if (is_new) stacks_.push_back({edge.to, stack});
  result.push_back({&edge, position(&callee.entry(), found->second)});
}

// After the end of a function, a path goes on in the caller, without an edge.
ProgramPositions::Position ProgramPositions::position(const Location* location, Stack stack) {
  while (stack != 0 && location == &location->function->exit()) {
    location = stacks_[stack].back;
    stack = stacks_[stack].below;
  }
  const auto next = static_cast<Position>(places_.size());
  const auto [found, is_new] = place_index_.try_emplace({location, stack}, next);
  if (is_new) places_.push_back({location, stack});
  return found->second;
}

} // namespace tandem::exchange::combine
