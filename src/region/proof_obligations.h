// Who has been asked what: the state of each check while a program is gambled on. No verifier is run here.
//
// A check starts in the innermost region around it and climbs when it is not proved there. At the top of its function
// it is open: the calls of the function, checks themselves, have to show that it is never violated from there. They
// wait until all checks they lead to are decided; if all of those are settled, so are they. The entry function's own
// region is the whole program, where the last word is spoken.
#pragma once

#include "region/extract.h"

#include <optional>
#include <set>
#include <vector>

namespace tandem::region {

enum class Batching : std::uint8_t {
  All, // all checks that arrive at a region are asked about together
  One,
};

class ProofObligations {
public:
  ProofObligations(const VerificationContext& verification_context, Batching batching);

  // No violation is left.
  bool is_proved() const;
  // Nothing is left to be asked: is_proved(), or some check of the entry function was given up.
  bool is_finished() const;
  bool is_verified(const Edge& check) const { return obligation(check).state == State::Verified; }
  const std::vector<bool>& verified() const { return verified_; } // by edge id

  // Questions whose time has come and that nobody works on, inner regions first.
  std::vector<Question> ready() const;
  // Questions beyond those, for idle hands: the whole program first, then what lies around the regions in work.
  std::vector<Question> speculative() const;

  void begin(const Question& question);
  void prove(const Edge& check, const Node& at);
  // Not proved in this question's region, for whatever reason.
  void give_up(const Edge& check, const Question& asked);
  void end(const Question& question);
  // Whether an answer would still tell something.
  bool is_wanted(const Question& question) const;

  struct Proof {
    const Edge* check = nullptr;
    const Node* node = nullptr;
  };
  const std::vector<Proof>& proofs() const { return proofs_; } // in the order they were found

private:
  enum class State : std::uint8_t { Waiting, Pending, Open, Verified };
  struct Obligation {
    State state = State::Waiting;
    const Node* at = nullptr;          // where it is to be asked about next
    std::set<std::uint32_t> failed_at; // ids of nodes; not of the root
    // Where somebody works on it: nodes, and how many checks were settled when the work began.
    std::set<std::pair<std::uint32_t, std::size_t>> running_at;
    // It was not proved in the whole program when so many checks were settled. With more of them, it might be.
    std::optional<std::size_t> failed_whole;
  };

  Obligation& obligation(const Edge& check) { return obligations_[position_[check.id]]; }
  const Obligation& obligation(const Edge& check) const { return obligations_[position_[check.id]]; }
  bool is_root(const Node& node) const { return &node == &verification_context_.tree().root(); }
  bool is_recursive_call(const Edge& check) const;
  void start(const Edge& check);
  static void climb(Obligation& entry);
  void update();
  void close_root();
  bool is_complete(const Node& node) const;
  bool failed_at(const Obligation& entry, const Node& node) const;
  bool is_running_at(const Obligation& entry, const Node& node) const;
  bool callees_are_decided(const Edge& check) const;
  bool may_still_arrive(const Node& node, const Edge& check) const;
  Question question(const Node& node, std::vector<const Edge*> enabled) const;

  const VerificationContext& verification_context_;
  Batching batching_;
  std::vector<Obligation> obligations_; // as Subject::checks()
  std::vector<std::uint32_t> position_;
  std::vector<bool> verified_;
  std::size_t verified_count_ = 0;
  std::vector<Proof> proofs_;
};

} // namespace tandem::region
