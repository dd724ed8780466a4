// A strategy: which actors run, in what order, with what limits, and what each learns from the others. Written as YAML;
// docs/strategies.md describes it.
#pragma once

#include "base/core/yaml_reader.h"
#include "cooperate/constraint.h"
#include "task/outcome.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::cooperate {

enum class StrategyStepKind : std::uint8_t { Run, Sequence, Parallel, Repeat, If, Split };

// Does an actor learn what was verified before it?
enum class Passing : std::uint8_t {
  Condition, // what is known is taken out of its task
  Nothing,   // it starts from scratch, for comparison
  Complete,  // like Condition, but only the results of partners that came to their end
  Rest,      // like Complete, and only if something was verified: otherwise the step is left out
};

// Whether an actor works on candidates instead of the task as a whole.
enum class CandidateExchange : std::uint8_t {
  None,
  Find, // what it leaves as candidates is for the steps that take them; older ones are dropped
  Take, // it looks at these only: its TRUE says that they are impossible, no more
};

// Whether an actor gives loop invariants to others, or takes them.
enum class InvariantExchange : std::uint8_t {
  None,
  Give, // what its automaton says of states is kept, in place of what was known
  Take, // it is given that, and nothing else
};

// Whether running partners of a parallel step learn what another one has found out.
enum class Inform : std::uint8_t {
  Later,   // only partners that start later
  Restart, // they are restarted with what is left, by the restart heuristic (restart_heuristic.h)
};

// What an if-step asks about the program, or about what happened before it.
enum class Question : std::uint8_t { Loops, Recursion, Floats, Inputs, ExternalCalls, Allocations, Progress };

// What becomes of a partner that is at work when its share of the time is over.
enum class AfterShare : std::uint8_t {
  Ends,
  GoesOn, // it waits, and goes on beside the steps that follow, with the smaller part of the time (turns.h)
};

struct StrategyStep {
  StrategyStepKind kind = StrategyStepKind::Sequence;
  TextPosition position;                // in the file
  std::string actor;                    // Run
  Passing passing = Passing::Condition; // Run
  std::string reduce;                   // Run: how a tool's program is made from a condition; empty: it decides
  std::string with;                     // Run: the partner that an actor uses itself
  CandidateExchange candidates = CandidateExchange::None; // Run
  InvariantExchange invariants = InvariantExchange::None; // Run
  Inform inform = Inform::Later;                          // Parallel
  std::vector<StrategyStep> steps;                        // of Sequence, Parallel, Repeat, Split; of If: then
  std::vector<StrategyStep> otherwise;                    // If
  Question question = Question::Loops;                    // If
  unsigned at_most = 1000;                                // Repeat
  std::vector<DivisionKind> by;                           // Split: empty: every kind
  std::chrono::milliseconds attempt{5'000};               // Split: for a part, until it is divided further
  task::Limits limits;                                    // for the step as a whole
  std::optional<double> share;                            // of the time that is left, 0 to 1
  AfterShare after_share = AfterShare::Ends;              // Run
};

// The names of the partners below a step, for people.
std::string partners_text(const StrategyStep& step);

// The reducer of a step that does not name one: a partner that is told what was verified gets the residual program.
std::string reducer(const StrategyStep& step);

struct Strategy {
  std::string name, about;
  std::filesystem::path path;
  std::vector<std::string> partners; // {1}, {2} …, unless the user names others
  StrategyStep root;
};

// Throws InputError with file and line. `partners` take the place of the strategy's own, if there are any.
Strategy read_strategy(const YamlValue& yaml, const std::filesystem::path& path,
                       const std::vector<std::string>& partners = {});
Strategy read_strategy(const std::filesystem::path& path, const std::vector<std::string>& partners = {});

class StrategyBook {
public:
  // Folders with *.yml; a strategy that several have is taken from the first.
  explicit StrategyBook(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  // A name, or the path of a file. InputError lists the names if it is neither.
  Strategy find(const std::string& name, const std::vector<std::string>& partners = {}) const;
  std::vector<Strategy> all() const; // by name

private:
  std::vector<std::filesystem::path> folders_;
};

} // namespace tandem::cooperate
