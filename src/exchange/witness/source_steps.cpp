// Replays the call stack along the path. A condition with && and || is several branches; SourceCondition collects their
// outcomes for each activation until the value of the whole is determined.

#include "exchange/witness/source_steps.h"

namespace tandem::exchange::witness {

SourceSteps::SourceSteps(const Program& program, source::ProgramSources& sources, std::span<const Edge* const> path)
    : sources_(sources) {
  std::vector<std::optional<const source::SourceStatement*>> known(program.edges().size());
  const Edge* before = nullptr;
  for (const Edge* edge : path) {
    enter_frame(*edge, before);
    Frame& frame = frames_.back();
    if (!known[edge->id]) known[edge->id] = sources_.statement(*edge);
    SourceStep step{.activation = frame.activation,
                    .depth = static_cast<std::uint32_t>(frames_.size() - 1),
                    .statement = *known[edge->id]};
    step.begins = begins(step.statement, frame);
    step.decision = decision(*edge, step);
    steps_.push_back(step);
    frame.current = step.statement;
    if (edge->op.kind == OpKind::Return && frames_.size() > 1) frames_.pop_back();
    before = edge;
  }
}

// Library functions may call back, so a function may be entered without a call edge before.
void SourceSteps::enter_frame(const Edge& edge, const Edge* before) {
  const Function& function = edge.function();
  const bool called = before != nullptr && before->op.kind == OpKind::Call &&
                      (before->op.callee == &function || before->op.callee == nullptr);
  const bool fits = !frames_.empty() && frames_.back().function == &function;
  if (edge.from == &function.entry() && (called || !fits)) frames_.push_back({&function, activations_++, nullptr});
  while (!frames_.empty() && frames_.back().function != &function) frames_.pop_back();
  if (frames_.empty()) frames_.push_back({&function, activations_++, nullptr});
}

// A loop's keyword is passed when the loop is entered, not in every iteration.
bool SourceSteps::begins(const source::SourceStatement* statement, const Frame& frame) const {
  if (statement == nullptr || statement == frame.current || statement->kind == source::StatementKind::Block)
    return false;
  const bool is_inside = frame.current != nullptr && statement->range.contains(frame.current->range.begin);
  return !(statement->is_loop() && is_inside);
}

std::optional<bool> SourceSteps::decision(const Edge& edge, const SourceStep& step) {
  const source::SourceStatement* at = step.statement;
  if (edge.op.kind != OpKind::Assume || edge.from->out.size() != 2 || at == nullptr) return std::nullopt;
  const source::SourceText& text = sources_.text(edge.range.begin.file);
  const std::size_t offset = text.offset(edge.range.begin);
  if (at->kind == source::StatementKind::Switch || !at->condition.contains(offset)) return std::nullopt;
  const auto key = std::pair(step.activation, at);
  source::SourceCondition& condition = conditions_.try_emplace(key, text, at->condition).first->second;
  condition.set(offset, edge.op.truth);
  const std::optional<bool> truth = condition.truth();
  if (truth) condition.clear();
  return truth;
}

} // namespace tandem::exchange::witness
