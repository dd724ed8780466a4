#include "testing/partners/input_changes.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tandem::testing::partners {

using compiled::Candidate;
using compiled::FuzzedRun;
using compiled::InputShape;

namespace {

double as_double(UInt128 bits, InputShape shape) {
  if (shape.bytes() == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
}

UInt128 as_bits(double value, InputShape shape) {
  if (shape.bytes() == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

bool is_binary_float(InputShape shape) { return shape.is_float() && (shape.bytes() == 4 || shape.bytes() == 8); }

// The inverse of ordered() in share/testing/fuzzed.c.
double from_ordered(std::uint64_t bits) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return std::bit_cast<double>((bits & sign) != 0 ? (~bits + 1) | sign : bits);
}

} // namespace

UInt128 masked(UInt128 bits, InputShape shape) {
  if (shape.is_bool()) return bits & 1;
  return shape.bytes() >= 16 ? bits : bits & ((UInt128{1} << 8 * shape.bytes()) - 1);
}

UInt128 plus_one(UInt128 bits, InputShape shape) {
  if (is_binary_float(shape)) return as_bits(as_double(bits, shape) + 1, shape);
  return masked(bits + 1, shape);
}

UInt128 InputChanges::changed(UInt128 bits, InputShape shape) {
  const auto random = [&] { return UInt128{chance_.number()} << 64 | chance_.number(); };
  const unsigned width = 8 * shape.bytes();
  if (is_binary_float(shape) && !chance_.one_in(4)) {
    const double value = as_double(bits, shape);
    switch (chance_.below(6)) {
    case 0: return as_bits(static_cast<double>(static_cast<std::int64_t>(chance_.below(2000)) - 1000), shape);
    case 1: return as_bits(value + 1, shape);
    case 2: return as_bits(-value, shape);
    case 3: return as_bits(value * 2, shape);
    case 4: return as_bits(value / 3, shape);
    default: return as_bits(1 / (1.0 + static_cast<double>(chance_.below(1000))), shape);
    }
  }
  switch (chance_.below(8)) {
  case 0: return masked(random() >> chance_.below(width), shape);
  case 1:
  case 2: return words_.empty() ? masked(random(), shape) : masked(words_[chance_.below(words_.size())], shape);
  case 3: return masked(bits + 1 + chance_.below(16), shape);
  case 4: return masked(bits - 1 - chance_.below(16), shape);
  case 5: return masked(bits ^ UInt128{1} << chance_.below(width), shape);
  case 6: return masked(chance_.below(12), shape);
  default: return masked(UInt128{0} - (UInt128{1} << chance_.below(width)) + chance_.below(3) - 1, shape);
  }
}

void InputChanges::change_list(std::vector<UInt128>& values, const InputList& other) {
  const auto at = [&](std::size_t index) { return values.begin() + static_cast<std::ptrdiff_t>(index); };
  const std::size_t from = chance_.below(values.size()),
                    count = 1 + chance_.below(std::min<std::size_t>(values.size() - from, 8));
  switch (chance_.below(5)) {
  case 0: values.erase(at(from), at(from + count)); break;
  case 1: {
    const std::vector<UInt128> part(at(from), at(from + count));
    values.insert(at(chance_.below(values.size() + 1)), part.begin(), part.end());
    break;
  }
  case 2: values.resize(from + 1); break;
  case 3: // the beginning of this one, the rest of another
    values.resize(from + 1);
    if (!other.values.empty())
      values.insert(values.end(),
                    other.values.begin() + static_cast<std::ptrdiff_t>(chance_.below(other.values.size())),
                    other.values.end());
    break;
  default: std::swap(values[from], values[chance_.below(values.size())]); break;
  }
}

Candidate InputChanges::havoc(const InputList& parent, const InputList& other) {
  Candidate result{.values = parent.values};
  const std::uint64_t changes = std::uint64_t{1} << chance_.below(4);
  for (std::uint64_t i = 0; i < changes && !result.values.empty(); ++i) {
    if (chance_.one_in(5)) {
      change_list(result.values, other);
    } else {
      const std::size_t at = chance_.below(result.values.size());
      result.values[at] = changed(result.values[at], parent.shape(at));
    }
  }
  if (result.values.size() > 2048) result.values.resize(2048);
  result.tail = static_cast<compiled::Tail>(chance_.below(5));
  result.most = static_cast<std::uint32_t>(result.values.size() + (std::uint64_t{1} << chance_.below(8)));
  result.seed = chance_.number() | 1;
  return result;
}

std::vector<UInt128> InputChanges::towards(UInt128 value, InputShape shape, const FuzzedRun& base,
                                           const FuzzedRun& with_one_more) {
  std::vector<UInt128> result;
  const auto difference = [](const FuzzedRun& run) { return static_cast<std::int64_t>(run.left - run.right); };
  if (is_binary_float(shape)) {
    const double now = as_double(value, shape), left = from_ordered(base.left), right = from_ordered(base.right);
    const double gap = left - right;
    const double slope = from_ordered(with_one_more.left) - from_ordered(with_one_more.right) - gap;
    for (const double guess : {left, right, now - gap / slope, now + gap, now - gap})
      for (const double near : {guess, guess + 1, guess - 1, guess * (1 + 1e-6), guess * (1 - 1e-6)})
        result.push_back(as_bits(near, shape));
    for (int power = -20; power < 40; power += 2)
      for (const double sign : {1.0, -1.0}) result.push_back(as_bits(now + sign * std::ldexp(1.0, power), shape));
    for (unsigned bit = 0; bit < 8 * shape.bytes(); bit += 3)
      result.push_back(masked(value + (UInt128{1} << bit), shape));
    return result;
  }
  const auto add = [&](UInt128 guess) { result.push_back(masked(guess, shape)); };
  const std::int64_t gap = difference(base), slope = difference(with_one_more) - gap;
  for (int nudge = -1; nudge <= 1; ++nudge) {
    const auto by = static_cast<UInt128>(static_cast<Int128>(nudge));
    add(base.left + by);
    add(base.right + by);
    if (slope != 0) add(value - static_cast<UInt128>(static_cast<Int128>(gap / slope)) + by);
    add(value + static_cast<UInt128>(static_cast<Int128>(gap)) + by);
    add(value - static_cast<UInt128>(static_cast<Int128>(gap)) + by);
  }
  for (unsigned bit = 0; bit < 8 * shape.bytes(); ++bit) {
    add(value + (UInt128{1} << bit));
    add(value - (UInt128{1} << bit));
    add(value ^ (UInt128{1} << bit));
  }
  return result;
}

} // namespace tandem::testing::partners
