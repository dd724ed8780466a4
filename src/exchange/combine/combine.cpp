// A state of the result represents runs of the inputs on the same edges under the same conditions: a set of states, at
// most a few of each input. The paper's Merge distinguishes five cases for a pair of transitions on one edge. In terms
// of sets:
//
//   line 1   same conditions (assumption, and invariant of the state reached): one transition into a set of both
//   line 17  different conditions: two transitions, the runs separate (the paper's mark •)
//   line 9, 13   one may still be decided (ut or rt), the other only becomes a candidate: as above, and a decided
//            state absorbs the candidate
//   line 5   both only become candidates, one under conditions: the paper drops the other one
//
// The invariants that lines 1, 5, 9 and 13 compare must be those of the states reached, whatever the indices in the
// paper: otherwise a run of the second automaton would get the invariant of the first, and theorem 2 would fail. We
// differ on candidates: the paper drops those of line 5, those beside a decided run, and (by its mark ◦) those on edges
// that the other automaton does not have, even if that one is empty. A residual program restricted to the candidates
// would then lack paths that no actor has examined. Here, a candidate is dropped only if its path is decided.
//
// Since runs under different conditions are never joined, the result is exact whether or not sets are formed; if there
// were many more sets than states, no further ones are formed.

#include "exchange/combine/combine.h"

#include "base/core/input_error.h"
#include "exchange/combine/contradiction.h"
#include "exchange/combine/minimise.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/name_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace tandem::exchange::combine {

namespace {

// Labels with at most this many edges are compared edge by edge.
constexpr std::size_t few_edges = 16;
constexpr std::size_t longest_name = 60;

// A state of an input, by its number among those of all inputs.
using Member = std::uint32_t;
using Members = std::vector<Member>; // ordered

struct MembersHash {
  std::size_t operator()(const Members& members) const {
    std::size_t hash = members.size();
    for (const Member member : members) hash = (hash ^ member) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
  }
};

class Combiner {
public:
  Combiner(std::span<const CombineInput> inputs, GiaHeader header, bool are_consistent)
      : builder_(std::move(header)), are_consistent_(are_consistent) {
    std::size_t count = 0;
    for (const CombineInput& input : inputs) {
      inputs_.push_back(input.gia);
      first_.push_back(static_cast<Member>(count));
      copies_.emplace_back(*input.gia, builder_);
      const std::vector<FutureAcceptance> future = future_acceptance(*input.gia);
      future_.insert(future_.end(), future.begin(), future.end());
      count += input.gia->states().size();
    }
    single_.assign(count, none);
    most_sets_ = 2 * count + 1000;
  }

  Gia run() {
    Members start;
    for (std::size_t i = 0; i < inputs_.size(); ++i) start.push_back(first_[i] + inputs_[i]->initial());
    enter(start);
    for (StateId at = 0; at < members_.size(); ++at) {
      if (members_[at].size() == 1)
        expand_single(at);
      else
        expand_set(at);
    }
    return std::move(builder_).finish();
  }

private:
  static constexpr StateId none = UINT32_MAX;

  // The edge of a transition (even), or a label that is compared as a whole (odd); then the conditions.
  struct MemberTransition {
    std::uint32_t atom = 0;
    TextId assumption = Gia::no_text, invariant = Gia::no_text;
    Member target = 0;
    auto operator<=>(const MemberTransition&) const = default;
    auto letter() const { return std::tie(atom, assumption, invariant); }
  };

  std::size_t input_of(Member member) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_, member) - first_.begin()) - 1;
  }
  const Gia::State& state(Member member) const {
    const std::size_t input = input_of(member);
    return inputs_[input]->states()[member - first_[input]];
  }
  std::span<const Gia::Transition> out(Member member) const {
    const std::size_t input = input_of(member);
    return inputs_[input]->out(member - first_[input]);
  }

  // The states of the result for runs in these states: a common one, or one for each.
  std::vector<StateId> enter(Members members) {
    std::ranges::sort(members);
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const Member member : members) {
      const Accept accept = state(member).accept;
      if (accept == Accept::Unreachable || accept == Accept::Reached) return {enter_decided(member, members)};
    }
    if (members.size() == 1) return {enter_single(members[0])};
    if (const auto found = sets_.find(members); found != sets_.end()) return {found->second};
    if (sets_.size() < most_sets_) {
      const StateId made = add_state(members);
      sets_.emplace(std::move(members), made);
      return {made};
    }
    std::vector<StateId> result;
    for (const Member member : members) result.push_back(enter_single(member));
    return result;
  }

  StateId enter_single(Member member) {
    if (single_[member] == none) single_[member] = add_state({member});
    return single_[member];
  }

  StateId enter_decided(Member member, const Members& members) {
    // If the inputs are consistent, no path of the program goes on to the opposite; what other members would accept
    // after this edge does not matter.
    for (const Member other : members)
      if (!are_consistent_ && (state(member).accept == Accept::Unreachable ? future_[other].rt : future_[other].ut))
        throw InputError(fmt::format("the automata contradict each other: state {} is final where {} leads to the "
                                     "opposite",
                                     state(member).name, state(other).name));
    const std::pair key(state(member).accept, invariant(member));
    const auto [found, is_new] = decided_.try_emplace(key, none);
    if (is_new) {
      found->second = add_state({member});
      members_.back().clear();
    }
    return found->second;
  }

  TextId invariant(Member member) { return copies_[input_of(member)].text(state(member).invariant); }

  // All members have the same invariant, which is part of the letter that leads here.
  StateId add_state(const Members& members) {
    bool is_candidate = false;
    std::vector<std::string_view> parts;
    for (const Member member : members) {
      is_candidate |= state(member).accept == Accept::Candidate;
      parts.push_back(state(member).name);
    }
    const Accept accept = members.size() == 1 ? state(members[0]).accept
                          : is_candidate      ? Accept::Candidate
                                              : Accept::Nothing;
    members_.push_back(members);
    return builder_.add_state(accept, new_name(parts, members[0]), invariant(members[0]));
  }

  std::string new_name(const std::vector<std::string_view>& parts, Member member) {
    std::string name = parts.size() == 1 ? std::string(parts[0]) : fmt::format("({})", fmt::join(parts, ","));
    if (name.size() > longest_name) name = fmt::format("set{}", members_.size());
    if (names_.find(name)) name += fmt::format(".{}", input_of(member) + 1);
    while (names_.find(name)) name += "'";
    names_.add(name);
    return name;
  }

  void expand_single(StateId at) {
    const Member member = members_[at][0];
    const std::size_t input = input_of(member);
    for (const Gia::Transition& transition : out(member)) {
      const StateId target = enter({first_[input] + transition.target}).front();
      builder_.add_transition(at, copies_[input].label(transition.label), target,
                              copies_[input].text(transition.assumption));
    }
  }

  void expand_set(StateId at) {
    collect_steps(members_[at]);
    // Edges with the same targets and conditions are put into one label again.
    std::map<std::pair<std::vector<StateId>, TextId>, std::vector<std::uint32_t>> bundles;
    for (std::size_t i = 0; i < steps_.size();) {
      const std::size_t begin = i;
      Members targets;
      for (; i < steps_.size() && steps_[i].letter() == steps_[begin].letter(); ++i)
        targets.push_back(steps_[i].target);
      bundles[{enter(std::move(targets)), steps_[begin].assumption}].push_back(steps_[begin].atom);
    }
    for (const auto& [where, atoms] : bundles) {
      std::vector<EdgeNameId> edges;
      std::vector<LabelId> labels;
      for (const std::uint32_t atom : atoms) {
        if (atom % 2 == 0)
          edges.push_back(atom / 2);
        else
          labels.push_back(atom / 2);
      }
      if (!edges.empty()) labels.push_back(builder_.label(std::move(edges)));
      for (const LabelId label : labels)
        for (const StateId target : where.first) builder_.add_transition(at, label, target, where.second);
    }
  }

  void collect_steps(const Members& members) {
    steps_.clear();
    for (const Member member : members) {
      const std::size_t input = input_of(member);
      GiaCopy& copy = copies_[input];
      for (const Gia::Transition& transition : out(member)) {
        const Member target = first_[input] + transition.target;
        MemberTransition step{0, copy.text(transition.assumption), invariant(target), target};
        const std::span<const EdgeNameId> edges = inputs_[input]->edges(transition.label);
        if (transition.label == Gia::any || edges.size() > few_edges) {
          step.atom = 2 * copy.label(transition.label) + 1;
          steps_.push_back(step);
          continue;
        }
        for (const EdgeNameId edge : edges) {
          step.atom = 2 * builder_.edge_name(inputs_[input]->edge_name(edge));
          steps_.push_back(step);
        }
      }
    }
    std::ranges::sort(steps_);
  }

  GiaBuilder builder_;
  bool are_consistent_ = false;
  std::vector<const Gia*> inputs_;
  std::vector<Member> first_; // by input
  std::vector<GiaCopy> copies_;
  std::vector<FutureAcceptance> future_; // by Member
  std::vector<Members> members_;         // by StateId; empty: decided
  std::vector<StateId> single_;          // by Member
  std::unordered_map<Members, StateId, MembersHash> sets_;
  std::size_t most_sets_ = 0;
  std::map<std::pair<Accept, TextId>, StateId> decided_; // by what it accepts and its invariant
  NameTable names_;
  std::vector<MemberTransition> steps_; // of the set being expanded
};

// By content: moved files are the same files.
std::set<std::string> contents(const GiaHeader& header) {
  std::set<std::string> result;
  for (const GiaHeader::File& file : header.files) result.insert(file.sha256);
  return result;
}

GiaHeader combined_header(std::span<const CombineInput> inputs) {
  check_same_program_and_property(inputs);
  GiaHeader header = inputs[0].gia->header();
  std::set<std::string> producers;
  for (const CombineInput& input : inputs) {
    const GiaHeader& other = input.gia->header();
    if (input.gia->states()[input.gia->initial()].invariant != Gia::no_text)
      throw InputError(fmt::format("{}: the initial state has an invariant; it has to hold always", input.name));
    // Earlier combinations join their producers with a +.
    for (std::size_t begin = 0; begin <= other.producer.size();) {
      const std::size_t end = std::min(other.producer.find(" + ", begin), other.producer.size());
      if (end > begin) producers.insert(other.producer.substr(begin, end - begin));
      begin = end + 3;
    }
  }
  header.producer = fmt::format("{}", fmt::join(producers, " + "));
  return header;
}

// Returns whether the search was complete.
bool refuse_contradiction(const CombineInput& first, const CombineInput& second, const Program* program) {
  const auto [found, is_complete] = find_contradiction(*first.gia, *second.gia, program);
  if (!found) return is_complete;
  const auto says = [](Accept accept) {
    return accept == Accept::Unreachable ? "says that no target is reached" : "says that one is";
  };
  const CombineInput& ut = found->first == Accept::Unreachable ? first : second;
  const CombineInput& rt = found->first == Accept::Unreachable ? second : first;
  if (first.gia == second.gia)
    throw InputError(fmt::format("{} contradicts itself: for paths that begin with {} it {} and {}", first.name,
                                 found->text(), says(Accept::Unreachable), says(Accept::Reached)));
  throw InputError(fmt::format("{} and {} contradict each other on paths that begin with {}: {} {}, {} {}", first.name,
                               second.name, found->text(), ut.name, says(Accept::Unreachable), rt.name,
                               says(Accept::Reached)));
}

} // namespace

void check_same_program_and_property(std::span<const CombineInput> inputs) {
  for (const CombineInput& input : inputs) {
    const GiaHeader &header = inputs[0].gia->header(), &other = input.gia->header();
    const char* difference = contents(other) != contents(header)     ? "programs"
                             : other.data_model != header.data_model ? "data models"
                             : other.property != header.property     ? "properties"
                                                                     : nullptr;
    if (difference != nullptr)
      throw InputError(fmt::format("{} and {} are about different {}; only automata about the same go together",
                                   inputs[0].name, input.name, difference));
  }
}

bool refuse_contradictions(std::span<const CombineInput> inputs, const Program* program) {
  bool is_complete = true;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    for (std::size_t j = i; j < inputs.size(); ++j) is_complete &= refuse_contradiction(inputs[i], inputs[j], program);
  return is_complete;
}

Gia combined(std::span<const CombineInput> inputs, const Program* program) {
  if (inputs.empty()) throw InputError("there is nothing to combine; give at least one automaton");
  GiaHeader header = combined_header(inputs);
  const bool are_consistent = refuse_contradictions(inputs, program);
  if (inputs.size() == 1) return minimised(*inputs[0].gia);
  std::vector<Gia> useful;
  std::vector<CombineInput> parts;
  for (const CombineInput& input : inputs) useful.push_back(trimmed(*input.gia));
  for (const Gia& gia : useful) parts.push_back({&gia, {}});
  return minimised(Combiner(parts, std::move(header), are_consistent).run());
}

} // namespace tandem::exchange::combine
