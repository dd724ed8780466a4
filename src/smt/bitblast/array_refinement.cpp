// Lemmas on demand (Brummayer, Biere, JSAT 2009): is a model of the reduced formula a model of the arrays? Stores and
// conditionals are followed with the model's concrete values, and every violated axiom becomes a lemma: congruence of
// reads of a variable, then the definition of an open read, then equalities that should hold. Cheaper kinds come
// first, and a later kind is only checked if the earlier ones found nothing, since a model that violates congruence
// says little about the rest. An open read is expanded by another budget of stores, not completely, so that each lemma
// stays small.

#include "smt/bitblast/theory_elimination.h"

#include <algorithm>

namespace tandem::smt::bitblast {

std::vector<Term> TheoryElimination::refine(Evaluator& model) {
  std::vector<Term> lemmas;
  index_bases(model);
  refine_bases(model, lemmas);
  if (lemmas.empty()) refine_open(model, lemmas);
  if (lemmas.empty()) refine_equalities(model, lemmas);
  if (lemmas.empty()) divisions_.refine(model, lemmas);
  for (const Term condition : take_conditions()) lemmas.push_back(condition);
  return lemmas;
}

void TheoryElimination::index_bases(Evaluator& model) {
  entries_.clear();
  if (open_.empty() && equalities_.empty()) return;
  for (const Term variable : base_order_)
    for (const Read& read : bases_.at(variable).reads)
      entries_[variable].try_emplace(model.bits(read.index), model.bits(read.value));
}

// Two reads at one index with different results.
void TheoryElimination::refine_bases(Evaluator& model, std::vector<Term>& lemmas) {
  for (const Term variable : base_order_) {
    const Base& base = bases_.at(variable);
    std::unordered_map<Bits, const Read*, BitsHash> first;
    for (const Read& read : base.reads) {
      const auto [it, added] = first.try_emplace(model.bits(read.index), &read);
      if (added || model.bits(it->second->value) == model.bits(read.value)) continue;
      lemmas.push_back(
          terms_.implies(terms_.eq(it->second->index, read.index), terms_.eq(it->second->value, read.value)));
    }
  }
}

Bits TheoryElimination::concrete(Evaluator& model, Term array, const Bits& index) {
  for (;;) {
    const Kind kind = terms_.kind(array);
    if (kind == Kind::Store) {
      if (model.bits((*this)(terms_.arg(array, 1))) == index) return model.bits((*this)(terms_.arg(array, 2)));
      array = terms_.arg(array, 0);
    } else if (kind == Kind::Ite) {
      array = terms_.arg(array, model.is_true((*this)(terms_.arg(array, 0))) ? 1 : 2);
    } else if (kind == Kind::ConstArray) {
      return model.bits((*this)(terms_.arg(array, 0)));
    } else {
      const auto& entries = entries_[array];
      if (const auto found = entries.find(index); found != entries.end()) return found->second;
      const auto base = bases_.find(array);
      if (base != bases_.end() && base->second.elsewhere) return model.bits(base->second.elsewhere);
      return Bits::zeros(terms_.sort(array).element().width());
    }
  }
}

// Open reads whose value is not what the array holds are defined (up to the next open read).
void TheoryElimination::refine_open(Evaluator& model, std::vector<Term>& lemmas) {
  const std::size_t count = open_.size(); // expansion may add new ones
  for (std::size_t i = 0; i < count; ++i) {
    if (open_[i].closed) continue;
    const OpenRead open = open_[i];
    if (concrete(model, open.array, model.bits(open.index)) == model.bits(open.value)) continue;
    reads_.erase(ReadKey{open.array, open.index});
    const Term definition = read(open.array, open.index, options_.fuel_when_open);
    reads_.insert_or_assign(ReadKey{open.array, open.index}, open.value);
    lemmas.push_back(terms_.eq(open.value, definition));
    open_[i].closed = true;
  }
}

void TheoryElimination::refine_equalities(Evaluator& model, std::vector<Term>& lemmas) {
  for (const Equality& equality : equalities_) {
    if (!model.is_true(equality.holds)) continue;
    std::vector<Term> indices = equality.store_indices;
    for (const Term variable : equality.bases)
      for (const Read& read : bases_[variable].reads) indices.push_back(read.index);
    for (const Term index : indices) {
      const Bits at = model.bits(index);
      if (concrete(model, equality.a, at) == concrete(model, equality.b, at)) continue;
      lemmas.push_back(terms_.implies(equality.holds, terms_.eq(read(equality.a, index, options_.fuel_when_open),
                                                                read(equality.b, index, options_.fuel_when_open))));
      break;
    }
  }
}

} // namespace tandem::smt::bitblast
