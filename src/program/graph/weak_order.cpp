// Components of the whole function first; the head of each is removed and the rest arranged in the same way, so that
// recursion is as deep as loops nest. The order of the depth-first search is chosen such that the true branch of a
// condition comes before the false one, as in the program text.

#include "program/graph/weak_order.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::graph {

namespace {

// Tarjan's algorithm on the subgraph induced by `members`, iterative; components are reported in topological order.
class Components {
public:
  using Group = std::vector<const Location*>;

  Components(const std::vector<const Location*>& members, std::uint32_t first_id, std::size_t size)
      : first_id_(first_id), number_(size, absent) {
    for (const Location* member : members) number_[index(*member)] = unseen;
    low_.resize(size, 0);
    for (const Location* member : members)
      if (number_[index(*member)] == unseen) search(*member);
    std::reverse(groups_.begin(), groups_.end());
  }

  std::vector<Group>& groups() { return groups_; }

private:
  static constexpr std::uint32_t absent = ~0u, unseen = ~0u - 1, finished = ~0u - 2;

  struct Frame {
    const Location* location;
    std::size_t next_edge;
  };

  std::size_t index(const Location& location) const { return location.id - first_id_; }

  void enter(const Location& location) {
    number_[index(location)] = low_[index(location)] = counter_++;
    open_.push_back(&location);
    stack_.push_back({&location, 0});
  }

  void search(const Location& start) {
    enter(start);
    while (!stack_.empty()) {
      const Location& at = *stack_.back().location;
      if (stack_.back().next_edge == at.out.size()) {
        leave(at);
        continue;
      }
      // The false branch first: reversed, the true branch then comes first, as in the program text.
      const std::size_t edge = at.out.size() - 1 - stack_.back().next_edge++;
      const Location& to = *at.out[edge]->to;
      const std::uint32_t number = number_[index(to)];
      if (number == unseen)
        enter(to);
      else if (number < finished)
        low_[index(at)] = std::min(low_[index(at)], number);
    }
  }

  void leave(const Location& at) {
    stack_.pop_back();
    if (!stack_.empty()) {
      std::uint32_t& below = low_[index(*stack_.back().location)];
      below = std::min(below, low_[index(at)]);
    }
    if (low_[index(at)] != number_[index(at)]) return;
    Group group;
    const Location* member = nullptr;
    do {
      member = open_.back();
      open_.pop_back();
      number_[index(*member)] = finished;
      group.push_back(member);
    } while (member != &at);
    groups_.push_back(std::move(group));
  }

  std::uint32_t first_id_;
  std::uint32_t counter_ = 0;
  std::vector<std::uint32_t> number_, low_;
  std::vector<const Location*> open_;
  std::vector<Frame> stack_;
  std::vector<Group> groups_;
};

bool has_self_loop(const Location& location) {
  return std::any_of(location.out.begin(), location.out.end(), [&](const Edge* edge) { return edge->to == &location; });
}

} // namespace

WeakOrder::WeakOrder(const Function& function) {
  require(function.has_body(), "only functions with a body should be ordered");
  const auto& locations = function.locations();
  // Ids are dense within the program, in reverse post-order within a function.
  first_id_ = locations.front()->id;
  position_.resize(locations.size());
  component_.resize(locations.size(), -1);
  arrange(locations, -1);
}

void WeakOrder::arrange(const std::vector<const Location*>& members, std::int32_t parent) {
  Components components(members, first_id_, position_.size());
  for (Components::Group& group : components.groups()) {
    const bool is_cycle = group.size() > 1 || has_self_loop(*group.front());
    const auto by_id = [](const Location* a, const Location* b) { return a->id < b->id; };
    std::sort(group.begin(), group.end(), by_id);
    const Location& head = *group.front();
    std::int32_t mine = parent;
    if (is_cycle) {
      mine = static_cast<std::int32_t>(components_.size());
      const std::uint32_t depth = parent < 0 ? 1 : components_[static_cast<std::size_t>(parent)].depth + 1;
      components_.push_back({&head, parent, static_cast<std::uint32_t>(order_.size()), 0, depth});
    }
    position_[index(head)] = static_cast<std::uint32_t>(order_.size());
    component_[index(head)] = mine;
    order_.push_back(&head);
    if (!is_cycle) continue;
    group.erase(group.begin());
    arrange(group, mine);
    components_[static_cast<std::size_t>(mine)].last = static_cast<std::uint32_t>(order_.size()) - 1;
  }
}

std::int32_t WeakOrder::headed_component(const Location& location) const {
  const std::int32_t innermost = component(location);
  return innermost >= 0 && components_[static_cast<std::size_t>(innermost)].head == &location ? innermost : -1;
}

} // namespace tandem::graph
