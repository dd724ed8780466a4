// The generalized information exchange automaton (GIA): what is known about the paths of a program, independent of the
// actor that found it out. "Exchanging Information in Cooperative Software Validation" (SoSyM 2024), definitions 2
// to 4.
//
// A path is the sequence of edges an execution takes, across functions: the edge of a call, the edges of the callee,
// its Return edge, then the caller's next edge; a call of a function without a body is one edge. A run reads a prefix
// of that sequence. An assumption holds after its edge, an invariant whenever its state is entered; both are C
// expressions in the scope of the location reached then (after a call: the callee's entry; after a Return edge: the
// callee's exit). A path is X-covered if some run on a prefix of it ends in a state that accepts X, so that no
// transitions are needed after an accepting state: states that accept ut or rt have none, and the loop on * that the
// paper requires at each candidate is implied.
//
// The automaton itself knows edges by their names and expressions by their text; run_gia.h binds it to a Program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::exchange {

enum class Accept : std::uint8_t {
  Nothing,
  Unreachable, // ut: no target on any path from here
  Reached,     // rt: a target is reached
  Candidate,   // cand: to be examined
};

// The program that an automaton is about, and its producer.
struct GiaHeader {
  struct File {
    std::string path;
    std::string sha256;
    bool operator==(const File&) const = default;
  };
  std::vector<File> files;
  std::string data_model; // "ILP32", "LP64"
  std::string property;   // as in a property file; empty for the default property
  std::string producer;
};

using StateId = std::uint32_t;
using EdgeNameId = std::uint32_t;
using LabelId = std::uint32_t; // a set of edges
using TextId = std::uint32_t;  // an expression

class Gia {
public:
  static constexpr LabelId any = 0;    // *: every edge
  static constexpr TextId no_text = 0; // true

  struct State {
    std::string name;
    Accept accept = Accept::Nothing;
    TextId invariant = no_text;
  };
  struct Transition {
    StateId source = 0;
    LabelId label = any;
    TextId assumption = no_text;
    StateId target = 0;
    auto operator<=>(const Transition&) const = default;
  };

  const GiaHeader& header() const { return header_; }
  StateId initial() const { return initial_; }
  const std::vector<State>& states() const { return states_; }
  // Ordered by source; those of one source in the order in which they were added.
  const std::vector<Transition>& transitions() const { return transitions_; }
  std::span<const Transition> out(StateId state) const {
    return std::span(transitions_).subspan(first_out_[state], first_out_[state + 1] - first_out_[state]);
  }

  // The names in a label, ordered by id; empty for `any`.
  std::span<const EdgeNameId> edges(LabelId label) const { return labels_[label]; }
  std::size_t label_count() const { return labels_.size(); }
  const std::string& edge_name(EdgeNameId id) const { return edge_names_[id]; }
  std::size_t edge_name_count() const { return edge_names_.size(); }
  const std::string& text(TextId id) const { return texts_[id]; }
  std::size_t text_count() const { return texts_.size(); }

private:
  friend class GiaBuilder;
  GiaHeader header_;
  StateId initial_ = 0;
  std::vector<State> states_;
  std::vector<Transition> transitions_;
  std::vector<std::uint32_t> first_out_;
  std::vector<std::vector<EdgeNameId>> labels_;
  std::vector<std::string> edge_names_;
  std::vector<std::string> texts_;
};

class GiaBuilder {
public:
  explicit GiaBuilder(GiaHeader header);

  // Names must be unique; without one the state is called q0, q1 … by its number. The first state is the initial one
  // unless set_initial is called.
  StateId add_state(Accept accept, std::string name = "", TextId invariant = Gia::no_text);
  void set_initial(StateId state) { gia_.initial_ = state; }

  EdgeNameId edge_name(std::string_view name);
  LabelId label(std::string_view edge) { return label(std::vector{edge_name(edge)}); }
  LabelId label(std::vector<EdgeNameId> edges); // at least one
  TextId text(std::string_view expression);     // "" and "1" are no_text

  // Not from a state that accepts ut or rt.
  void add_transition(StateId source, LabelId label, StateId target, TextId assumption = Gia::no_text);

  Gia finish() &&;

private:
  struct LabelHash {
    std::size_t operator()(const std::vector<EdgeNameId>& edges) const;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using Index = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;
  static std::uint32_t intern(Index& index, std::vector<std::string>& store, std::string_view text);

  Gia gia_;
  std::unordered_map<std::vector<EdgeNameId>, LabelId, LabelHash> label_index_;
  Index edge_index_, text_index_;
};

} // namespace tandem::exchange
