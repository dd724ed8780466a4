#include "cooperate/knowledge.h"

#include "automata/combine.h"
#include "automata/gia_file.h"
#include "base/input_error.h"

#include <algorithm>
#include <array>

namespace tandem::cooperate {
namespace {

using automata::Accept;

bool has(const automata::Gia& gia, Accept accept) {
  return std::ranges::any_of(gia.states(), [&](const auto& state) { return state.accept == accept; });
}

// The header aside: who says it does not matter.
std::string content(const automata::Gia& gia) {
  const std::string text = automata::gia_text(gia);
  const std::size_t producer = text.find("producer");
  const std::size_t end = producer == std::string::npos ? 0 : text.find('\n', producer);
  return text.substr(end);
}

} // namespace

Knowledge::Knowledge(const automata::Gia* given) {
  if (given == nullptr) return;
  gia_ = std::make_shared<const automata::Gia>(*given);
  sources_.push_back("the given condition");
}

bool Knowledge::verifies_something() const { return gia_ && has(*gia_, Accept::Unreachable); }

bool Knowledge::verifies_everything() const {
  return gia_ && gia_->states()[gia_->initial()].accept == Accept::Unreachable;
}

Knowledge::Learnt Knowledge::learn(const automata::Gia& gia, const std::string& source) {
  if (!has(gia, Accept::Unreachable) && !has(gia, Accept::Reached)) return Learnt::Nothing;
  std::shared_ptr<const automata::Gia> next;
  try {
    const std::array<automata::CombineInput, 2> inputs{automata::CombineInput{gia_.get(), "what was known"},
                                                       automata::CombineInput{&gia, source}};
    next = std::make_shared<const automata::Gia>(gia_ ? automata::combined(inputs) : gia);
  } catch (const InputError&) {
    return Learnt::Contradiction;
  }
  if (gia_ && content(*next) == content(*gia_)) return Learnt::Nothing;
  gia_ = std::move(next);
  if (std::ranges::find(sources_, source) == sources_.end()) sources_.push_back(source);
  return Learnt::Something;
}

} // namespace tandem::cooperate
