// Both sides run on one machine, so that structures travel as they are; their members leave no gaps on any data model.

#include "testing/compiled/fuzzed_program.h"

#include "base/core/input_error.h"
#include "testing/compiled/counted_program.h"
#include "testing/compiled/served_build.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tandem::testing::compiled {

namespace {

// As in share/testing/fuzzed.c.
struct Setup {
  std::uint32_t edges, words, limit, fuel;
};
struct BatchHead {
  std::uint32_t count, watched, bytes, limit;
};
struct CandidateHead {
  std::uint64_t seed;
  std::uint32_t count, tail, most, unused;
};
struct AnswerHead {
  std::uint64_t distance, left, right;
  std::uint32_t end, used, flags, edges, closer, unused;
};
struct AnswersHead {
  std::uint64_t nanoseconds;
  std::uint32_t bytes, count;
};
enum Flag : std::uint32_t { new_edge = 1, new_pair = 2, closer = 4 };

constexpr std::chrono::milliseconds answer_limit{60'000}, batch_limit{300};

struct Bytes {
  std::vector<std::byte> all;

  void add(const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    all.insert(all.end(), begin, begin + size);
  }
  template <typename Value> void add(const Value& value) { add(&value, sizeof value); }
};

// Everything begins at a multiple of eight.
struct Reader {
  std::span<const std::byte> rest;
  bool is_good = true;

  void take(void* to, std::size_t size) {
    const std::size_t padded = (size + 7) & ~std::size_t{7};
    if (padded > rest.size()) is_good = false;
    if (!is_good || size == 0) return;
    std::memcpy(to, rest.data(), size);
    rest = rest.subspan(padded);
  }
  template <typename Value> void take(std::vector<Value>& to, std::size_t count) {
    if (count * sizeof(Value) > rest.size()) is_good = false;
    if (!is_good) return;
    to.resize(count);
    take(to.data(), count * sizeof(Value));
  }
};

FuzzedRun read_run(Reader& from) {
  AnswerHead head{};
  from.take(&head, sizeof head);
  FuzzedRun run{.distance = head.distance, .left = head.left, .right = head.right};
  run.takes_new_edge = (head.flags & new_edge) != 0;
  run.has_new_pair = (head.flags & new_pair) != 0;
  run.is_closer = (head.flags & closer) != 0;
  if (head.flags == 0) return run;
  static_assert(sizeof(UInt128) == 16 && sizeof(InputShape) == 1);
  from.take(run.values, head.used);
  from.take(run.shapes, head.used);
  from.take(run.new_edges, head.edges);
  from.take(run.closer_edges, head.closer);
  return run;
}

void compile_fuzzed(const Program& program, const FuzzedOptions& options, const std::filesystem::path& folder) {
  const Program counted = with_counters(program, Counted::Comparisons);
  task::Harness harness = serving_harness(counted, options.compiler_args);
  const auto wraps = [&](const std::string& name) {
    return std::ranges::find(harness.options, "-Wl,--wrap=" + name) != harness.options.end();
  };
  constexpr std::array allocating{"malloc", "calloc", "realloc", "free"};
  if (std::ranges::none_of(allocating, wraps)) { // the harness may lead allocations elsewhere, to let them fail
    for (const char* name : allocating) harness.options.push_back(std::string("-Wl,--wrap=") + name);
    harness.options.push_back("-DTANDEM_HEAP");
  }
  for (const char* name : {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "fork", "vfork"})
    harness.options.push_back(std::string("-Wl,--wrap=") + name);
  compile_written(counted, std::move(harness), "fuzzed.c", folder, options.compile_limit);
  let_others_run(folder / "program");
}

} // namespace

FuzzedProgram::FuzzedProgram(const Program& program, const FuzzedOptions& options) {
  require_sandbox();
  compile_fuzzed(program, options, folder_.path());
  server_ = std::make_unique<process::SandboxedServer>(process::SandboxedCommand{.program = folder_.path() / "program",
                                                                                 .arguments = {},
                                                                                 .input = {},
                                                                                 .cpu_limit = std::chrono::hours(24),
                                                                                 .memory_limit = std::uint64_t{2} << 30,
                                                                                 .stack_limit = std::uint64_t{16} << 20,
                                                                                 .process_limit = 64,
                                                                                 .stop = {}});
  Bytes message;
  message.add(Setup{.edges = static_cast<std::uint32_t>(program.edges().size()),
                    .words = static_cast<std::uint32_t>(options.words.size()),
                    .limit = static_cast<std::uint32_t>(options.run_limit.count()),
                    .fuel = options.branches});
  message.add(options.words.data(), options.words.size() * sizeof(std::uint64_t));
  if (!server_->write(message.all, answer_limit)) throw InputError("the program could not be started in its sandbox");
}

std::vector<FuzzedRun> FuzzedProgram::run(std::span<const Candidate> candidates, std::uint32_t watched) {
  Bytes batch;
  for (const Candidate& candidate : candidates) {
    batch.add(CandidateHead{.seed = candidate.seed,
                            .count = static_cast<std::uint32_t>(candidate.values.size()),
                            .tail = static_cast<std::uint32_t>(candidate.tail),
                            .most = candidate.most,
                            .unused = 0});
    batch.add(candidate.values.data(), candidate.values.size() * sizeof(UInt128));
  }
  const BatchHead head{.count = static_cast<std::uint32_t>(candidates.size()),
                       .watched = watched,
                       .bytes = static_cast<std::uint32_t>(batch.all.size()),
                       .limit = static_cast<std::uint32_t>(batch_limit.count())};
  AnswersHead answers{};
  if (!server_->write(std::as_bytes(std::span(&head, 1)), answer_limit) || !server_->write(batch.all, answer_limit) ||
      !server_->read(std::as_writable_bytes(std::span(&answers, 1)), answer_limit))
    return {};
  std::vector<std::byte> text(answers.bytes - sizeof answers);
  if (!server_->read(text, answer_limit)) return {};
  cpu_seconds_ = static_cast<double>(answers.nanoseconds) * 1e-9;
  std::vector<FuzzedRun> runs;
  Reader reader{text};
  for (std::uint32_t i = 0; i < answers.count; ++i) runs.push_back(read_run(reader));
  if (!reader.is_good) return {};
  return runs;
}

} // namespace tandem::testing::compiled
