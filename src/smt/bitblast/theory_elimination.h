// Theory elimination: removes arrays and floats from formulas, leaving equisatisfiable Bool and bit-vector terms, and
// of bit-vectors the divisions that are better completed on demand (division_abstraction.h).
// Floats become their IEEE patterns and circuits on them (float_blaster.h). A select becomes a chain of conditionals
// over the stores below it, and reads of one array variable are related by congruence. Where that would become large
// it is left open and completed on demand: refine() compares a model with the array axioms and returns violated
// instances (lemmas on demand, Brummayer, Biere, JSAT 2009; ours expands definitions step by step instead of
// propagating through all stores at once).
#pragma once

#include "smt/bitblast/division_abstraction.h"
#include "smt/bitblast/float_blaster.h"
#include "smt/term/evaluate.h"
#include "smt/term/term_table.h"
#include "smt/term/terms.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace tandem::smt::bitblast {

// How much is done eagerly before the rest is left to refine().
struct TheoryEliminationOptions {
  std::uint32_t fuel = 1024;          // symbolic stores that a select is expanded over
  std::uint32_t fuel_late = 16;       // the same once many_bits have been created
  std::uint32_t fuel_when_open = 128; // the same for an open read whose value in a model was wrong
  std::uint64_t many_bits = 1 << 23;  // of conditionals
  std::uint32_t eager_pairs = 48;     // Ackermann constraints per read of an array variable
  std::uint32_t narrow_division = 15; // divisions of words up to this width are dividers from the start
};

class TheoryElimination {
public:
  explicit TheoryElimination(Terms& terms, const TheoryEliminationOptions& options = {})
      : terms_(terms), options_(options), floats_(terms), divisions_(terms, options.narrow_division + 1) {}

  // Of a term that is not an array. Throws Unsupported for integers and some large constructs.
  Term operator()(Term t);
  // Constraints on the variables introduced since the last call; they are independent of push levels.
  std::vector<Term> take_conditions();

  // Lemmas that the model of the reduced formulas violates; empty if it extends to arrays and divisions.
  std::vector<Term> refine(Evaluator& model);
  // After refine() found nothing: an original variable's value.
  Term value(Evaluator& model, Term variable);

  class Unsupported : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
  };

private:
  // Reduce a term, or read an array at a reduced index.
  struct Task {
    Term term;
    Term index;         // none: reduce `term`
    Term array;         // a read: the array below `term` that has been reached
    std::uint32_t fuel; // a read: how many more symbolic stores it may be expanded over
  };
  struct ReadKey {
    Term array;
    Term index;
    friend bool operator==(const ReadKey&, const ReadKey&) = default;
  };
  struct ReadKeyHash {
    std::size_t operator()(const ReadKey& key) const {
      return (std::uint64_t{key.array.id()} << 32 | key.index.id()) * 0x9e3779b97f4a7c15U >> 7;
    }
  };
  struct Read {
    Term index;
    Term value;
  };
  // An array variable: where it was read, and its value everywhere else (created on demand by an equality).
  struct Base {
    std::vector<Read> reads;
    std::vector<std::size_t> symbolic; // positions in reads whose index is not constant
    Term elsewhere;
  };
  // A read whose definition has not been asserted yet.
  struct OpenRead {
    Term array;
    Term index;
    Term value;
    bool closed = false;
  };
  struct Equality {
    Term holds; // a variable
    Term a;
    Term b;
    std::vector<Term> store_indices; // reduced
    std::vector<Term> bases;
  };

  // theory_elimination.cpp
  void run(std::vector<Task>& stack);
  bool eliminate_step(std::vector<Task>& stack);
  Term eliminate_operation(Term t, std::span<const Term> args);
  Term eliminate_variable(Term t);
  bool is_done(Term t) const { return static_cast<bool>(done_[t]); }
  Term done(Term t) const { return done_[t]; }
  void set_done(Term t, Term reduced) { done_.set(t, reduced); }
  Sort reduced_sort(Sort sort) const;

  // array_elimination.cpp
  bool read_step(std::vector<Task>& stack);
  bool read_store(std::vector<Task>& stack);
  bool read_ite(std::vector<Task>& stack);
  bool finish_read(std::vector<Task>& stack, Term value);
  Term known_read(Term array, Term index) const;
  Term read_base(Term variable, Term index);
  Term open_read(Term array, Term index);
  Term read(Term array, Term index, std::uint32_t fuel);
  Term define_equality(Term t);
  Term expand_equality(Term a, Term b);
  Term elsewhere(Term array);
  Term elsewhere_step(Term array);
  void survey(Equality& equality);

  // array_refinement.cpp
  Bits concrete(Evaluator& model, Term array, const Bits& index);
  void index_bases(Evaluator& model);
  void refine_bases(Evaluator& model, std::vector<Term>& lemmas);
  void refine_open(Evaluator& model, std::vector<Term>& lemmas);
  void refine_equalities(Evaluator& model, std::vector<Term>& lemmas);

  Terms& terms_;
  TheoryEliminationOptions options_;
  FloatBlaster floats_;
  DivisionAbstraction divisions_;
  TermTable<Term> done_;
  std::vector<Term> conditions_;
  std::unordered_map<ReadKey, Term, ReadKeyHash> reads_;
  std::vector<Term> base_order_;
  std::unordered_map<Term, Base> bases_;
  std::vector<OpenRead> open_;
  std::vector<Equality> equalities_;
  std::unordered_map<Term, Term> elsewhere_; // by array
  std::uint64_t stores_surveyed_ = 0;
  std::uint64_t eager_bits_ = 0;
  std::unordered_map<Term, std::unordered_map<Bits, Bits, BitsHash>> entries_; // of the bases, in the current model
};

} // namespace tandem::smt::bitblast
