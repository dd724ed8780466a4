// <stdlib.h> except memory and program termination; <time.h> and <errno.h>.

#include "semantics/core/float_bits.h"
#include "semantics/interpreter/library.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace tandem::semantics::interpreter {

namespace {

// Numbers.

void absolute(LibraryCall& call) { call.give(call.integer(0) < 0 ? -call.wide(0) : call.wide(0)); }

void parse_int(LibraryCall& call) { call.give(static_cast<int>(std::strtol(call.text(0).c_str(), nullptr, 10))); }

// long has the program's width; values beyond it saturate.
template <bool is_signed> void parse(LibraryCall& call, std::uint64_t size) {
  const std::string text = call.text(0);
  const int base = call.count() > 2 ? static_cast<int>(call.integer(2)) : 10;
  char* end = nullptr;
  errno = 0;
  Int128 value = 0;
  if constexpr (is_signed)
    value = std::strtoll(text.c_str(), &end, base);
  else
    value = static_cast<Int128>(std::strtoull(text.c_str(), &end, base));
  bool out_of_range = errno == ERANGE;
  if (size == 4) {
    const Int128 largest = is_signed ? 0x7fffffff : 0xffffffff, smallest = is_signed ? -largest - 1 : 0;
    const bool wraps = !is_signed && text.find('-') != std::string::npos && value >> 32 == 0xffffffff;
    out_of_range = !wraps && (value > largest || value < smallest);
    if (out_of_range) value = value > largest ? largest : smallest;
  }
  if (out_of_range) call.set_error_number(ERANGE);
  if (call.count() > 1 && call.address(1) != 0)
    call.store(call.address(1), call.word_size(), call.address(0) + static_cast<std::uint64_t>(end - text.c_str()));
  call.give(value);
}

void strtol_(LibraryCall& call) { parse<true>(call, call.word_size()); }
void strtoul_(LibraryCall& call) { parse<false>(call, call.word_size()); }
void strtoll_(LibraryCall& call) { parse<true>(call, 8); }
void strtoull_(LibraryCall& call) { parse<false>(call, 8); }
void atol_(LibraryCall& call) { call.give(std::strtoll(call.text(0).c_str(), nullptr, 10)); }

template <typename F> void parse_real(LibraryCall& call, F (*read)(const char*, char**)) {
  const std::string text = call.text(0);
  char* end = nullptr;
  errno = 0;
  const F value = read(text.c_str(), &end);
  if (errno == ERANGE) call.set_error_number(ERANGE);
  if (call.count() > 1 && call.address(1) != 0)
    call.store(call.address(1), call.word_size(), call.address(0) + static_cast<std::uint64_t>(end - text.c_str()));
  call.give_real(value);
}

void strtof_(LibraryCall& call) { parse_real<float>(call, &std::strtof); }
void strtod_(LibraryCall& call) { parse_real<double>(call, &std::strtod); }
void strtold_(LibraryCall& call) { parse_real<long double>(call, &std::strtold); }
void atof_(LibraryCall& call) { parse_real<double>(call, &std::strtod); }

// div_t, ldiv_t, lldiv_t: two numbers of the argument's type.
void divide(LibraryCall& call) {
  const std::uint64_t size = call.type(0).size();
  const Int128 left = call.wide(0), right = call.wide(1);
  if (right == 0) throw Fault(FaultKind::DivisionByZero, "division by zero");
  const std::uint64_t pair = call.memory().allocate(ObjectKind::Heap, 2 * size, 16, NewBytes::Zero);
  call.store(pair, size, static_cast<UInt128>(left / right));
  call.store(pair + size, size, static_cast<UInt128>(left % right));
  call.give_record(pair, 2 * size);
  call.memory().release(pair);
}

// Random numbers: glibc's additive feedback generator (r[i] = r[i-3] + r[i-31], the lowest bit dropped).

constexpr std::size_t feedback = 31, tap = 3, warm_up = 310;

std::uint32_t next_random(LibraryState& state) {
  auto& r = state.random;
  const std::size_t i = state.random_at;
  const auto at = [&](std::size_t back) { return static_cast<std::uint32_t>(r[(i + feedback - back) % feedback]); };
  const std::uint32_t value = at(feedback) + at(tap);
  r[i] = static_cast<std::int32_t>(value);
  state.random_at = (i + 1) % feedback;
  return value >> 1;
}

void seed_random(LibraryState& state, std::uint32_t seed) {
  auto& r = state.random;
  r.assign(feedback, 0);
  r[0] = static_cast<std::int32_t>(seed == 0 ? 1 : seed);
  for (std::size_t i = 1; i < feedback; ++i) {
    std::int64_t word = 16807 * (std::int64_t{r[i - 1]} % 127773) - 2836 * (std::int64_t{r[i - 1]} / 127773);
    if (word < 0) word += 2147483647;
    r[i] = static_cast<std::int32_t>(word);
  }
  state.random_at = tap; // as if the first three had been produced by copying
  for (std::size_t i = 0; i < warm_up; ++i) next_random(state);
}

void srand_(LibraryCall& call) { seed_random(call.machine().library, static_cast<std::uint32_t>(call.word(0))); }

void rand_(LibraryCall& call) {
  LibraryState& state = call.machine().library;
  if (state.random.empty()) seed_random(state, 1);
  call.give(next_random(state));
}

// Sorting and searching, with the program's own comparison.

class Sorter {
public:
  Sorter(LibraryCall& call, std::uint64_t base, std::uint64_t count, std::uint64_t size, std::uint64_t compare)
      : call_(call), base_(base), size_(size), compare_(compare), order_(count) {
    for (std::uint64_t i = 0; i < count; ++i) order_[i] = i;
  }

  // A merge sort, which is stable like glibc's; the elements are moved at the end.
  void run() {
    sort(0, order_.size());
    const std::uint64_t total = order_.size() * size_;
    const std::uint64_t copy = call_.memory().allocate(ObjectKind::Heap, total, 16, NewBytes::Zero);
    call_.memory().copy(copy, base_, total);
    for (std::uint64_t i = 0; i < order_.size(); ++i)
      call_.memory().copy(base_ + i * size_, copy + order_[i] * size_, size_);
    call_.memory().release(copy);
  }

private:
  bool before(std::uint64_t left, std::uint64_t right) {
    const Slot order = call_.machine().call_back(compare_, {base_ + left * size_, base_ + right * size_});
    return static_cast<std::int32_t>(order) < 0;
  }

  void sort(std::size_t begin, std::size_t end) {
    if (end - begin < 2) return;
    const std::size_t middle = begin + (end - begin) / 2;
    sort(begin, middle);
    sort(middle, end);
    std::vector<std::uint64_t> merged;
    std::size_t left = begin, right = middle;
    while (left < middle && right < end)
      merged.push_back(before(order_[right], order_[left]) ? order_[right++] : order_[left++]);
    merged.insert(merged.end(), order_.begin() + static_cast<std::ptrdiff_t>(left),
                  order_.begin() + static_cast<std::ptrdiff_t>(middle));
    std::copy(merged.begin(), merged.end(), order_.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  LibraryCall& call_;
  std::uint64_t base_, size_, compare_;
  std::vector<std::uint64_t> order_;
};

void qsort_(LibraryCall& call) {
  if (call.address(1) == 0) return;
  call.memory().writable(call.address(0), call.address(1) * call.address(2));
  Sorter(call, call.address(0), call.address(1), call.address(2), call.address(3)).run();
}

void bsearch_(LibraryCall& call) {
  std::uint64_t low = 0, high = call.address(2);
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    const std::uint64_t element = call.address(1) + middle * call.address(3);
    const auto order = static_cast<std::int32_t>(call.machine().call_back(call.address(4), {call.address(0), element}));
    if (order == 0) return call.give_bits(element);
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  call.give(0);
}

// Environment and time.

void getenv_(LibraryCall& call) { call.give(0); }
void errno_location(LibraryCall& call) { call.give_bits(call.machine().library.error_number); }

void time_(LibraryCall& call) {
  call.machine().assume("'" + call.function().source_name() + "' returns 0");
  if (call.count() > 0 && call.type(0).is_pointer() && call.address(0) != 0)
    call.store(call.address(0), call.word_size(), 0);
  call.give(0);
}

void clock_(LibraryCall& call) {
  call.machine().assume("'" + call.function().source_name() + "' returns 0");
  call.give(0);
}

void failure(LibraryCall& call) { call.give(-1); }

} // namespace

constinit const LibraryTable stdlib_functions = {
    {"abs", &absolute},
    {"labs", &absolute},
    {"llabs", &absolute},
    {"imaxabs", &absolute},
    {"atoi", &parse_int},
    {"atol", &atol_},
    {"atoll", &atol_},
    {"atof", &atof_},
    {"strtol", &strtol_},
    {"strtoul", &strtoul_},
    {"strtoll", &strtoll_},
    {"strtoq", &strtoll_},
    {"strtoull", &strtoull_},
    {"strtouq", &strtoull_},
    {"strtof", &strtof_},
    {"strtod", &strtod_},
    {"strtold", &strtold_},
    {"div", &divide},
    {"ldiv", &divide},
    {"lldiv", &divide},
    {"rand", &rand_},
    {"random", &rand_},
    {"srand", &srand_},
    {"srandom", &srand_},
    {"qsort", &qsort_},
    {"bsearch", &bsearch_},
    {"getenv", &getenv_},
    {"system", &failure},
    {"__errno_location", &errno_location},
    {"time", &time_},
    {"clock", &clock_},
};

} // namespace tandem::semantics::interpreter
