// The proof obligations: the state of each check while a program is gambled on. No verifier is run here.
//
// A check starts in the innermost region around it and moves to the enclosing region when it is not proved there. A
// check that fails in its whole function is open: the calls of the function, which are checks themselves, have to show
// that it is never violated from there. A call waits until all checks that it leads to are verified or open; if all are
// verified, so is the call. The region of the entry function is the whole program, in which the verdict is reached.
#pragma once

#include "region/extract.h"

#include <optional>
#include <set>
#include <vector>

namespace tandem::region {

enum class Batching : std::uint8_t {
  All, // one question for all checks that are due in a region
  One, // one question for each check
};

class ProofObligations {
public:
  ProofObligations(const VerificationContext& verification_context, Batching batching);

  // Whether no violation is possible any more.
  bool is_proved() const;
  // Whether there is nothing left to ask: is_proved(), or all other checks of the entry function were given up.
  bool is_finished() const;
  bool is_verified(const Edge& check) const { return obligation(check).state == State::Verified; }
  const std::vector<bool>& verified() const { return verified_; } // by edge id

  // Questions that are due and not in progress, smaller regions first.
  std::vector<Question> ready() const;
  // Further questions, for speculative attempts: the whole program first, then the regions around those in progress.
  std::vector<Question> speculative() const;

  void begin(const Question& question);
  void prove(const Edge& check, const Node& at);
  // The check was not proved in the question's region, for whatever reason.
  void give_up(const Edge& check, const Question& asked);
  void end(const Question& question);
  // Whether an answer would still be useful.
  bool is_wanted(const Question& question) const;

  struct Proof {
    const Edge* check = nullptr;
    const Node* node = nullptr;
  };
  const std::vector<Proof>& proofs() const { return proofs_; } // in the order in which they were found

private:
  enum class State : std::uint8_t { Waiting, Pending, Open, Verified };
  struct Obligation {
    State state = State::Waiting;
    const Node* at = nullptr;          // the next region to ask about
    std::set<std::uint32_t> failed_at; // ids of nodes other than the root
    // The attempts in progress: node ids, and the number of checks that were verified when the attempt began.
    std::set<std::pair<std::uint32_t, std::size_t>> running_at;
    // The number of verified checks when the proof failed in the whole program; with more of them it may succeed.
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
  std::vector<Obligation> obligations_; // in the order of VerificationContext::checks()
  std::vector<std::uint32_t> position_;
  std::vector<bool> verified_;
  std::size_t verified_count_ = 0;
  std::vector<Proof> proofs_;
};

} // namespace tandem::region
