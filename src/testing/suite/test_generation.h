// A test generation under way: the program, its goals, and the tests found so far. Whatever a partner proposes is run
// here, and only what the run shows counts as covered.
//
// Anytime: a test is on disk before offer() returns, and the table follows within a second, so that a run that is
// killed leaves a suite and a table that agree.
#pragma once

#include "testing/goals/goal_table.h"
#include "testing/suite/suite_format.h"

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>

namespace tandem::testing::suite {

using goals::GoalId;

enum class Minimise : std::uint8_t { Yes, No };

// What a test does when its inputs are used up.
enum class Completion : std::uint8_t {
  None,  // its run ends there
  Zeros, // it has zeros for what the run asks for, so that the run comes to its own end
};

struct TestGenerationOptions {
  std::filesystem::path folder;        // of the suite; empty: nothing is written
  std::shared_ptr<SuiteFormat> format; // of the files there
  goals::Selection selection;
  Minimise minimise = Minimise::Yes;
  Completion completion = Completion::None;
  std::vector<std::string> assumptions; // that every proof rests on
};

class TestGeneration {
public:
  // Throws InputError if the folder has files like tests that are not from an earlier generation.
  TestGeneration(const Program& program, goals::GoalTable table, TestGenerationOptions options);

  const Program& program() const { return program_; }
  const goals::GoalTable& table() const { return table_; }
  const std::deque<Test>& tests() const { return tests_; }
  TestRunner& runner() { return runner_; }
  bool is_done() const { return table_.counts().open == 0; }
  double seconds() const; // since the beginning
  bool is_minimising() const { return options_.minimise == Minimise::Yes; }
  // Whether further runs that cover nothing new could make the minimised suite smaller.
  bool wants_spare_tests() const;
  // How many of the runs seen so far suffice to cover what is covered.
  std::size_t fewest_tests() const;
  // Whether a run was seen that covers both.
  bool has_test_of_both(GoalId a, GoalId b) const;

  struct Result {
    TestRun run;
    std::size_t newly_covered = 0;
  };
  // Runs the program on these inputs. If that covers an open goal, the run becomes a test.
  Result offer(semantics::InputSource& inputs, const std::string& by, const RunLimits& limits = {});
  Result offer(const std::vector<UInt128>& values, const std::string& by, const RunLimits& limits = {});

  void prove_unreachable(GoalId goal, const std::string& by, const std::vector<std::string>& assumptions);
  void leave_open(GoalId goal, const std::string& reason) { table_.leave_open(goal, reason); }

  // Writes the table if the last time is long ago; to be called now and then.
  void save_soon();
  // Chooses the fewest tests that cover the same goals, shortens and simplifies them, and writes the final table. Stops
  // simplifying when `should_stop` says so.
  void finish(const std::function<bool()>& should_stop);
  bool is_minimum() const { return is_minimum_; } // after finish: no fewer of the tests that were seen suffice

private:
  void prepare_folder();
  std::vector<UInt128> shortened(std::vector<UInt128> values, const std::vector<GoalId>& needed,
                                 const RunLimits& limits);
  bool still_covers(const std::vector<UInt128>& values, const std::vector<GoalId>& needed, const RunLimits& limits);
  bool does_as_well(const std::vector<UInt128>& values, const std::vector<GoalId>& needed, const RunLimits& limits,
                    const Test& test);
  TestRun completed(const std::vector<UInt128>& values, const RunLimits& limits);
  void add(TestRun run, const std::string& by);
  void add_surviving_part(const TestRun& run, const std::string& by);
  void note_survival(const Test& test);
  void write(Test& test);
  void remember(const TestRun& run, const std::vector<GoalId>& covers, const std::string& by);
  void minimise();
  std::vector<std::vector<std::uint32_t>> goal_sets(const std::vector<Test>& candidates) const;
  void simplify(Test& test, const std::vector<GoalId>& needed, const std::function<bool()>& should_stop);
  void save_table();

  const Program& program_;
  goals::GoalTable table_;
  TestGenerationOptions options_;
  TestRunner runner_;
  std::deque<Test> tests_;
  std::vector<bool> survived_; // by goal: covered by a test that the program survives
  std::deque<Test> spare_;     // cover nothing new, but more at once than any other; without a number
  std::uint32_t next_number_ = 1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), saved_{};
  bool is_changed_ = true, is_minimum_ = false;
};

} // namespace tandem::testing::suite
