// The speed of making terms, and the sat backend compared with Z3 on generated families. One benchmark solves one query
// from terms to answer; compare within one run.

#include "smt/backends/backends.h"
#include "smt/term/terms.h"

#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace tandem::smt {
namespace {

// A mixture like an encoder's: additions, comparisons, conditionals, reads and writes.
void construction(benchmark::State& state) {
  std::uint64_t made = 0;
  for (auto _ : state) {
    Terms t;
    std::mt19937 random(1);
    std::vector<Term> words;
    for (int i = 0; i < 64; ++i) words.push_back(t.variable("x" + std::to_string(i), Sort::bv(32)));
    Term memory = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(32)));
    const auto pick = [&] { return words[words.size() - 1 - random() % 64]; };
    for (int i = 0; i < 200000; ++i) {
      const Term a = pick();
      const Term b = pick();
      switch (random() % 6) {
      case 0: words.push_back(t.bv_add(a, b)); break;
      case 1: words.push_back(t.bv_mul(a, t.bv(32, random() % 100))); break;
      case 2: words.push_back(t.ite(t.bv_slt(a, b), a, t.bv_add(b, t.bv(32, 1)))); break;
      case 3: words.push_back(t.bv_xor(a, t.bv_lshr(b, t.bv(32, random() % 32)))); break;
      case 4: words.push_back(t.select(memory, a)); break;
      default: memory = t.store(memory, t.bv(32, 4 * (random() % 4096)), b); break;
      }
    }
    made += t.size();
    state.counters["bytes/term"] = static_cast<double>(t.memory()) / t.size();
  }
  state.counters["terms/s"] = benchmark::Counter(static_cast<double>(made), benchmark::Counter::kIsRate);
}
BENCHMARK(construction)->Unit(benchmark::kMillisecond);

// Every family returns a formula.
using Family = Term (*)(Terms&, std::uint32_t size);

Term distributivity(Terms& t, std::uint32_t width) {
  const Term a = t.variable("a", Sort::bv(width));
  const Term b = t.variable("b", Sort::bv(width));
  const Term c = t.variable("c", Sort::bv(width));
  return t.distinct(t.bv_mul(t.bv_add(a, b), c), t.bv_add(t.bv_mul(a, c), t.bv_mul(b, c)));
}

Term factors(Terms& t, std::uint32_t width) {
  const Term a = t.variable("a", Sort::bv(2 * width));
  const Term b = t.variable("b", Sort::bv(2 * width));
  const Term limit = t.bv(2 * width, std::uint64_t{1} << width);
  const std::array parts{t.eq(t.bv_mul(a, b), t.bv(2 * width, 1048573ULL * 1046527ULL)), t.bv_ult(a, limit),
                         t.bv_ult(b, limit), t.bv_ult(t.bv(2 * width, 1), a), t.bv_ult(t.bv(2 * width, 1), b)};
  return t.and_(parts);
}

Term division(Terms& t, std::uint32_t width) {
  const Term a = t.variable("a", Sort::bv(width));
  const Term b = t.variable("b", Sort::bv(width));
  const Term back = t.bv_add(t.bv_mul(t.bv_udiv(a, b), b), t.bv_urem(a, b));
  return t.and_(t.distinct(back, a), t.distinct(b, t.bv(width, 0)));
}

// Decimal digits of a number: what printing programs do.
Term digits(Terms& t, std::uint32_t count) {
  const Term n = t.variable("n", Sort::bv(32));
  Term rest = n;
  Term sum = t.bv(32, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    sum = t.bv_add(sum, t.bv_urem(rest, t.bv(32, 10)));
    rest = t.bv_udiv(rest, t.bv(32, 10));
  }
  return t.and_(t.eq(sum, t.bv(32, 9 * count)), t.distinct(t.bv_urem(n, t.bv(32, 9)), t.bv(32, 0)));
}

// The sum of an array is the same after two elements were swapped.
Term array_sum(Terms& t, std::uint32_t length) {
  const Term m = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(16)));
  const Term i = t.variable("i", Sort::bv(32));
  const Term j = t.variable("j", Sort::bv(32));
  const Term swapped = t.store(t.store(m, i, t.select(m, j)), j, t.select(m, i));
  const auto sum = [&](Term array) {
    Term total = t.bv(16, 0);
    for (std::uint32_t k = 0; k < length; ++k) total = t.bv_add(total, t.select(array, t.bv(32, k)));
    return total;
  };
  const Term limit = t.bv(32, length);
  return t.and_(t.and_(t.bv_ult(i, limit), t.bv_ult(j, limit)), t.distinct(sum(m), sum(swapped)));
}

// Bubble sort with symbolic contents, then: is it sorted?
Term sorting(Terms& t, std::uint32_t length) {
  Term m = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(32)));
  const Term base = t.variable("base", Sort::bv(32));
  const auto at = [&](std::uint32_t k) { return t.bv_add(base, t.bv(32, k)); };
  for (std::uint32_t round = 0; round < length; ++round)
    for (std::uint32_t k = 0; k + 1 < length; ++k) {
      const Term a = t.select(m, at(k));
      const Term b = t.select(m, at(k + 1));
      m = t.ite(t.bv_slt(b, a), t.store(t.store(m, at(k), b), at(k + 1), a), m);
    }
  std::vector<Term> wrong;
  for (std::uint32_t k = 0; k + 1 < length; ++k) wrong.push_back(t.bv_slt(t.select(m, at(k + 1)), t.select(m, at(k))));
  return t.or_(wrong);
}

// Random writes and reads at symbolic addresses: memory that cannot be resolved.
Term aliasing(Terms& t, std::uint32_t count) {
  Term m = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(8)));
  std::vector<Term> different;
  std::vector<Term> pointers;
  for (std::uint32_t k = 0; k < count; ++k) {
    pointers.push_back(t.variable("p" + std::to_string(k), Sort::bv(32)));
    m = t.store(m, pointers.back(), t.bv(8, k));
  }
  for (std::uint32_t k = 0; k + 1 < count; ++k) different.push_back(t.bv_ult(pointers[k], pointers[k + 1]));
  std::vector<Term> wrong;
  for (std::uint32_t k = 0; k < count; ++k) wrong.push_back(t.distinct(t.select(m, pointers[k]), t.bv(8, k)));
  return t.and_(t.and_(different), t.or_(wrong));
}

// A small machine run for some steps on symbolic inputs.
Term machine(Terms& t, std::uint32_t steps) {
  Term x = t.bv(32, 0);
  Term y = t.bv(32, 1);
  std::vector<Term> path;
  for (std::uint32_t k = 0; k < steps; ++k) {
    const Term in = t.variable("in" + std::to_string(k), Sort::bv(32));
    const Term c = t.bv_slt(in, y);
    path.push_back(t.bv_ult(in, t.bv(32, 1000)));
    x = t.ite(c, t.bv_add(x, in), t.bv_sub(x, t.bv(32, 1)));
    y = t.ite(t.eq(t.bv_and(x, t.bv(32, 1)), t.bv(32, 0)), t.bv_add(y, t.bv(32, 3)), y);
  }
  path.push_back(t.bv_slt(t.bv(32, 1000 * steps), x));
  return t.and_(path);
}

Term float_sum(Terms& t, std::uint32_t) {
  const Sort f = Sort::floating(8, 24);
  const auto number = [&](float value) { return t.constant(f, Bits(32, std::bit_cast<std::uint32_t>(value))); };
  const Term x = t.variable("x", f);
  const Term y = t.variable("y", f);
  const std::array parts{t.fp_le(number(0), x), t.fp_le(x, number(10)), t.fp_le(number(0), y), t.fp_le(y, number(10)),
                         t.fp_lt(t.fp_add(Rounding::NearestEven, x, y), x)};
  return t.and_(parts);
}

Term float_product(Terms& t, std::uint32_t) {
  const Sort f = Sort::floating(8, 24);
  const auto number = [&](float value) { return t.constant(f, Bits(32, std::bit_cast<std::uint32_t>(value))); };
  const Term x = t.variable("x", f);
  const std::array parts{t.fp_lt(number(1), x), t.fp_lt(x, number(2)),
                         t.fp_eq(t.fp_mul(Rounding::NearestEven, x, x), number(2.25F))};
  return t.and_(parts);
}

void solve(benchmark::State& state, const char* backend, Family family, std::uint32_t size) {
  CheckResult result;
  for (auto _ : state) {
    Terms t;
    const auto solver = backends::make_solver(backend, t);
    solver->set_limits({.wall = std::chrono::seconds(60)});
    solver->add(family(t, size));
    result = solver->check();
  }
  state.SetLabel(result.sat() ? "sat" : result.unsat() ? "unsat" : result.reason);
}

struct Row {
  const char* name;
  Family family;
  std::uint32_t size;
};

constexpr std::array rows{
    Row{"distributivity", distributivity, 5},
    Row{"factors", factors, 20},
    Row{"division", division, 8},
    Row{"digits", digits, 4},
    Row{"array_sum", array_sum, 6},
    Row{"sorting", sorting, 5},
    Row{"aliasing", aliasing, 20},
    Row{"machine", machine, 16},
    Row{"float_sum", float_sum, 0},
    Row{"float_product", float_product, 0},
};

void register_rows() {
  for (const Row& row : rows)
    for (const char* backend : {"sat", "sat-minisat", "z3"})
      benchmark::RegisterBenchmark((std::string(row.name) + "/" + backend).c_str(), solve, backend, row.family,
                                   row.size)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
}

} // namespace
} // namespace tandem::smt

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  tandem::smt::register_rows();
  benchmark::RunSpecifiedBenchmarks();
}
