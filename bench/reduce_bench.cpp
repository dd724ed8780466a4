// Reducing a program of a given number of edges by an automaton of a given number of states, for each method. The
// automaton is a tree of paths through the program, as exported by an engine that explores paths one by one: each of
// its states is at one location, some leaves are verified, the others are open. The bound: 5,000 edges by 100,000
// states in less than three seconds; time grows with the number of states, about linearly.
#include "exchange/combine/path_tree_for_test.h"
#include "program/model/program_builder.h"
#include "transform/reduce/reduce.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace {

using namespace tandem;

// One loop over many small functions, each with some branches.
class LargeProgram {
public:
  explicit LargeProgram(std::size_t edges) {
    builder_.add_file({"large.c", ""});
    const Type& int_type = context_->types().int_type();
    const Type& signature = context_->types().function(int_type, {}, false, true);
    x_ = &context_->add_variable({.kind = VariableKind::Global, .name = "x", .source_name = "x", .type = &int_type});
    builder_.add_global(*x_);
    Function& main = builder_.declare_function("main", "main", signature, {});
    builder_.begin_body(main, {});
    DraftLocation at = builder_.entry(main);
    const DraftLocation head = at;
    for (std::size_t i = 0; i * edges_of_function < edges; ++i) {
      const std::string name = "f" + std::to_string(i);
      Function& callee = builder_.declare_function(name, name, signature, {});
      write(callee);
      const DraftLocation next = builder_.add_location(main);
      add(at, next, {.kind = OpKind::Call, .lvalue = &context_->variable(*x_), .callee = &callee});
      at = next;
    }
    const DraftLocation after = builder_.add_location(main);
    builder_.add_branch(at, context_->variable(*x_), head, after, here());
    add(after, builder_.exit(main), {.kind = OpKind::Return, .value = &context_->variable(*x_)});
    main_ = &main;
  }

  Program finish() { return builder_.finish(*main_); }

private:
  static constexpr std::size_t edges_of_function = 13;

  SourceRange here() {
    ++line_;
    return {{0, line_, 1}, {0, line_, 2}};
  }
  void add(DraftLocation from, DraftLocation to, const Operation& op) { builder_.add_edge(from, to, op, here()); }
  void write(Function& function) {
    builder_.begin_body(function, {});
    DraftLocation at = builder_.entry(function);
    const Expr& x = context_->variable(*x_);
    for (int i = 0; i < 3; ++i) {
      const DraftLocation yes = builder_.add_location(function), no = builder_.add_location(function);
      const DraftLocation joined = builder_.add_location(function);
      const Expr& number = context_->integer(x.type(), i);
      builder_.add_branch(at, context_->binary(BinaryOp::Lt, x, number), yes, no, here());
      add(yes, joined, {.kind = OpKind::Assign, .lvalue = &x, .value = &context_->binary(BinaryOp::Add, x, number)});
      add(no, joined, {.kind = OpKind::Assign, .lvalue = &x, .value = &context_->binary(BinaryOp::Sub, x, number)});
      at = joined;
    }
    add(at, builder_.exit(function), {.kind = OpKind::Return, .value = &x});
  }

  std::shared_ptr<Context> context_ = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder_{context_};
  const Variable* x_ = nullptr;
  const Function* main_ = nullptr;
  std::uint32_t line_ = 0;
};

void reduce_by(benchmark::State& state, const transform::reduce::ReduceOptions& options) {
  std::size_t locations = 0;
  const Program program = LargeProgram(5'000).finish();
  const exchange::Gia gia = exchange::combine::PathTree(program, 1).grow(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const transform::reduce::Residual residual = transform::reduce::reduce(program, gia, options);
    locations = residual.statistics.locations;
    benchmark::DoNotOptimize(locations);
  }
  state.counters["edges"] = static_cast<double>(program.edges().size());
  state.counters["residual"] = static_cast<double>(locations);
  state.SetComplexityN(state.range(0));
}

void unfold(benchmark::State& state) { reduce_by(state, {.method = transform::reduce::ReduceMethod::Unfold}); }
void fold_at_loops(benchmark::State& state) { reduce_by(state, {.method = transform::reduce::ReduceMethod::Fold}); }
void fold_everywhere(benchmark::State& state) {
  reduce_by(state, {.method = transform::reduce::ReduceMethod::Fold, .fold_at = transform::reduce::FoldAt::Everywhere});
}
void monitor(benchmark::State& state) { reduce_by(state, {.method = transform::reduce::ReduceMethod::Monitor}); }
void automatic(benchmark::State& state) { reduce_by(state, {}); }

BENCHMARK(unfold)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond)->Complexity();
BENCHMARK(fold_at_loops)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond)->Complexity();
BENCHMARK(fold_everywhere)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond)->Complexity();
BENCHMARK(monitor)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond)->Complexity();
BENCHMARK(automatic)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond)->Complexity();

} // namespace

BENCHMARK_MAIN();
