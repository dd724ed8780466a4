// The interface of an abstract domain to the reachability graph (arg.h): initial state, transfer, coverage, and whether
// states may be joined. Domains do not know each other; Composite is their product.
//
// After the configurable program analysis of Beyer, Henzinger, Théoduloz (CAV 2007). We differ in that call stacks
// belong to the graph, and that a domain may split a step by an assumption, which is passed to the domains after it.
#pragma once

#include "analysis/reach/call_stack.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem::analysis::reach {

class DomainState {
public:
  virtual ~DomainState() = default;
};
using StatePtr = std::shared_ptr<const DomainState>;

enum class TransferKind : std::uint8_t {
  Intraprocedural, // the edge; not a call, or a call of a function without a body
  Call,            // a call: into the callee's entry
  Return,          // from the callee's exit back to where the call edge leads
};

struct TransferStep {
  TransferKind kind = TransferKind::Intraprocedural;
  const Edge* edge = nullptr; // Return: the call that returns
  ControlPoint from, to;
  // Of a call: the function entered or, if Intraprocedural, the one without a body; nullptr for an external call
  // through a pointer.
  const Function* callee = nullptr;
  // What else holds after the step, in the scope of `to`: assumptions of the domains before this one.
  std::vector<const Expr*> assumptions;
};

struct Successor {
  StatePtr state;
  // This successor stands only for executions in which these hold after the step. Together, the successors of a step
  // must stand for all executions.
  std::vector<const Expr*> assumptions;
};

// Where states are merged.
struct MergePoint {
  ControlPoint at;
  bool is_loop_head = false;
  std::uint32_t merges = 0; // how often the older state has grown so far
};

// What a domain says about a state besides its successors.
struct ExplorationStatus {
  enum class Kind : std::uint8_t {
    Open,
    Verified, // no target is reachable from here, as proved earlier
    CutOff,   // not to be explored further; it stays a candidate
  };
  Kind kind = Kind::Open;
  std::string reason = {}; // of CutOff, for people

  static ExplorationStatus open() { return {}; }
  static ExplorationStatus verified() { return {Kind::Verified}; }
  static ExplorationStatus cut_off(std::string reason) { return {Kind::CutOff, std::move(reason)}; }
};

class Domain {
public:
  virtual ~Domain() = default;

  virtual StatePtr initial(const ControlPoint& start) = 0;
  // None if the step is infeasible.
  virtual std::vector<Successor> post(const StatePtr& state, const TransferStep& step) = 0;
  // Whether `larger` stands for every execution that `smaller` stands for.
  virtual bool covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) = 0;
  // An upper bound of both; nullptr keeps them separate. At loop heads it must widen: ascending chains must be finite.
  virtual StatePtr join(const StatePtr& /*older*/, const StatePtr& /*newer*/, const MergePoint& /*at*/) {
    return nullptr;
  }
  // After a fixpoint: `older` may shrink towards `newer`, which its predecessors still require and which it covers.
  virtual StatePtr narrow(const StatePtr& older, const StatePtr& /*newer*/, const MergePoint& /*at*/) { return older; }
  // Equal states have equal hashes. States with equal hashes are compared first.
  virtual std::uint64_t hash(const DomainState& /*state*/) { return 0; }
  virtual ExplorationStatus exploration_status(const DomainState& /*state*/, const ControlPoint& /*at*/) {
    return ExplorationStatus::open();
  }
};

// The product of several domains, in order; each receives the assumptions of those before it.
class Composite : public Domain {
public:
  explicit Composite(std::vector<Domain*> parts) : parts_(std::move(parts)) {}

  StatePtr initial(const ControlPoint& start) override;
  std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override;
  bool covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) override;
  StatePtr join(const StatePtr& older, const StatePtr& newer, const MergePoint& at) override;
  StatePtr narrow(const StatePtr& older, const StatePtr& newer, const MergePoint& at) override;
  std::uint64_t hash(const DomainState& state) override;
  ExplorationStatus exploration_status(const DomainState& state, const ControlPoint& at) override;

  // The state of the i-th part.
  static const StatePtr& part(const DomainState& state, std::size_t i);

private:
  std::vector<Domain*> parts_;
};

} // namespace tandem::analysis::reach
