// A term is a number: its index in the Terms that created it. Equal terms have equal ids; arguments have smaller ids
// than the terms they occur in, so increasing id order is a topological order.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tandem::smt {

class Term {
public:
  Term() = default; // no term
  explicit Term(std::uint32_t id) : id_(id) {}

  std::uint32_t id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }
  friend auto operator<=>(const Term&, const Term&) = default;

private:
  std::uint32_t id_ = 0;
};

} // namespace tandem::smt

template <> struct std::hash<tandem::smt::Term> {
  std::size_t operator()(tandem::smt::Term term) const { return term.id() * 0x9e3779b97f4a7c15U; }
};
