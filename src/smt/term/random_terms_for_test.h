// For tests: grows random terms over every operator and, beside each, its value computed independently of the term
// (operate() on scalars, plain maps for arrays), under one random assignment to the variables.
#pragma once

#include "smt/term/evaluate.h"
#include "smt/term/integer.h"
#include "smt/term/operate.h"
#include "smt/term/terms.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace tandem::smt::testing {

struct ArrayValue {
  Bits otherwise;
  std::map<std::string, Bits> entries; // by the index's binary text
};

struct Sample {
  Term term;
  Sort sort = Sort::boolean();
  Bits bits;
  ArrayValue array;
};

struct RandomOptions {
  std::vector<std::uint32_t> widths{1, 4, 8, 32};
  std::vector<Sort> floats;
  std::vector<Sort> arrays;
  bool division = true;
  bool multiplication = true;
  bool integers = false;
};

class RandomTerms {
public:
  RandomTerms(Terms& terms, std::uint64_t seed, RandomOptions options)
      : terms_(terms), random_(seed), options_(std::move(options)) {}

  const Assignment& assignment() const { return assignment_; }
  const std::vector<Sample>& samples() const { return samples_; }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  // One more term, made of earlier ones.
  const Sample& grow() {
    for (;;) {
      const auto kind = static_cast<Kind>(below(kind_count));
      if (grow_kind(kind)) return samples_.back();
    }
  }

  Sample leaf(Sort sort) {
    if (below(3) == 0 && !sort.is_array()) {
      const Bits bits = random_bits(sort);
      return keep({terms_.constant(sort, bits), sort, bits, {}});
    }
    Sample sample{terms_.variable("v" + std::to_string(count_++), sort), sort, {}, {}};
    if (sort.is_array()) {
      sample.array.otherwise = random_bits(sort.element());
      Term value = terms_.const_array(sort, terms_.constant(sort.element(), sample.array.otherwise));
      for (int i = 0; i < 3; ++i) {
        const Bits index = random_bits(sort.index());
        const Bits element = random_bits(sort.element());
        sample.array.entries.insert_or_assign(index.binary(), element);
        value = terms_.store(value, terms_.constant(sort.index(), index), terms_.constant(sort.element(), element));
      }
      assignment_.emplace(sample.term, value);
    } else {
      sample.bits = random_bits(sort);
      assignment_.emplace(sample.term, terms_.constant(sort, sample.bits));
    }
    return keep(sample);
  }

  // An earlier term of the sort, mostly a recent one, or a new leaf.
  Sample pick(Sort sort) {
    for (int attempt = 0; attempt < 12 && !samples_.empty(); ++attempt) {
      const std::size_t back = below(std::min<std::size_t>(samples_.size(), attempt < 6 ? 12 : samples_.size()));
      const Sample& sample = samples_[samples_.size() - 1 - back];
      if (sample.sort == sort) return sample;
    }
    return leaf(sort);
  }

  Bits random_bits(Sort sort) {
    if (sort.is_int()) return integers::from(static_cast<std::int64_t>(below(64)) - 32);
    const std::uint32_t width = sort.width();
    Bits bits = Bits::zeros(width);
    switch (below(6)) {
    case 0: break;
    case 1: bits = Bits::ones(width); break;
    case 2: bits = Bits(width, below(4)); break;
    case 3: bits = Bits::sign_bit(width); break;
    default:
      for (std::uint32_t i = 0; i < width; ++i) bits.set_bit(i, random_() >> 17 & 1);
    }
    if (!sort.is_float()) return bits;
    // Special exponents more often than chance gives them.
    const std::uint64_t choice = below(6);
    for (std::uint32_t i = sort.significand() - 1; choice < 2 && i + 1 < width; ++i) bits.set_bit(i, choice);
    return operate({Kind::FpFromBits, sort, Sort::bv(width)}, std::array{bits});
  }

private:
  Sample keep(const Sample& sample) {
    samples_.push_back(sample);
    return sample;
  }
  template <class T> const T& one_of(const std::vector<T>& from) { return from[below(from.size())]; }
  Sort bv() { return Sort::bv(one_of(options_.widths)); }
  Rounding rounding() { return static_cast<Rounding>(below(5)); }

  Sort any_sort() {
    std::vector<Sort> sorts{Sort::boolean(), bv(), bv()};
    if (!options_.floats.empty()) sorts.push_back(one_of(options_.floats));
    if (!options_.arrays.empty()) sorts.push_back(one_of(options_.arrays));
    if (options_.integers) sorts.push_back(Sort::integer());
    return one_of(sorts);
  }

  bool grow_kind(Kind kind) {
    if (kind <= Kind::Variable) return false;
    if (kind == Kind::Eq) {
      const Sort s = any_sort();
      return apply(kind, Sort::boolean(), {s, s});
    }
    if (kind == Kind::Ite) {
      const Sort s = any_sort();
      return apply(kind, s, {Sort::boolean(), s, s});
    }
    if (kind == Kind::Not) return apply(kind, Sort::boolean(), {Sort::boolean()});
    if (kind <= Kind::Or) return apply(kind, Sort::boolean(), {Sort::boolean(), Sort::boolean()});
    if (kind <= Kind::BvSignExtend) return grow_bv(kind);
    if (kind <= Kind::ConstArray) return !options_.arrays.empty() && grow_array(kind);
    if (kind <= Kind::FpToUbv) return !options_.floats.empty() && grow_float(kind);
    if (!options_.integers || kind == Kind::IntMul) return false;
    const Sort i = Sort::integer();
    return apply(kind, kind == Kind::IntLt ? Sort::boolean() : i, {i, i});
  }

  bool grow_bv(Kind kind) {
    const Sort s = bv();
    const bool division = kind >= Kind::BvUdiv && kind <= Kind::BvSrem;
    if ((division && !options_.division) || (kind == Kind::BvMul && !options_.multiplication)) return false;
    if (kind == Kind::BvUlt || kind == Kind::BvSlt) return apply(kind, Sort::boolean(), {s, s});
    if (kind == Kind::BvConcat) {
      const Sort t = bv();
      return apply(kind, Sort::bv(s.width() + t.width()), {s, t});
    }
    if (kind == Kind::BvExtract) {
      const Sample source = pick_bv();
      const auto high = static_cast<std::uint32_t>(below(source.sort.width()));
      const auto low = static_cast<std::uint32_t>(below(high + 1));
      return finish({kind, Sort::bv(high - low + 1), source.sort, Rounding::NearestEven, high, low}, {source});
    }
    if (kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend) {
      const Sample source = pick_bv();
      const auto width = std::max(source.sort.width(), one_of(options_.widths));
      return finish({kind, Sort::bv(width), source.sort}, {source});
    }
    return arity(kind) == 1 ? apply(kind, s, {s}) : apply(kind, s, {s, s});
  }

  // Of any width, also ones that only concatenation made.
  Sample pick_bv() {
    for (int attempt = 0; attempt < 8 && !samples_.empty(); ++attempt) {
      const Sample& sample = samples_[below(samples_.size())];
      if (sample.sort.is_bv() && sample.sort.width() <= 300) return sample;
    }
    return pick(bv());
  }

  bool grow_array(Kind kind) {
    const Sort s = one_of(options_.arrays);
    if (kind == Kind::Select) return apply(kind, s.element(), {s, s.index()});
    if (kind == Kind::Store) return apply(kind, s, {s, s.index(), s.element()});
    return apply(kind, s, {s.element()});
  }

  bool grow_float(Kind kind) {
    const Sort f = one_of(options_.floats);
    if (kind == Kind::FpFromBits) return apply(kind, f, {Sort::bv(f.width())});
    if (kind == Kind::FpToBits) return apply(kind, Sort::bv(f.width()), {f});
    if (kind >= Kind::FpEq && kind <= Kind::FpLe) return apply(kind, Sort::boolean(), {f, f});
    if (kind >= Kind::FpIsNan && kind <= Kind::FpIsNegative) return apply(kind, Sort::boolean(), {f});
    if (kind == Kind::FpToFp) return apply(kind, one_of(options_.floats), {f});
    if (kind == Kind::FpFromSbv || kind == Kind::FpFromUbv) return apply(kind, f, {bv()});
    if (kind == Kind::FpToSbv || kind == Kind::FpToUbv) return apply(kind, bv(), {f});
    return arity(kind) == 1 ? apply(kind, f, {f}) : apply(kind, f, {f, f});
  }

  bool apply(Kind kind, Sort sort, const std::vector<Sort>& sorts) {
    std::vector<Sample> args;
    for (const Sort s : sorts) args.push_back(pick(s));
    Operation operation{kind, sort, sorts[0]};
    if (has_rounding(kind)) operation.rounding = rounding();
    return finish(operation, args);
  }

  bool finish(const Operation& operation, const std::vector<Sample>& args) {
    std::vector<Term> terms;
    std::vector<Bits> bits;
    for (const Sample& arg : args) {
      terms.push_back(arg.term);
      bits.push_back(arg.bits);
    }
    Sample result{terms_.apply(operation, terms), operation.sort, {}, {}};
    const bool on_arrays = std::ranges::any_of(args, [](const Sample& a) { return a.sort.is_array(); });
    if (on_arrays || operation.sort.is_array())
      value_of_array(operation, args, result);
    else
      result.bits = operate(operation, bits);
    keep(result);
    return true;
  }

  static void value_of_array(const Operation& operation, const std::vector<Sample>& args, Sample& result) {
    const auto read = [](const ArrayValue& a, const std::string& i) {
      const auto found = a.entries.find(i);
      return found == a.entries.end() ? a.otherwise : found->second;
    };
    if (operation.kind == Kind::ConstArray) result.array = {args[0].bits, {}};
    if (operation.kind == Kind::Ite) result.array = args[args[0].bits.is_zero() ? 2 : 1].array;
    if (operation.kind == Kind::Select) result.bits = read(args[0].array, args[1].bits.binary());
    if (operation.kind == Kind::Store) {
      result.array = args[0].array;
      result.array.entries.insert_or_assign(args[1].bits.binary(), args[2].bits);
    }
    if (operation.kind != Kind::Eq) return;
    bool same = true;
    for (std::uint64_t i = 0; i < std::uint64_t{1} << args[0].sort.index().width(); ++i) {
      const std::string index = Bits(args[0].sort.index().width(), i).binary();
      same = same && read(args[0].array, index) == read(args[1].array, index);
    }
    result.bits = Bits(1, same ? 1 : 0);
  }

  Terms& terms_;
  std::mt19937_64 random_;
  RandomOptions options_;
  Assignment assignment_;
  std::vector<Sample> samples_;
  std::size_t count_ = 0;
};

} // namespace tandem::smt::testing
