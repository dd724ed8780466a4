// A run is determined by its inputs, and a prefix of them leads to a prefix of the run; so the shortest prefix that
// covers the same goals is found by halving. A run that covers nothing new may still cover at once what several tests
// cover: such runs are kept in memory as candidates for the minimised suite.
//
// A compiled program that crashes, or is killed in an endless loop, takes gcov's counters with it. So what it did until
// then is a test of its own: all inputs but the last one, for want of which that run ends first.

#include "testing/suite/test_generation.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "testing/suite/set_cover.h"
#include "testing/suite/table_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace tandem::testing::suite {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_spare = 512, most_goals_of_spare = 1'000, many_values = 10'000;
constexpr std::uint64_t most_steps_of_completion = 200'000;
constexpr std::chrono::milliseconds between_tables{500};
constexpr std::chrono::milliseconds replay_time{10'000};

bool program_survives(semantics::interpreter::End end) {
  using semantics::interpreter::End;
  switch (end) {
  case End::Endless:
  case End::Fault:
  case End::StepLimit:
  case End::TimeLimit:
  case End::MemoryLimit: return false;
  case End::Returned:
  case End::Exit:
  case End::Abort:
  case End::AssertFailed:
  case End::ErrorCall:
  case End::AssumeViolated:
  case End::InputsExhausted: return true;
  }
  return true;
}

bool survives_each(const std::vector<Test>& tests) {
  return std::ranges::all_of(tests, [](const Test& test) { return program_survives(test.end); });
}

RunLimits limits_like(std::uint64_t steps) { return {.steps = steps + 1, .trace = 0, .time = replay_time}; }

} // namespace

TestGeneration::TestGeneration(const Program& program, goals::GoalTable table, TestGenerationOptions options)
    : program_(program), table_(std::move(table)), options_(std::move(options)), runner_(program),
      survived_(table_.goals().size()) {
  if (!options_.folder.empty()) prepare_folder();
}

void TestGeneration::prepare_folder() {
  std::error_code failure;
  fs::create_directories(options_.folder, failure);
  if (failure)
    throw InputError(TextPosition{options_.folder.string()}, "cannot make this folder: " + failure.message());
  const bool is_ours = fs::exists(options_.folder / table_file);
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(options_.folder))
    if (entry.is_regular_file() && entry.path().filename() != table_file && options_.format->is_test(entry.path()))
      old.push_back(entry.path());
  if (!is_ours && !old.empty())
    throw InputError(TextPosition{old.front().string()},
                     "the folder has files already that could be tests; an empty or new one is expected");
  for (const fs::path& path : old) fs::remove(path);
  options_.format->begin(options_.folder);
  save_table();
}

double TestGeneration::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

bool TestGeneration::wants_spare_tests() const {
  return options_.minimise == Minimise::Yes && tests_.size() > 1 && spare_.size() < most_spare;
}

std::size_t TestGeneration::fewest_tests() const {
  std::vector<std::vector<std::uint32_t>> sets;
  for (const std::deque<Test>* from : {&tests_, &spare_})
    for (const Test& test : *from) sets.push_back(test.covers);
  return cover_all(sets).chosen.size();
}

bool TestGeneration::has_test_of_both(GoalId a, GoalId b) const {
  const auto has_both = [&](const Test& test) {
    return std::ranges::binary_search(test.covers, a) && std::ranges::binary_search(test.covers, b);
  };
  return std::ranges::any_of(tests_, has_both) || std::ranges::any_of(spare_, has_both);
}

TestGeneration::Result TestGeneration::offer(const std::vector<UInt128>& values, const std::string& by,
                                             const RunLimits& limits) {
  ListedInputs inputs(values);
  return offer(inputs, by, limits);
}

TestGeneration::Result TestGeneration::offer(semantics::InputSource& inputs, const std::string& by,
                                             const RunLimits& limits) {
  TestRun run = runner_.run(inputs, limits);
  const std::vector<GoalId> covers = table_.passed(run.visited);
  std::vector<GoalId> fresh;
  std::size_t newly_covered = 0;
  for (const GoalId id : covers) {
    const bool is_new = table_.status(id).state != goals::GoalState::Covered;
    newly_covered += is_new ? 1 : 0;
    if (is_new || (program_survives(run.end) && !survived_[id])) fresh.push_back(id);
  }
  if (fresh.empty()) {
    remember(run, covers, by);
    return {std::move(run), 0};
  }
  // Reproduced with the inputs alone: what depends on anything else is no test.
  const RunLimits again = limits_like(run.steps);
  const std::vector<UInt128> values = shortened(run.values(), fresh, again);
  if (!still_covers(values, fresh, again)) return {std::move(run), 0};
  add(completed(values, again), by);
  save_soon();
  return {std::move(run), newly_covered};
}

bool TestGeneration::still_covers(const std::vector<UInt128>& values, const std::vector<GoalId>& needed,
                                  const RunLimits& limits) {
  const std::vector<bool> visited = runner_.run(values, limits).visited;
  return std::ranges::all_of(needed, [&](GoalId id) {
    return std::ranges::any_of(table_.goal(id).edges, [&](const Edge* edge) { return visited[edge->id]; });
  });
}

// As a change of this test, which may not make the program crash.
bool TestGeneration::does_as_well(const std::vector<UInt128>& values, const std::vector<GoalId>& needed,
                                  const RunLimits& limits, const Test& test) {
  return still_covers(values, needed, limits) &&
         (!program_survives(test.end) || program_survives(runner_.run(values, limits).end));
}

std::vector<UInt128> TestGeneration::shortened(std::vector<UInt128> values, const std::vector<GoalId>& needed,
                                               const RunLimits& limits) {
  std::size_t too_few = 0, enough = values.size(); // the empty list may be enough, too
  if (enough == 0) return values;
  if (still_covers({}, needed, limits)) return {};
  // Of very many, each attempt takes long: a list that is nearly the shortest will do.
  const auto is_close = [&] { return enough > many_values && enough - too_few <= enough / 8; };
  while (too_few + 1 < enough && !is_close()) {
    const std::size_t middle = too_few + (enough - too_few) / 2;
    const std::vector<UInt128> prefix(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle));
    (still_covers(prefix, needed, limits) ? enough : too_few) = middle;
  }
  values.resize(enough);
  return values;
}

// The run on these values, and on as many zeros as it wants then if that is asked for and the program survives it.
TestRun TestGeneration::completed(const std::vector<UInt128>& values, const RunLimits& limits) {
  TestRun run = runner_.run(values, limits);
  if (options_.completion == Completion::None || run.end != semantics::interpreter::End::InputsExhausted) return run;
  semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
  ListedInputs inputs(values, &zeros);
  TestRun whole = runner_.run(inputs, limits_like(most_steps_of_completion));
  return program_survives(whole.end) ? whole : run;
}

// What the run did before it asked for its last input.
void TestGeneration::add_surviving_part(const TestRun& run, const std::string& by) {
  std::vector<UInt128> values = run.values();
  if (values.empty()) return;
  values.pop_back();
  TestRun part = runner_.run(values, limits_like(run.steps));
  const std::vector<GoalId> covers = table_.passed(part.visited);
  if (!program_survives(part.end) || std::ranges::all_of(covers, [&](GoalId id) { return survived_[id]; })) return;
  add(std::move(part), by);
}

void TestGeneration::note_survival(const Test& test) {
  if (!program_survives(test.end)) return;
  for (const GoalId id : test.covers) survived_[id] = true;
}

void TestGeneration::add(TestRun run, const std::string& by) {
  if (!program_survives(run.end)) add_surviving_part(run, by);
  Test test{.number = next_number_++, .inputs = std::move(run.inputs)};
  test.end = run.end;
  test.exit_code = run.exit_code;
  test.steps = run.steps;
  test.by = by;
  test.covers = table_.passed(run.visited);
  write(test); // before the table says so
  for (const GoalId id : test.covers)
    if (table_.status(id).state != goals::GoalState::Covered) table_.cover(id, by, test.number, seconds());
  note_survival(test);
  tests_.push_back(std::move(test));
  is_changed_ = true;
}

void TestGeneration::write(Test& test) {
  test.reaches_error =
      std::ranges::any_of(test.covers, [&](GoalId id) { return table_.goal(id).kind == goals::GoalKind::Error; });
  if (!options_.folder.empty()) options_.format->write(options_.folder, test);
}

void TestGeneration::remember(const TestRun& run, const std::vector<GoalId>& covers, const std::string& by) {
  // Of many goals, each comparison takes as long as a run.
  if (options_.minimise == Minimise::No || covers.empty() || table_.goals().size() > most_goals_of_spare) return;
  const auto has_all = [&](const Test& test) {
    return test.covers.size() >= covers.size() && std::ranges::includes(test.covers, covers);
  };
  if (std::ranges::any_of(tests_, has_all) || std::ranges::any_of(spare_, has_all)) return;
  std::erase_if(spare_, [&](const Test& test) { return std::ranges::includes(covers, test.covers); });
  if (spare_.size() >= most_spare) {
    const auto least = std::ranges::min_element(spare_, {}, [](const Test& test) { return test.covers.size(); });
    if (least->covers.size() >= covers.size()) return;
    spare_.erase(least);
  }
  Test spare{.inputs = run.inputs, .end = run.end, .exit_code = run.exit_code, .steps = run.steps};
  spare.covers = covers;
  spare.by = by;
  spare_.push_back(std::move(spare));
}

void TestGeneration::prove_unreachable(GoalId goal, const std::string& by,
                                       const std::vector<std::string>& assumptions) {
  std::vector<std::string> all = options_.assumptions;
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  table_.prove_unreachable(goal, by, all, seconds());
  is_changed_ = true;
  save_soon();
}

void TestGeneration::save_soon() {
  if (is_changed_ && Clock::now() - saved_ >= between_tables) save_table();
}

void TestGeneration::save_table() {
  saved_ = Clock::now();
  is_changed_ = false;
  if (options_.folder.empty()) return;
  options_.format->save(options_.folder, tests_);
  write_text_file(options_.folder / table_file, table_json(*this, options_.selection));
}

void TestGeneration::finish(const std::function<bool()>& should_stop) {
  if (options_.minimise == Minimise::Yes) {
    minimise();
    for (Test& test : tests_) {
      if (should_stop()) break;
      std::vector<GoalId> needed;
      for (const GoalId id : test.covers)
        if (table_.status(id).test == test.number) needed.push_back(id);
      simplify(test, needed, should_stop);
    }
  }
  save_table();
}

// What each of them covers; and once more, as further elements, where the program survives it but not all others.
std::vector<std::vector<std::uint32_t>> TestGeneration::goal_sets(const std::vector<Test>& candidates) const {
  const auto count = static_cast<std::uint32_t>(table_.goals().size());
  const bool survives_all = survives_each(candidates);
  std::vector<std::vector<std::uint32_t>> sets;
  for (const Test& test : candidates) {
    std::vector<std::uint32_t>& set = sets.emplace_back(test.covers);
    if (survives_all || !program_survives(test.end)) continue;
    for (const GoalId id : test.covers) set.push_back(id + count);
  }
  return sets;
}

void TestGeneration::minimise() {
  std::vector<Test> candidates(tests_.begin(), tests_.end());
  candidates.insert(candidates.end(), spare_.begin(), spare_.end());
  const SetCover cover = cover_all(goal_sets(candidates));
  is_minimum_ = cover.is_minimum && (survives_each(candidates) || cover.chosen.size() == fewest_tests());
  std::deque<Test> chosen;
  for (const std::size_t i : cover.chosen) {
    Test test = candidates[i];
    if (test.number == 0) {
      test.number = next_number_++;
      write(test);
    }
    chosen.push_back(std::move(test));
  }
  // Goals belong to tests that the program survives, where there are such.
  for (const bool survives : {false, true})
    for (const Test& test : chosen)
      if (program_survives(test.end) == survives)
        for (const GoalId id : test.covers) table_.move_test(id, test.number);
  // The new tests are on disk and the table names them, before the others are removed.
  tests_.swap(chosen);
  save_table();
  if (options_.folder.empty()) return;
  for (const Test& test : chosen)
    if (std::ranges::find(tests_, test.number, &Test::number) == tests_.end())
      options_.format->remove(options_.folder, test);
}

// Zero where zero does as well.
void TestGeneration::simplify(Test& test, const std::vector<GoalId>& needed, const std::function<bool()>& should_stop) {
  constexpr std::size_t most_values = 256;
  const RunLimits limits = limits_like(test.steps);
  std::vector<UInt128> values = shortened(test.values(), needed, limits);
  const std::size_t before = test.inputs.size();
  bool is_simpler = values.size() < before;
  for (std::size_t i = 0; i < std::min(values.size(), most_values) && !should_stop(); ++i) {
    for (const UInt128 simple : {UInt128{0}, UInt128{1}}) {
      if (values[i] <= simple) break;
      std::vector<UInt128> simpler = values;
      simpler[i] = simple;
      if (!does_as_well(simpler, needed, limits, test)) continue;
      values = std::move(simpler);
      is_simpler = true;
      break;
    }
  }
  if (!is_simpler) return;
  const TestRun run = completed(values, limits);
  const std::vector<GoalId> covers = table_.passed(run.visited);
  if (!std::ranges::includes(covers, needed)) return;
  test.inputs = run.inputs;
  test.end = run.end;
  test.exit_code = run.exit_code;
  test.steps = run.steps;
  test.covers = covers;
  write(test);
}

} // namespace tandem::testing::suite
