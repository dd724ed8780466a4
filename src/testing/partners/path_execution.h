// A run that has happened, executed again symbolically along the same edges: the conditions that it met, as terms over
// its inputs (King, CACM 1976; concolic execution: Godefroid, Klarlund, Sen, PLDI 2005).
#pragma once

#include "symex/executor.h"

#include <memory>
#include <span>
#include <vector>

namespace tandem::testing::partners {

// A branch on the way whose condition depends on inputs, or the assumption that ended the run.
struct PathBranch {
  const Edge* other = nullptr; // that was not taken
  smt::Term before;            // what holds of the inputs when the branch is reached along these edges
  smt::Term condition;         // of the other edge
  std::size_t inputs = 0;      // how many had been read
  std::uint64_t prefix = 0;    // a hash of the edges up to it and of the one that was taken
};

struct ExecutedPath {
  std::vector<PathBranch> branches;
  std::vector<symex::InputTerm> inputs;
};

// Paths of one program that share their terms and identities share what they have in common.
class PathExecution {
public:
  PathExecution(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities);

  // Stops where the symbolic execution cannot follow: at a function that a library function calls, for instance.
  // `failed` is the assumption that ended the run, if one did.
  ExecutedPath run(std::span<const Edge* const> edges, const Edge* failed = nullptr);

private:
  bool execute(const Edge& edge, const Edge* next);
  void fail(const Edge& assumption);
  bool call(const Edge& edge, const Edge* next);
  void leave();
  void push(const Function& function, const Edge* call);
  symex::Site site(const Edge& edge);

  struct Activation {
    std::unique_ptr<symex::CallFrame> frame;
    const Edge* call = nullptr;
  };

  smt::Terms& terms_;
  symex::Executor executor_;
  symex::Path path_;
  std::vector<Activation> stack_;
  std::uint32_t contexts_ = 0, number_ = 0;
  std::uint64_t hash_ = 0;
  ExecutedPath result_;
};

} // namespace tandem::testing::partners
