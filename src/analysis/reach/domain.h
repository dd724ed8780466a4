// What an abstract domain is to the reachability graph (arg.h): where it starts, what a step does, when one state makes
// another superfluous, and whether states may be joined. Domains know nothing of each other; Composite makes one of
// several.
//
// After the configurable program analysis of Beyer, Henzinger, Theoduloz (CAV 2007). We differ in that call stacks
// belong to the graph, and that a domain may split a step by an assumption, which the domains after it hear about.
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
  Intraprocedural, // the edge, which is no call or a call of a function without a body
  Call,            // a call: into the callee's entry
  Return,          // from the callee's exit back to where the call edge leads
};

struct TransferStep {
  TransferKind kind = TransferKind::Intraprocedural;
  const Edge* edge = nullptr; // Leave: the call that returns
  ControlPoint from, to;
  // Of a call: who is entered or, along, the function without a body; nullptr if a pointer leads out of the program.
  const Function* callee = nullptr;
  // What holds besides after the step, in the scope of `to`: found by the domains that were asked before.
  std::vector<const Expr*> assumptions;
};

struct Successor {
  StatePtr state;
  // This successor only stands for executions in which these hold after the step. Together the successors of a step
  // must stand for all executions.
  std::vector<const Expr*> assumptions;
};

// Where states meet.
struct MergePoint {
  ControlPoint at;
  bool is_loop_head = false;
  std::uint32_t merges = 0; // how often the older state has grown already
};

// What a domain knows of a state beyond its successors.
struct ExplorationStatus {
  enum class Kind : std::uint8_t {
    Open,
    Verified, // no target can be reached from here: someone has proved it
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
  // None: the step cannot be taken.
  virtual std::vector<Successor> post(const StatePtr& state, const TransferStep& step) = 0;
  // Does `larger` stand for every execution that `smaller` stands for?
  virtual bool covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) = 0;
  // An upper bound of both; nullptr keeps them apart. It must not grow forever at loop heads.
  virtual StatePtr join(const StatePtr& /*older*/, const StatePtr& /*newer*/, const MergePoint& /*at*/) {
    return nullptr;
  }
  // After a fixpoint: `older` may shrink towards what its predecessors give now, which lies inside it.
  virtual StatePtr narrow(const StatePtr& older, const StatePtr& /*newer*/, const MergePoint& /*at*/) { return older; }
  // Equal states have equal hashes. States with equal hashes are compared first.
  virtual std::uint64_t hash(const DomainState& /*state*/) { return 0; }
  virtual ExplorationStatus exploration_status(const DomainState& /*state*/, const ControlPoint& /*at*/) {
    return ExplorationStatus::open();
  }
};

// The product of several domains, asked in order; a domain hears of the assumptions of those before it.
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
