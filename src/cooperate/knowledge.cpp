// The combiner (exchange/combine/combine.h) merges each new automaton with all that is known: a path is verified if any
// partner has verified it. A cycle must end when an iteration adds nothing, so that two automata which differ only in
// the names and the order of their states have to count as the same; their canonical texts are compared.

#include "cooperate/knowledge.h"

#include "base/core/input_error.h"
#include "exchange/combine/combine.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/gia_copy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem::cooperate {
namespace {

using exchange::Accept;

bool has(const exchange::Gia& gia, Accept accept) {
  return std::ranges::any_of(gia.states(), [&](const auto& state) { return state.accept == accept; });
}

bool has_invariants(const exchange::Gia& gia) {
  return std::ranges::any_of(gia.states(), [](const auto& state) { return state.invariant != exchange::Gia::no_text; });
}

std::string label_text(const exchange::Gia& gia, exchange::LabelId label) {
  if (label == exchange::Gia::any) return "*";
  std::vector<std::string_view> names;
  for (const exchange::EdgeNameId edge : gia.edges(label)) names.push_back(gia.edge_name(edge));
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, " "));
}

// The automaton with states numbered in the order of a walk: two that differ only in names are one text.
std::string canonical(const exchange::Gia& gia) {
  std::vector<std::uint32_t> number(gia.states().size(), 0);
  std::vector<exchange::StateId> order{gia.initial()};
  number[gia.initial()] = 1;
  std::string text;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& state = gia.states()[order[i]];
    text += fmt::format("{} {} {}\n", i + 1, static_cast<int>(state.accept), gia.text(state.invariant));
    std::vector<std::pair<std::string, exchange::StateId>> steps;
    for (const auto& step : gia.out(order[i]))
      steps.emplace_back(label_text(gia, step.label) + " | " + gia.text(step.assumption), step.target);
    std::ranges::sort(steps);
    for (const auto& [label, target] : steps) {
      if (number[target] == 0) {
        order.push_back(target);
        number[target] = static_cast<std::uint32_t>(order.size());
      }
      text += fmt::format("  {} -> {}\n", label, number[target]);
    }
  }
  return text;
}

} // namespace

Knowledge::Knowledge(const Program& program, const exchange::Gia* given) : program_(&program) {
  if (given == nullptr) return;
  gia_ = std::make_shared<const exchange::Gia>(*given);
  sources_.emplace_back(given_condition);
  try {
    const exchange::combine::CombineInput input{given, std::string(given_condition)};
    canonical_ = canonical(exchange::combine::combined(std::span(&input, 1), program_));
  } catch (const InputError&) { // it contradicts itself, which the partner that is given it reports
  }
}

bool Knowledge::verifies_something() const { return gia_ && has(*gia_, Accept::Unreachable); }

bool Knowledge::verifies_everything() const {
  return gia_ && gia_->states()[gia_->initial()].accept == Accept::Unreachable;
}

Knowledge::Learnt Knowledge::learn(const exchange::Gia& gia, const std::string& source) {
  if (!has(gia, Accept::Unreachable) && !has(gia, Accept::Reached) && !has_invariants(gia)) return Learnt::Nothing;
  std::shared_ptr<const exchange::Gia> next;
  try {
    // Also what comes alone is brought into the combiner's form, so that the same said twice is recognised.
    std::vector<exchange::combine::CombineInput> inputs{{&gia, source}};
    if (gia_) inputs.push_back({gia_.get(), "what was known"});
    next = std::make_shared<const exchange::Gia>(exchange::combine::combined(inputs, program_));
  } catch (const InputError&) {
    return Learnt::Contradiction;
  }
  std::string text = canonical(*next);
  if (text == canonical_) return Learnt::Nothing;
  canonical_ = std::move(text);
  gia_ = std::move(next);
  if (std::ranges::find(sources_, source) == sources_.end()) sources_.push_back(source);
  return Learnt::Something;
}

void Knowledge::ask(const exchange::Gia* candidates) {
  candidates_ = candidates == nullptr ? nullptr : std::make_shared<const exchange::Gia>(*candidates);
}

std::shared_ptr<const exchange::Gia> Knowledge::question() const {
  if (!candidates_ || !gia_) return candidates_;
  try {
    const std::vector<exchange::combine::CombineInput> inputs{{gia_.get(), "what is known"},
                                                              {candidates_.get(), "candidates"}};
    return std::make_shared<const exchange::Gia>(exchange::combine::combined(inputs, program_));
  } catch (const InputError&) {
    return candidates_;
  }
}

bool has_candidates(const exchange::Gia& gia) { return has(gia, Accept::Candidate); }

exchange::Gia without_candidates(const exchange::Gia& gia) {
  exchange::GiaBuilder builder(gia.header());
  exchange::GiaCopy copy(gia, builder);
  for (const auto& state : gia.states())
    builder.add_state(state.accept == Accept::Candidate ? Accept::Nothing : state.accept, state.name,
                      copy.text(state.invariant));
  builder.set_initial(gia.initial());
  for (const auto& step : gia.transitions())
    builder.add_transition(step.source, copy.label(step.label), step.target, copy.text(step.assumption));
  return exchange::combine::trimmed(std::move(builder).finish());
}

} // namespace tandem::cooperate
