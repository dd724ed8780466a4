// Subset construction on demand. An item of a set is a state with the (at most two) conditions under which it is
// reached; asking for the condition with the smallest number first makes the order of branches canonical. Sets are
// interned, and at most six different conditions are kept in one set, since each may double the number of cases.

#include "transform/reduce/state_sets.h"

#include "base/core/require.h"
#include "program/graph/graph.h"

#include <algorithm>
#include <tuple>

namespace tandem::transform::reduce {

namespace {

// n conditions make up to 2^n cases after one edge.
constexpr std::size_t most_conditions = 6;

std::uint32_t number(const Expr* condition) { return condition == nullptr ? 0 : condition->id() + 1; }

std::optional<bool> constant_truth(const Expr& condition) {
  if (condition.kind() != ExprKind::Integer) return std::nullopt;
  return condition.bits() != 0;
}

} // namespace

std::size_t StateSets::ItemsHash::operator()(const Items& items) const {
  std::size_t hash = items.size();
  for (const Item& item : items)
    for (const std::uint32_t part : {item.state, number(item.first), number(item.second)})
      hash = (hash ^ part) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return hash;
}

StateSets::StateSets(exchange::RunGia& gia, SetGoals goals) : gia_(&gia), goals_(goals) {
  marker_ = static_cast<exchange::StateId>(gia.gia().states().size());
  find_useful(gia.gia());
  for (const Items& items : {Items(), Items{{.state = marker_ + 1}}, Items{{.state = marker_}}}) {
    index_.emplace(items, static_cast<SetId>(sets_.size()));
    sets_.push_back(items);
  }
  initial_ = intern({{.state = gia.initial()}});
}

void StateSets::find_useful(const exchange::Gia& gia) {
  const std::size_t count = gia.states().size();
  is_useful_.assign(count + 1, false);
  is_useful_[marker_] = true;
  std::vector<graph::Graph::Arc> arcs;
  arcs.reserve(gia.transitions().size());
  for (const exchange::Gia::Transition& transition : gia.transitions())
    arcs.emplace_back(transition.target, transition.source);
  const graph::Graph backwards(count, arcs);
  std::vector<exchange::StateId> work;
  const auto add = [&](exchange::StateId state) {
    if (is_useful_[state]) return;
    is_useful_[state] = true;
    work.push_back(state);
  };
  for (exchange::StateId state = 0; state < count; ++state)
    if (matters(gia.states()[state].accept)) add(state);
  while (!work.empty()) {
    const exchange::StateId state = work.back();
    work.pop_back();
    for (const exchange::StateId before : backwards.successors(state)) add(before);
  }
}

// A run that is no longer followed cannot remove anything; it may have passed the goal.
void StateSets::leave_out(Items& items) {
  ++left_out_;
  if (goals_.keep) items.push_back({.state = marker_});
}

void StateSets::add_step(Items& items, const exchange::RunGia::BoundTransition& step, const Location& location) {
  if (!is_useful_[step.target]) return;
  Item item{.state = step.target};
  for (const Expr* condition : {step.assumption, step.invariant}) {
    if (condition == nullptr) continue;
    if (const std::optional<bool> truth = constant_truth(*condition)) {
      if (!*truth) return;
      continue;
    }
    if (!safe_evaluation_.is_safely_evaluable(*condition, location)) return leave_out(items);
    (item.first == nullptr ? item.first : item.second) = condition;
  }
  if (item.first == item.second) item.second = nullptr;
  if (item.second != nullptr && number(item.second) < number(item.first)) std::swap(item.first, item.second);
  items.push_back(item);
}

// A Return edge changes no variable, so its conditions can be evaluated before it, where the callee's locals exist.
SetId StateSets::after(SetId set, const Edge& edge) {
  require(set != covered, "a covered path should have ended before");
  const Location& location = edge.op.kind == OpKind::Return ? *edge.from : exchange::location_after(edge);
  Items items;
  for (std::size_t i = 0; i < sets_[set].size(); ++i) {
    const exchange::StateId state = sets_[set][i].state;
    require(sets_[set][i].is_decided(), "a set should be decided before its path continues");
    if (state == marker_)
      items.push_back({.state = marker_});
    else
      for (const exchange::RunGia::BoundTransition& step : gia_->transitions(state, edge))
        add_step(items, step, location);
  }
  return intern(std::move(items));
}

void StateSets::limit_conditions(Items& items) {
  std::vector<std::uint32_t> numbers;
  for (const Item& item : items)
    for (const Expr* condition : {item.first, item.second})
      if (condition != nullptr) numbers.push_back(number(condition));
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (numbers.size() <= most_conditions) return;
  const std::uint32_t last = numbers[most_conditions - 1];
  const std::size_t erased = std::erase_if(
      items, [last](const Item& item) { return number(item.first) > last || number(item.second) > last; });
  for (std::size_t i = 0; i < erased; ++i) leave_out(items);
}

SetId StateSets::intern(Items items) {
  std::erase_if(items, [this](const Item& item) { return !is_useful_[item.state]; });
  limit_conditions(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_decided() || items[i].state == marker_) continue;
    const exchange::Accept accept = gia_->accept(items[i].state);
    if (accept == goals_.remove) return covered;
    if (accept == goals_.keep && items[i].state != marker_) items.push_back({.state = marker_});
  }
  const auto key = [](const Item& item) { return std::tuple(item.state, number(item.first), number(item.second)); };
  std::ranges::sort(items, {}, key);
  // An item without conditions, which sorts first, subsumes all others of its state.
  Items unique;
  for (const Item& item : items)
    if (unique.empty() || (unique.back() != item && !(unique.back().state == item.state && unique.back().is_decided())))
      unique.push_back(item);
  // If nothing is removed, the fate of a path that has passed the goal is decided.
  if (!goals_.remove && std::ranges::find(unique, Item{.state = marker_}) != unique.end()) return found;
  const auto [place, is_new] = index_.try_emplace(std::move(unique), static_cast<SetId>(sets_.size()));
  if (is_new) sets_.push_back(place->first);
  return place->second;
}

StateSets::Decision StateSets::decision(SetId set) {
  const Expr* condition = nullptr;
  for (const Item& item : sets_[set])
    for (const Expr* asked : {item.first, item.second})
      if (asked != nullptr && (condition == nullptr || number(asked) < number(condition))) condition = asked;
  if (condition == nullptr) return {};
  if (set >= decisions_.size()) decisions_.resize(set + 1);
  if (decisions_[set].condition != nullptr) return decisions_[set];
  Items yes, no;
  for (const Item& item : sets_[set]) {
    if (item.first != condition && item.second != condition) {
      no.push_back(item);
      yes.push_back(item);
      continue;
    }
    yes.push_back({.state = item.state, .first = item.first == condition ? item.second : item.first});
  }
  const Decision made{condition, intern(std::move(yes)), intern(std::move(no))};
  decisions_[set] = made;
  return made;
}

bool StateSets::is_found(SetId set) const {
  return std::ranges::find(sets_[set], Item{.state = marker_}) != sets_[set].end();
}

} // namespace tandem::transform::reduce
