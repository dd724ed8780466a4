// An automaton tied to a program: names are edges, texts are expressions. What engines, reducers and tests run.
#pragma once

#include "automata/gia.h"
#include "program/program.h"

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tandem::automata {

class RunGia {
public:
  struct Step {
    const Expr* assumption = nullptr; // nullptr: true
    const Expr* invariant = nullptr;  // of the state reached; nullptr: true
    StateId target = 0;
  };

  // Throws InputError for an edge the program does not have and for texts that are no conditions there. Keeps
  // references to both.
  RunGia(const Program& program, const Gia& gia);

  const Program& program() const { return *program_; }
  const Gia& gia() const { return *gia_; }
  StateId initial() const { return gia_->initial(); }
  Accept accept(StateId state) const { return gia_->states()[state].accept; }

  // The transitions of a state for an edge, read in the scope of the location that the edge leads to. Where no
  // assumption or invariant of them holds, a run ends.
  const std::vector<Step>& steps(StateId state, const Edge& edge);

private:
  const Program* program_;
  const Gia* gia_;
  std::vector<const Edge*> edges_;                         // by EdgeNameId
  std::vector<std::vector<std::uint32_t>> labels_of_edge_; // by Edge::id: what is no `any`, ordered
  std::unordered_map<std::uint64_t, std::vector<Step>> steps_;
};

// Where an execution goes when it takes an edge: into the callee, or along the edge.
const Location& location_after(const Edge& edge);

// An execution as a test or a replay has it.
struct GiaPath {
  std::vector<const Edge*> edges;
  // Does the expression hold after the given number of edges?
  std::function<bool(std::size_t step, const Expr& condition)> holds;
};

// Which languages the path is in: definition 3.
struct Coverage {
  bool ut = false, rt = false, cand = false;
  bool operator==(const Coverage&) const = default;
};
Coverage covers(RunGia& gia, const GiaPath& path);

} // namespace tandem::automata
