// The speed of the interpreter: edges per second on loops over integers, globals, arrays, calls, pointers and the
// heap, and the cost of a run that does almost nothing. The project's bound is 10 million edges per second on the
// integer loop.

#include "frontend/load/load.h"
#include "semantics/interpreter/run.h"

#include <benchmark/benchmark.h>

#include <filesystem>

namespace {

using namespace tandem;
using namespace tandem::semantics;

Program load_program(const std::string& name, DataModel model) {
  const std::filesystem::path file = std::filesystem::path(TANDEM_BENCH_PROGRAMS) / name;
  return frontend::load({.files = {file}, .data_model = model});
}

void run(benchmark::State& state, const std::string& name, DataModel model, std::uint64_t trace_limit) {
  const Program program = load_program(name, model);
  semantics::interpreter::Executable executable(program);
  semantics::TextInputs inputs({}, semantics::Exhaustion::Zero);
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const semantics::interpreter::RunResult result = executable.run(inputs, {.trace_limit = trace_limit});
    if (result.end != semantics::interpreter::End::Returned || result.exit_code != 0)
      return state.SkipWithError(result.message.c_str());
    steps += result.steps;
  }
  state.counters["edges"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

void run_lp64(benchmark::State& state, const char* name) { run(state, name, DataModel::LP64, 0); }
void run_ilp32(benchmark::State& state, const char* name) { run(state, name, DataModel::ILP32, 0); }
void run_traced(benchmark::State& state, const char* name) { run(state, name, DataModel::LP64, 100'000'000); }

} // namespace

BENCHMARK_CAPTURE(run_lp64, integer_loop, "integer_loop.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_ilp32, integer_loop, "integer_loop.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_traced, integer_loop, "integer_loop.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, globals, "globals.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, arrays, "arrays.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_ilp32, arrays, "arrays.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, calls, "calls.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, pointers, "pointers.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, lists, "lists.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, floats, "floats.c")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_lp64, nothing, "nothing.c")->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
