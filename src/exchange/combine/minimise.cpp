// The automaton becomes a labelled graph: acceptance and invariant are the colour of a node, an edge with its
// assumption a letter. Large labels are compared as a whole, so a quotient may reveal new equalities; it is repeated
// until no transition is merged or subsumed by one without assumption.

#include "exchange/combine/minimise.h"

#include "exchange/combine/bisimilarity.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/gia_copy.h"

#include <algorithm>
#include <unordered_map>

namespace tandem::exchange::combine {

namespace {

// Labels with at most this many edges are compared edge by edge, larger ones as a whole.
constexpr std::size_t few_edges = 16;

class Minimiser {
public:
  explicit Minimiser(const Gia& gia) : gia_(gia), builder_(gia.header()), copy_(gia, builder_) {}

  Gia run() {
    classes_ = bisimilarity_classes(graph());
    std::vector<StateId> first;
    for (StateId id = 0; id < gia_.states().size(); ++id)
      if (classes_[id] == first.size()) {
        first.push_back(id);
        copy_.state(id);
      }
    builder_.set_initial(classes_[gia_.initial()]);
    for (const StateId id : first) add_transitions(id);
    return std::move(builder_).finish();
  }

  // Whether transitions were merged or dropped, so that more states may have become bisimilar.
  bool has_changed() const { return has_changed_; }

private:
  // Transitions from one state to one class under one assumption.
  struct Bundle {
    std::uint32_t target = 0;
    TextId assumption = Gia::no_text;
    std::vector<LabelId> labels;
    std::vector<EdgeNameId> edges; // of all labels, ordered; none: every edge
  };

  LabelledGraph graph() {
    LabelledGraph graph;
    for (StateId id = 0; id < gia_.states().size(); ++id) {
      const Gia::State& state = gia_.states()[id];
      graph.colours.push_back(number(state.invariant, static_cast<std::uint32_t>(state.accept)));
      graph.first_arc.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
      for (const Gia::Transition& transition : gia_.out(id)) {
        const std::span<const EdgeNameId> edges = gia_.edges(transition.label);
        if (transition.label == Gia::any || edges.size() > few_edges) {
          graph.arcs.push_back({number(transition.assumption, 2 * transition.label + 1), transition.target});
          continue;
        }
        for (const EdgeNameId edge : edges)
          graph.arcs.push_back({number(transition.assumption, 2 * edge), transition.target});
      }
    }
    graph.first_arc.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    return graph;
  }

  std::uint32_t number(std::uint32_t first, std::uint32_t second) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.try_emplace(std::uint64_t{first} << 32 | second, next).first->second;
  }

  void add_transitions(StateId id) {
    for (const Bundle& bundle : bundled(id)) {
      const LabelId label = bundle.edges.empty()        ? Gia::any
                            : bundle.labels.size() == 1 ? copy_.label(bundle.labels[0])
                                                        : builder_.label(new_names(bundle.edges));
      builder_.add_transition(classes_[id], label, bundle.target, copy_.text(bundle.assumption));
    }
  }

  // In the order of their first transitions, without those that are subsumed.
  std::vector<Bundle> bundled(StateId id) {
    const std::span<const Gia::Transition> out = gia_.out(id);
    keys_.clear();
    for (std::uint32_t i = 0; i < out.size(); ++i)
      keys_.push_back({std::uint64_t{classes_[out[i].target]} << 32 | out[i].assumption, i});
    std::ranges::sort(keys_);
    std::vector<std::pair<std::uint32_t, Bundle>> bundles; // with their first transitions
    Bundle free{.target = UINT32_MAX};                     // the one without assumption comes first for each target
    for (std::size_t i = 0; i < keys_.size();) {
      const auto [key, first] = keys_[i];
      Bundle bundle{.target = classes_[out[first].target], .assumption = out[first].assumption};
      for (; i < keys_.size() && keys_[i].first == key; ++i) bundle.labels.push_back(out[keys_[i].second].label);
      collect_edges(bundle);
      // Labels that were compared as a whole, or beside *, may now be equal to other labels.
      has_changed_ |= bundle.labels.size() > 1 && (bundle.edges.empty() || bundle.edges.size() > few_edges);
      if (bundle.assumption == Gia::no_text) {
        free = bundle;
      } else if (contains(free, bundle)) {
        has_changed_ = true;
        continue;
      }
      bundles.emplace_back(first, std::move(bundle));
    }
    std::ranges::sort(bundles, {}, &std::pair<std::uint32_t, Bundle>::first);
    std::vector<Bundle> result;
    for (auto& [first, bundle] : bundles) result.push_back(std::move(bundle));
    return result;
  }

  void collect_edges(Bundle& bundle) const {
    std::ranges::sort(bundle.labels);
    bundle.labels.erase(std::unique(bundle.labels.begin(), bundle.labels.end()), bundle.labels.end());
    if (bundle.labels.front() == Gia::any) return;
    for (const LabelId label : bundle.labels)
      bundle.edges.insert(bundle.edges.end(), gia_.edges(label).begin(), gia_.edges(label).end());
    std::ranges::sort(bundle.edges);
    bundle.edges.erase(std::unique(bundle.edges.begin(), bundle.edges.end()), bundle.edges.end());
  }

  // Whether the bundle without an assumption has every edge of the other one.
  static bool contains(const Bundle& free, const Bundle& bound) {
    if (free.target != bound.target) return false;
    return free.edges.empty() || (!bound.edges.empty() && std::ranges::includes(free.edges, bound.edges));
  }

  std::vector<EdgeNameId> new_names(const std::vector<EdgeNameId>& edges) {
    std::vector<EdgeNameId> result;
    for (const EdgeNameId edge : edges) result.push_back(builder_.edge_name(gia_.edge_name(edge)));
    return result;
  }

  const Gia& gia_;
  GiaBuilder builder_;
  GiaCopy copy_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_; // of pairs: colours, letters
  std::vector<std::uint32_t> classes_;                       // by StateId
  bool has_changed_ = false;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_; // of the transitions being bundled
};

} // namespace

Gia minimised(const Gia& gia) {
  Gia result = trimmed(gia);
  for (bool again = true; again;) {
    Minimiser minimiser(result);
    Gia less = minimiser.run();
    again = minimiser.has_changed();
    result = std::move(less);
  }
  return result;
}

} // namespace tandem::exchange::combine
