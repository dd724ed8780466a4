// A sparse table of values indexed by term id. Pages are allocated on demand: a solver or a model knows only a small
// part of all terms, and there are many solvers and models.
#pragma once

#include "smt/term/terms.h"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace tandem::smt {

template <typename Value> class TermTable {
public:
  // Value() for terms without one.
  Value operator[](Term t) const {
    const std::size_t page = t.id() / page_size;
    return page < pages_.size() && pages_[page] ? (*pages_[page])[t.id() % page_size] : Value();
  }

  void set(Term t, Value value) {
    const std::size_t page = t.id() / page_size;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    (*pages_[page])[t.id() % page_size] = value;
  }

private:
  static constexpr std::size_t page_size = 256;
  using Page = std::array<Value, page_size>;

  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace tandem::smt
