// The product of both automata. A path is ut for an automaton from the first accepting state of a run on, so a run of
// the product goes on with one of the two alone where the other one has accepted. An invariant is a condition under
// which its state is entered, and becomes one of the transition: what the claims say of states need not hold outside of
// the part.

#include "exchange/combine/restrict.h"

#include "exchange/combine/minimise.h"
#include "exchange/combine/trim.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tandem::exchange::combine {
namespace {

class Product {
public:
  Product(const Gia& claims, const Gia& part) : claims_(claims), part_(part), builder_(claims.header()) {
    std::unordered_map<std::string_view, EdgeNameId> names;
    for (EdgeNameId id = 0; id < part.edge_name_count(); ++id) names.emplace(part.edge_name(id), id);
    for (EdgeNameId id = 0; id < claims.edge_name_count(); ++id) {
      const auto found = names.find(claims.edge_name(id));
      in_part_.push_back(found == names.end() ? std::nullopt : std::optional(found->second));
    }
  }

  Gia make() {
    state({claims_.initial(), part_.initial()});
    while (!open_.empty()) {
      const Pair at = open_.back();
      open_.pop_back();
      expand(at);
    }
    return minimised(accepting_part(std::move(builder_).finish()));
  }

private:
  using Pair = std::pair<StateId, StateId>;

  static bool is_ut(const Gia& gia, StateId id) { return gia.states()[id].accept == Accept::Unreachable; }

  StateId state(const Pair& pair) {
    const auto [found, is_new] = states_.try_emplace(pair, 0);
    if (!is_new) return found->second;
    const bool is_accepting = is_ut(claims_, pair.first) && is_ut(part_, pair.second);
    found->second = builder_.add_state(is_accepting ? Accept::Unreachable : Accept::Nothing);
    if (!is_accepting) open_.push_back(pair);
    return found->second;
  }

  void expand(const Pair& at) {
    const auto& [claim, inside] = at;
    const StateId source = states_.at(at);
    if (is_ut(claims_, claim)) {
      for (const auto& step : part_.out(inside))
        add(source, own_label(part_, step.label), {claim, step.target}, condition(part_, step));
      return;
    }
    if (is_ut(part_, inside)) {
      for (const auto& step : claims_.out(claim))
        add(source, own_label(claims_, step.label), {step.target, inside}, condition(claims_, step));
      return;
    }
    for (const auto& first : claims_.out(claim))
      for (const auto& second : part_.out(inside))
        add(source, common_label(first.label, second.label), {first.target, second.target},
            conjunction(condition(claims_, first), condition(part_, second)));
  }

  void add(StateId source, std::optional<LabelId> label, const Pair& target, const std::string& condition) {
    if (label) builder_.add_transition(source, *label, state(target), builder_.text(condition));
  }

  static std::string conjunction(const std::string& first, const std::string& second) {
    if (first.empty()) return second;
    if (second.empty() || first == second) return first;
    return fmt::format("({}) && ({})", first, second);
  }

  static std::string condition(const Gia& gia, const Gia::Transition& step) {
    return conjunction(gia.text(step.assumption), gia.text(gia.states()[step.target].invariant));
  }

  std::optional<LabelId> own_label(const Gia& gia, LabelId label) {
    if (label == Gia::any) return Gia::any;
    const auto [found, is_new] = own_labels_.try_emplace({&gia, label}, Gia::any);
    if (is_new) {
      std::vector<EdgeNameId> edges;
      for (const EdgeNameId edge : gia.edges(label)) edges.push_back(builder_.edge_name(gia.edge_name(edge)));
      found->second = builder_.label(std::move(edges));
    }
    return found->second;
  }

  std::optional<LabelId> common_label(LabelId first, LabelId second) {
    if (second == Gia::any) return own_label(claims_, first);
    if (first == Gia::any) return own_label(part_, second);
    const auto [found, is_new] = common_labels_.try_emplace({first, second}, std::nullopt);
    if (is_new) {
      const std::vector<bool>& wanted = members(second);
      std::vector<EdgeNameId> edges;
      for (const EdgeNameId edge : claims_.edges(first))
        if (in_part_[edge] && wanted[*in_part_[edge]]) edges.push_back(builder_.edge_name(claims_.edge_name(edge)));
      if (!edges.empty()) found->second = builder_.label(std::move(edges));
    }
    return found->second;
  }

  const std::vector<bool>& members(LabelId label) {
    std::vector<bool>& result = members_[label];
    if (result.empty()) {
      result.resize(part_.edge_name_count());
      for (const EdgeNameId edge : part_.edges(label)) result[edge] = true;
    }
    return result;
  }

  const Gia& claims_;
  const Gia& part_;
  GiaBuilder builder_;
  std::vector<std::optional<EdgeNameId>> in_part_; // by an edge's number in the claims
  std::map<Pair, StateId> states_;
  std::vector<Pair> open_;
  std::map<std::pair<const Gia*, LabelId>, LabelId> own_labels_;
  std::map<std::pair<LabelId, LabelId>, std::optional<LabelId>> common_labels_;
  std::map<LabelId, std::vector<bool>> members_; // of the part's labels
};

} // namespace

Gia restricted(const Gia& claims, const Gia& part) { return Product(claims, part).make(); }

} // namespace tandem::exchange::combine
