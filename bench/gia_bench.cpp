// Automata of growing size: reading, minimising, writing, combining. The time per transition should hardly grow.
#include "exchange/combine/combine.h"
#include "exchange/combine/minimise.h"
#include "exchange/gia/gia_file.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <random>

namespace tandem::exchange {
namespace {

constexpr std::uint32_t edge_count = 5000;

// Shapes of automata.
enum class Shape : std::uint8_t {
  Unrolled, // a loop's iterations in sequence, each branch verified or continued; ends in candidates
  Tree,     // paths that never join again, like tests; subtrees repeat
  Tangle,   // any state leads to any other: cycles everywhere
};

// `salt` makes another automaton about the same program; all claims are ut, so that any two can be combined.
Gia make(Shape shape, std::uint32_t transitions, std::uint32_t salt) {
  std::mt19937 random(salt);
  const std::uint32_t states = transitions / 2;
  GiaBuilder builder({{{"program.c", std::string(64, 'a')}}, "LP64", "", "bench"});
  std::vector<LabelId> labels;
  for (std::uint32_t i = 0; i < edge_count; ++i)
    labels.push_back(builder.label(fmt::format("function{}@{}:{}{}", i / 100, 10 + i / 2, 5, i % 2 == 0 ? "+" : "-")));
  const std::array texts{Gia::no_text, Gia::no_text, Gia::no_text, builder.text("x > 0"), builder.text("x == y + 1")};
  for (std::uint32_t i = 0; i < states; ++i) {
    const bool is_last = shape == Shape::Tree ? 2 * i + 2 >= states : i + 1 == states;
    builder.add_state(is_last ? (random() % 3 == 0 ? Accept::Candidate : Accept::Unreachable) : Accept::Nothing);
  }
  const StateId decided = builder.add_state(Accept::Unreachable);
  const auto add = [&](StateId from, std::uint32_t edge, StateId to) {
    builder.add_transition(from, labels[edge % edge_count], to, texts[random() % texts.size()]);
  };
  for (std::uint32_t i = 0; i < states; ++i) {
    switch (shape) {
    case Shape::Unrolled:
      if (i + 1 == states) break;
      add(i, 2 * i, i + 1);
      add(i, 2 * i + 1, random() % 4 == 0 ? static_cast<StateId>(std::min(i + 7, states - 1)) : decided);
      break;
    case Shape::Tree:
      if (2 * i + 2 >= states) break;
      add(i, 2 * (i % 50), 2 * i + 1);
      add(i, 2 * (i % 50) + 1, 2 * i + 2);
      break;
    case Shape::Tangle:
      if (i + 1 == states) break;
      add(i, 2 * (i % 10), static_cast<StateId>(random() % states));
      add(i, 2 * (i % 10) + 1, i + 1);
      break;
    }
  }
  return std::move(builder).finish();
}

Shape shape_of(const benchmark::State& state) { return static_cast<Shape>(state.range(0)); }
std::uint32_t size_of(const benchmark::State& state) { return static_cast<std::uint32_t>(state.range(1)); }

void finish(benchmark::State& state, std::size_t states_left) {
  state.counters["per transition"] = benchmark::Counter(
      static_cast<double>(size_of(state)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["states left"] = static_cast<double>(states_left);
}

void load(benchmark::State& state) {
  const std::string text = gia_text(make(shape_of(state), size_of(state), 1));
  std::size_t left = 0;
  for (auto _ : state) left = read_gia_text(text).states().size();
  finish(state, left);
}

void minimise(benchmark::State& state) {
  const Gia gia = make(shape_of(state), size_of(state), 1);
  std::size_t left = 0;
  for (auto _ : state) left = combine::minimised(gia).states().size();
  finish(state, left);
}

void write(benchmark::State& state) {
  const Gia gia = make(shape_of(state), size_of(state), 1);
  std::size_t bytes = 0;
  for (auto _ : state) bytes += gia_text(gia).size();
  benchmark::DoNotOptimize(bytes);
  finish(state, gia.states().size());
}

void load_minimise_write(benchmark::State& state) {
  const std::string text = gia_text(make(shape_of(state), size_of(state), 1));
  std::size_t left = 0;
  for (auto _ : state) {
    const Gia gia = combine::minimised(read_gia_text(text));
    left = gia.states().size();
    benchmark::DoNotOptimize(gia_text(gia));
  }
  finish(state, left);
}

void combine(benchmark::State& state) {
  const Gia first = make(shape_of(state), size_of(state), 1), second = make(shape_of(state), size_of(state), 2);
  const std::array inputs{combine::CombineInput{&first, "first"}, combine::CombineInput{&second, "second"}};
  std::size_t left = 0;
  for (auto _ : state) left = combine::combined(inputs).states().size();
  finish(state, left);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"shape", "transitions"})->Unit(benchmark::kMillisecond);
  for (const Shape shape : {Shape::Unrolled, Shape::Tree, Shape::Tangle})
    for (const std::int64_t transitions : {10'000, 100'000, 1'000'000})
      benchmark->Args({static_cast<std::int64_t>(shape), transitions});
}

BENCHMARK(load)->Apply(sizes);
BENCHMARK(minimise)->Apply(sizes);
BENCHMARK(write)->Apply(sizes);
BENCHMARK(load_minimise_write)->Apply(sizes);
// 200,000 transitions are 100,000 states.
BENCHMARK(combine)
    ->ArgNames({"shape", "transitions"})
    ->Unit(benchmark::kMillisecond)
    ->ArgsProduct({{0, 1, 2}, {2'000, 20'000, 200'000, 1'000'000}});

} // namespace
} // namespace tandem::exchange

BENCHMARK_MAIN();
