// State machine per check: Waiting (for checks in callees), Pending (at a region), Open, Verified. Every answer is
// followed by a pass over all checks that propagates its consequences; checks are few, and a pass is negligible beside
// a run of a verifier. In the whole program a failed proof may succeed later, since verified checks no longer have to
// be proved: failures there are recorded with the number of verified checks at the time.

#include "region/proof_obligations.h"

#include "region/live_checks.h"

#include <algorithm>
#include <tuple>

namespace tandem::region {

namespace {

bool is_inside(const Node* inner, const Node& outer) {
  while (inner != nullptr && inner != &outer) inner = inner->parent;
  return inner != nullptr;
}

std::size_t count(const Question& asked) { return static_cast<std::size_t>(std::ranges::count(asked.verified, true)); }

} // namespace

ProofObligations::ProofObligations(const VerificationContext& verification_context, Batching batching)
    : verification_context_(verification_context), batching_(batching),
      obligations_(verification_context.checks().size()), position_(verification_context.program().edges().size()),
      verified_(verification_context.program().edges().size(), false) {
  for (std::size_t i = 0; i < verification_context.checks().size(); ++i)
    position_[verification_context.checks()[i]->id] = static_cast<std::uint32_t>(i);
  for (const Edge* check : verification_context.checks()) {
    const bool in_entry = &check->function() == &verification_context.program().entry();
    const bool no_region = is_recursive_call(*check) || verification_context.is_small(check->function()) ||
                           !verification_context.whole_only().empty();
    if (no_region && !in_entry) obligation(*check).state = State::Open;
  }
  update();
}

bool ProofObligations::is_recursive_call(const Edge& check) const {
  const graph::Components& components = verification_context_.calls().components();
  return std::ranges::any_of(verification_context_.calls().callees(check), [&](const Function* callee) {
    return components.component(callee->id()) == components.component(check.function().id());
  });
}

// Selects the region of the first question about a check.
void ProofObligations::start(const Edge& check) {
  Obligation& found = obligation(check);
  found.state = State::Pending;
  found.at = verification_context_.tree().innermost(*check.from);
  // Recursive calls in the entry function, and programs without regions, can only be decided in the whole program.
  if (is_recursive_call(check) || !verification_context_.whole_only().empty())
    found.at = &verification_context_.tree().root();
  climb(found);
}

// Moves the check outwards from `at` to the first region in which it has not failed.
void ProofObligations::climb(Obligation& found) {
  while (found.at != nullptr && found.failed_at.contains(found.at->id)) found.at = found.at->parent;
  if (found.at == nullptr) found.state = State::Open;
}

bool ProofObligations::callees_are_decided(const Edge& check) const {
  if (verification_context_.may_be_error_call(check)) return true;
  const graph::Components& components = verification_context_.calls().components();
  const auto own = components.component(check.function().id());
  return std::ranges::all_of(verification_context_.calls().callees(check), [&](const Function* callee) {
    const auto component = components.component(callee->id());
    if (component == own) return true;
    return std::ranges::all_of(components.members(component), [&](graph::Graph::Node member) {
      const auto& checks = verification_context_.checks_in(*verification_context_.program().functions()[member]);
      return std::ranges::all_of(checks, [&](const Edge* inner) {
        return obligation(*inner).state == State::Open || obligation(*inner).state == State::Verified;
      });
    });
  });
}

// Verifies checks whose callees are all verified, and starts those that waited for checks that are decided now.
void ProofObligations::update() {
  const std::vector<bool> live = live_checks(verification_context_, verified_);
  for (const Edge* check : verification_context_.checks()) {
    Obligation& found = obligation(*check);
    if (!live[check->id] && !verified_[check->id]) {
      // Everything that it leads to is verified.
      found.state = State::Verified;
      verified_[check->id] = true;
      ++verified_count_;
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Edge* check : verification_context_.checks()) {
      if (obligation(*check).state != State::Waiting || !callees_are_decided(*check)) continue;
      start(*check);
      changed = true;
    }
  }
  close_root();
}

// A check that failed in the whole program is given up when no other answer can change that.
void ProofObligations::close_root() {
  const Node& root = verification_context_.tree().root();
  if (!is_complete(root)) return;
  for (const Edge* check : verification_context_.checks_in(*root.function)) {
    Obligation& found = obligation(*check);
    if (found.state == State::Pending && failed_at(found, root)) found.state = State::Open;
  }
}

bool ProofObligations::failed_at(const Obligation& found, const Node& node) const {
  return is_root(node) ? found.failed_whole == verified_count_ : found.failed_at.contains(node.id);
}

// In the whole program, an attempt that began with fewer verified checks does not count: its question may be much
// harder.
bool ProofObligations::is_running_at(const Obligation& found, const Node& node) const {
  return std::ranges::any_of(found.running_at, [&](const auto& work) {
    return work.first == node.id && (!is_root(node) || work.second == verified_count_);
  });
}

bool ProofObligations::is_complete(const Node& node) const {
  return std::ranges::none_of(verification_context_.checks_in(*node.function),
                              [&](const Edge* check) { return may_still_arrive(node, *check); });
}

bool ProofObligations::is_proved() const {
  const auto& checks = verification_context_.checks_in(verification_context_.program().entry());
  return std::ranges::all_of(checks, [&](const Edge* check) { return is_verified(*check); });
}

bool ProofObligations::is_finished() const {
  const auto& checks = verification_context_.checks_in(verification_context_.program().entry());
  return std::ranges::all_of(checks, [&](const Edge* check) {
    return obligation(*check).state == State::Verified || obligation(*check).state == State::Open;
  });
}

bool ProofObligations::may_still_arrive(const Node& node, const Edge& check) const {
  const Obligation& found = obligation(check);
  if (found.state == State::Waiting) return is_inside(verification_context_.tree().innermost(*check.from), node);
  return found.state == State::Pending && found.at != &node && is_inside(found.at, node);
}

Question ProofObligations::question(const Node& node, std::vector<const Edge*> enabled) const {
  return {.node = &node, .enabled = std::move(enabled), .verified = verified_, .facts = {}};
}

std::vector<Question> ProofObligations::ready() const {
  std::vector<Question> result;
  for (const Node& node : verification_context_.tree().nodes()) {
    std::vector<const Edge*> here;
    for (const Edge* check : verification_context_.checks_in(*node.function)) {
      const Obligation& found = obligation(*check);
      if (found.state == State::Pending && found.at == &node && !is_running_at(found, node) && !failed_at(found, node))
        here.push_back(check);
    }
    if (here.empty() || (batching_ == Batching::All && !is_complete(node))) continue;
    if (batching_ == Batching::All)
      result.push_back(question(node, here));
    else
      for (const Edge* check : here) result.push_back(question(node, {check}));
  }
  std::ranges::sort(result, {}, [](const Question& asked) {
    return std::tuple(asked.node->locations.size(), asked.node->id, asked.enabled.front()->id);
  });
  return result;
}

std::vector<Question> ProofObligations::speculative() const {
  std::vector<Question> result;
  for (const Node& node : verification_context_.tree().nodes()) {
    std::vector<const Edge*> here;
    for (const Edge* check : verification_context_.checks_in(*node.function)) {
      const Obligation& found = obligation(*check);
      if (found.state == State::Verified || is_running_at(found, node) || failed_at(found, node)) continue;
      const bool is_next =
          found.state == State::Pending && is_running_at(found, *found.at) && found.at->parent == &node;
      if (is_root(node) || is_next) here.push_back(check);
    }
    if (here.empty()) continue;
    result.insert(is_root(node) ? result.begin() : result.end(), question(node, here));
  }
  return result;
}

void ProofObligations::begin(const Question& asked) {
  for (const Edge* check : asked.enabled) obligation(*check).running_at.insert({asked.node->id, count(asked)});
}

void ProofObligations::end(const Question& asked) {
  for (const Edge* check : asked.enabled) obligation(*check).running_at.erase({asked.node->id, count(asked)});
}

void ProofObligations::prove(const Edge& check, const Node& at) {
  if (verified_[check.id]) return;
  verified_[check.id] = true;
  ++verified_count_;
  obligation(check).state = State::Verified;
  proofs_.push_back({&check, &at});
  update();
}

void ProofObligations::give_up(const Edge& check, const Question& asked) {
  Obligation& found = obligation(check);
  if (found.state == State::Verified) return;
  if (is_root(*asked.node)) {
    found.failed_whole = count(asked);
  } else {
    found.failed_at.insert(asked.node->id);
    if (found.state == State::Pending) climb(found);
  }
  update();
}

bool ProofObligations::is_wanted(const Question& asked) const {
  return std::ranges::any_of(asked.enabled, [&](const Edge* check) {
    const Obligation& found = obligation(*check);
    return found.state != State::Verified && !failed_at(found, *asked.node);
  });
}

} // namespace tandem::region
