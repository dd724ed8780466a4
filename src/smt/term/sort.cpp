// Checked construction, text and hash of sorts; Terms numbers the sorts it uses.

#include "smt/term/sort.h"

#include "base/core/require.h"

#include <fmt/format.h>

namespace tandem::smt {

Sort::Sort(SortKind kind, std::uint32_t first, std::uint32_t second)
    : kind_(kind), first_(static_cast<std::uint16_t>(first)), second_(static_cast<std::uint16_t>(second)) {}

Sort Sort::bv(std::uint32_t width) {
  require(width > 0 && width <= max_width, "a bit-vector should have 1 to 65535 bits");
  return {SortKind::BitVec, width, 0};
}

Sort Sort::floating(std::uint32_t exponent, std::uint32_t significand) {
  require(exponent >= 2 && exponent <= 30, "a float should have 2 to 30 exponent bits");
  require(significand >= 2 && significand <= 1024, "a float should have 2 to 1024 significand bits");
  // True of all formats in use; it makes rounding to an integral exact.
  require(significand <= 1U << (exponent - 1), "a float format's largest number should be an integer");
  return {SortKind::Float, exponent, significand};
}

Sort Sort::array(Sort index, Sort element) {
  require(index.is_bv() || index.is_int(), "an array's index should be a bit-vector or Int");
  require(!element.is_array(), "an array's element should not be an array");
  Sort sort(SortKind::Array, element.first_, element.second_);
  sort.element_ = element.kind_;
  sort.index_ = index.first_;
  return sort;
}

std::uint32_t Sort::width() const {
  switch (kind_) {
  case SortKind::Bool: return 1;
  case SortKind::BitVec: return first_;
  case SortKind::Float: return std::uint32_t{first_} + second_;
  case SortKind::Int:
  case SortKind::Array: break;
  }
  throw InternalError("a sort with a width should be Bool, a bit-vector or a float");
}

Sort Sort::index() const {
  require(is_array(), "a sort with an index should be an array");
  return index_ == 0 ? integer() : bv(index_);
}

Sort Sort::element() const {
  require(is_array(), "a sort with elements should be an array");
  return {element_, first_, second_};
}

std::string Sort::smtlib() const {
  switch (kind_) {
  case SortKind::Bool: return "Bool";
  case SortKind::BitVec: return fmt::format("(_ BitVec {})", first_);
  case SortKind::Float: return fmt::format("(_ FloatingPoint {} {})", first_, second_);
  case SortKind::Int: return "Int";
  case SortKind::Array: return fmt::format("(Array {} {})", index().smtlib(), element().smtlib());
  }
  unreachable();
}

std::size_t Sort::hash() const {
  const std::uint64_t packed = static_cast<std::uint64_t>(kind_) | static_cast<std::uint64_t>(element_) << 8 |
                               std::uint64_t{first_} << 16 | std::uint64_t{second_} << 32 | std::uint64_t{index_} << 48;
  return (packed ^ packed >> 29) * 0x9e3779b97f4a7c15U;
}

} // namespace tandem::smt
