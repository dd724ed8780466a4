#include "region/ledger.h"

#include "region/live.h"

#include <algorithm>
#include <tuple>

namespace tandem::region {

namespace {

bool is_inside(const Node* inner, const Node& outer) {
  while (inner != nullptr && inner != &outer) inner = inner->parent;
  return inner != nullptr;
}

std::size_t count(const Question& asked) { return static_cast<std::size_t>(std::ranges::count(asked.settled, true)); }

} // namespace

Ledger::Ledger(const Subject& subject, Batching batching)
    : subject_(subject), batching_(batching), entries_(subject.checks().size()),
      position_(subject.program().edges().size()), settled_(subject.program().edges().size(), false) {
  for (std::size_t i = 0; i < subject.checks().size(); ++i)
    position_[subject.checks()[i]->id] = static_cast<std::uint32_t>(i);
  for (const Edge* check : subject.checks()) {
    const bool in_entry = &check->function() == &subject.program().entry();
    const bool no_region =
        is_recursive_call(*check) || subject.is_small(check->function()) || !subject.whole_only().empty();
    if (no_region && !in_entry) entry(*check).state = State::Open;
  }
  update();
}

bool Ledger::is_recursive_call(const Edge& check) const {
  const Components& components = subject_.calls().components();
  return std::ranges::any_of(subject_.calls().callees(check), [&](const Function* callee) {
    return components.component(callee->id()) == components.component(check.function().id());
  });
}

// Where the first question about a check is asked.
void Ledger::start(const Edge& check) {
  Entry& found = entry(check);
  found.state = State::Pending;
  found.at = subject_.tree().innermost(*check.from);
  // Recursive calls in the entry function, and programs without regions: the whole program or nothing.
  if (is_recursive_call(check) || !subject_.whole_only().empty()) found.at = &subject_.tree().root();
  climb(found);
}

// To the next region, from `at` on, where the check has not failed.
void Ledger::climb(Entry& found) {
  while (found.at != nullptr && found.failed_at.contains(found.at->id)) found.at = found.at->parent;
  if (found.at == nullptr) found.state = State::Open;
}

bool Ledger::callees_are_decided(const Edge& check) const {
  if (subject_.is_error_call(check)) return true;
  const Components& components = subject_.calls().components();
  const auto own = components.component(check.function().id());
  return std::ranges::all_of(subject_.calls().callees(check), [&](const Function* callee) {
    const auto component = components.component(callee->id());
    if (component == own) return true;
    return std::ranges::all_of(components.members(component), [&](Graph::Node member) {
      const auto& checks = subject_.checks_in(*subject_.program().functions()[member]);
      return std::ranges::all_of(checks, [&](const Edge* inner) {
        return entry(*inner).state == State::Open || entry(*inner).state == State::Settled;
      });
    });
  });
}

// Lets go on what waited for something that is decided now.
void Ledger::update() {
  const std::vector<bool> live = live_checks(subject_, settled_);
  for (const Edge* check : subject_.checks()) {
    Entry& found = entry(*check);
    if (!live[check->id] && !settled_[check->id]) {
      // Whatever it leads to is settled.
      found.state = State::Settled;
      settled_[check->id] = true;
      ++settled_count_;
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Edge* check : subject_.checks()) {
      if (entry(*check).state != State::Waiting || !callees_are_decided(*check)) continue;
      start(*check);
      changed = true;
    }
  }
  close_root();
}

// What was not proved in the whole program stays so if nothing can be learnt any more.
void Ledger::close_root() {
  const Node& root = subject_.tree().root();
  if (!is_complete(root)) return;
  for (const Edge* check : subject_.checks_in(*root.function)) {
    Entry& found = entry(*check);
    if (found.state == State::Pending && failed_at(found, root)) found.state = State::Open;
  }
}

bool Ledger::failed_at(const Entry& found, const Node& node) const {
  return is_root(node) ? found.failed_whole == settled_count_ : found.failed_at.contains(node.id);
}

// For the whole program, work that began before more was known does not count: it may be much harder.
bool Ledger::is_running_at(const Entry& found, const Node& node) const {
  return std::ranges::any_of(found.running_at, [&](const auto& work) {
    return work.first == node.id && (!is_root(node) || work.second == settled_count_);
  });
}

bool Ledger::is_complete(const Node& node) const {
  return std::ranges::none_of(subject_.checks_in(*node.function),
                              [&](const Edge* check) { return may_still_arrive(node, *check); });
}

bool Ledger::is_proved() const {
  const auto& checks = subject_.checks_in(subject_.program().entry());
  return std::ranges::all_of(checks, [&](const Edge* check) { return is_settled(*check); });
}

bool Ledger::is_finished() const {
  const auto& checks = subject_.checks_in(subject_.program().entry());
  return std::ranges::all_of(checks, [&](const Edge* check) {
    return entry(*check).state == State::Settled || entry(*check).state == State::Open;
  });
}

bool Ledger::may_still_arrive(const Node& node, const Edge& check) const {
  const Entry& found = entry(check);
  if (found.state == State::Waiting) return is_inside(subject_.tree().innermost(*check.from), node);
  return found.state == State::Pending && found.at != &node && is_inside(found.at, node);
}

Question Ledger::question(const Node& node, std::vector<const Edge*> enabled) const {
  return {.node = &node, .enabled = std::move(enabled), .settled = settled_, .facts = {}};
}

std::vector<Question> Ledger::ready() const {
  std::vector<Question> result;
  for (const Node& node : subject_.tree().nodes()) {
    std::vector<const Edge*> here;
    for (const Edge* check : subject_.checks_in(*node.function)) {
      const Entry& found = entry(*check);
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

std::vector<Question> Ledger::ahead() const {
  std::vector<Question> result;
  for (const Node& node : subject_.tree().nodes()) {
    std::vector<const Edge*> here;
    for (const Edge* check : subject_.checks_in(*node.function)) {
      const Entry& found = entry(*check);
      if (found.state == State::Settled || is_running_at(found, node) || failed_at(found, node)) continue;
      const bool is_next =
          found.state == State::Pending && is_running_at(found, *found.at) && found.at->parent == &node;
      if (is_root(node) || is_next) here.push_back(check);
    }
    if (here.empty()) continue;
    result.insert(is_root(node) ? result.begin() : result.end(), question(node, here));
  }
  return result;
}

void Ledger::begin(const Question& asked) {
  for (const Edge* check : asked.enabled) entry(*check).running_at.insert({asked.node->id, count(asked)});
}

void Ledger::end(const Question& asked) {
  for (const Edge* check : asked.enabled) entry(*check).running_at.erase({asked.node->id, count(asked)});
}

void Ledger::prove(const Edge& check, const Node& at) {
  if (settled_[check.id]) return;
  settled_[check.id] = true;
  ++settled_count_;
  entry(check).state = State::Settled;
  proofs_.push_back({&check, &at});
  update();
}

void Ledger::give_up(const Edge& check, const Question& asked) {
  Entry& found = entry(check);
  if (found.state == State::Settled) return;
  if (is_root(*asked.node)) {
    found.failed_whole = count(asked);
  } else {
    found.failed_at.insert(asked.node->id);
    if (found.state == State::Pending) climb(found);
  }
  update();
}

bool Ledger::is_wanted(const Question& asked) const {
  return std::ranges::any_of(asked.enabled, [&](const Edge* check) {
    const Entry& found = entry(*check);
    return found.state != State::Settled && !failed_at(found, *asked.node);
  });
}

} // namespace tandem::region
