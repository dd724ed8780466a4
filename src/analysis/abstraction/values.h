// The values known where a block begins. A register or memory cell is either exact, a constant, or has a symbol of its
// own
// ("the current value"), which is the same at all points of the program; predicates are over these symbols.
//
// Variables that need few bits (narrow_variables.h) have symbols of that width.
//
// Constants are kept as long as they stay the same, and addresses as long as there are few, so that pointers remain
// precise; what changes with every iteration of a loop is left to predicates. Dead variables are forgotten.
#pragma once

#include "analysis/abstraction/block.h"
#include "analysis/abstraction/narrow_variables.h"
#include "symex/modified.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tandem::analysis::abstraction {

// Symbols and the values they stand for.
using Bindings = std::unordered_map<smt::Term, smt::Term>;

// The values at the start of a block, and the terms they stand for at the end of the block before.
struct Entry {
  semantics::symbolic::SymbolicState state;
  Bindings bindings;
};

enum class ConstantTracking : std::uint8_t {
  Kept,    // as described above
  Dropped, // only addresses are kept: predicates express what a path needs of other values
};

class Values {
public:
  Values(const Program& program, symex::Executor& executor, const reach::CallStacks& stacks, Frames& frames,
         BlockRunner& runner, ConstantTracking constants = ConstantTracking::Kept);

  // The values with which a block at `to` begins when another one ends there with these.
  Entry entry(reach::ControlPoint to, const semantics::symbolic::SymbolicState& end);

  // Whether the first state covers the second one, provided that the abstraction at the first holds for the values
  // returned. Nothing if it does not.
  std::optional<Bindings> covers(const semantics::symbolic::SymbolicState& general,
                                 const semantics::symbolic::SymbolicState& special) const;

  bool is_symbol(smt::Term term) const { return keys_.contains(term); }
  // Whether a predicate over pointers with these values says something about them. The number of an address is ours
  // (symbolic_addresses.cpp): equations compare objects, the order says something within one object, and other numbers
  // that the program compares with, or computes from addresses, have nothing to do with it.
  bool is_about_pointers(smt::Term predicate, const std::map<smt::Term, smt::Term>& values) const;
  std::uint64_t key(smt::Term symbol) const { return keys_.at(symbol); }
  // How the full value is extended from a symbol of a few bits; nullptr for other terms.
  const NarrowBits* narrow(smt::Term symbol) const;
  // What a symbol stands for in a state: itself, or its exact value. Nothing if the state has no such value.
  std::optional<smt::Term> value(smt::Term symbol, const semantics::symbolic::SymbolicState& state) const;

private:
  using PointKey = std::pair<std::uint32_t, reach::StackId>;

  smt::Term symbol(std::uint64_t key, smt::Sort sort);
  const NarrowBits* narrow(std::uint64_t key, smt::Sort sort) const;
  smt::Term narrowed(smt::Term value, std::uint32_t bits) const;
  void note_frames(reach::StackId stack);
  bool is_kept(reach::ControlPoint to, std::uint64_t key, smt::Term constant);
  bool is_address(smt::Term constant) const;
  bool may_be_literal_address(smt::Term value) const;
  bool leads_to_object(smt::Term value) const;
  bool is_literal_address(smt::Term constant, bool is_compared) const;
  void forget_dead(reach::ControlPoint to, semantics::symbolic::SymbolicState& state);
  const std::set<std::uint64_t>& changing(reach::ControlPoint to);

  symex::Executor& executor_;
  smt::Terms& terms_;
  const reach::CallStacks& stacks_;
  Frames& frames_;
  BlockRunner& runner_;
  ConstantTracking constants_;
  symex::ModifiedVariables modified_;
  NarrowVariables narrow_variables_;
  std::set<const symex::CallFrame*> noted_; // frames whose variables are in narrow_
  std::map<std::uint64_t, NarrowBits> narrow_;
  std::map<std::uint64_t, std::vector<smt::Term>> symbols_; // by key, for each sort one
  std::unordered_map<smt::Term, std::uint64_t> keys_;
  std::map<std::pair<const Location*, const symex::CallFrame*>, std::set<std::uint64_t>> changing_;
  // The constants seen at a control point; with more than a few of them, none is kept there.
  std::map<PointKey, std::map<std::uint64_t, std::set<smt::Term>>> seen_;
};

} // namespace tandem::analysis::abstraction
