#include "analysis/value/value_invariants.h"

#include "analysis/value/value_analysis.h"
#include "program/cexpr/c_expr.h"
#include "program/model/property.h"
#include "program/text/cfa_reader.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

namespace tandem::analysis::value {
namespace {

// "function: condition" for each invariant.
std::vector<std::string> invariants(const Program& program, ValueKind kind) {
  task::SilentMonitor monitor;
  ValueAnalysisOptions options;
  options.kind = kind;
  const task::Outcome outcome =
      make_value_analysis(options, nullptr)->run({.program = program, .property = default_property()}, monitor);
  EXPECT_EQ(outcome.verdict, task::Verdict::True) << outcome.reason;
  std::vector<std::string> result;
  for (const exchange::LocationInvariant& each : outcome.invariants)
    result.push_back(each.location->function->name() + ": " +
                     cexpr::c_text(*each.condition, cexpr::ExprStyle::Readable));
  return result;
}

constexpr std::string_view machine = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void)
  var int state
  var int lamp
  var int event
  L0 -> L1  state = 1
  L1 -> L2  lamp = 0
  L2 -> L3  event = __VERIFIER_nondet_int()
  L3 -> L4  [event == 7]
  L3 -> L8  [!(event == 7)]
  L4 -> L5  [state == 1]
  L4 -> L7  [!(state == 1)]
  L5 -> L6  state = 2
  L6 -> L8  lamp = 5
  L7 -> L9  state = 1
  L9 -> L8  lamp = 0
  L8 -> L10  [state == 2]
  L8 -> L2  [!(state == 2)]
  L10 -> L2  [lamp == 5]
  L10 -> L11  [!(lamp == 5)]
  L11 -> exit  reach_error()
)";

TEST(ValueInvariants, ListTuplesOfValues) {
  const Program program = text::read_cfa(machine, DataModel::LP64);
  EXPECT_EQ(invariants(program, ValueKind::Explicit),
            (std::vector<std::string>{"main: state >= 1 && state <= 2 && (lamp >= 0 && lamp <= 5)",
                                      "main: state == 1 && lamp == 0 || state == 2 && lamp == 5"}));
}

// The same function, called before the check and after the last one: what holds in the first call does not in the
// second.
constexpr std::string_view twice = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
wait: void wait(int limit)
  var int i
  W0 -> W1  i = 0
  W1 -> W2  [i < limit]
  W1 -> W3  [!(i < limit)]
  W2 -> W1  i = i + 1
  W3 -> exit  return
main: int main(void)
  L0 -> L1  wait(3)
  L1 -> L2  wait(2)
  L2 -> L3  [0]
  L2 -> L4  [!0]
  L3 -> L4  reach_error()
  L4 -> L5  wait(1000)
  L5 -> exit  return 0
)";

TEST(ValueInvariants, NothingIsClaimedOfWhatWasNotExplored) {
  const Program program = text::read_cfa(twice, DataModel::LP64);
  for (const ValueKind kind : {ValueKind::Explicit, ValueKind::Interval}) {
    const std::vector<std::string> said = invariants(program, kind);
    for (const std::string& each : said) EXPECT_EQ(each.find("limit <="), std::string::npos) << each;
  }
}

TEST(ValueInvariants, RangesOfIntervals) {
  const Program program = text::read_cfa(R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void)
  var int slot
  var int more
  L0 -> L1  slot = 0
  L1 -> L2  more = __VERIFIER_nondet_int()
  L2 -> L3  slot = slot + 1
  L3 -> L4  [slot >= 16]
  L3 -> L5  [!(slot >= 16)]
  L4 -> L5  slot = 0
  L5 -> L6  [slot > 15]
  L5 -> L1  [!(slot > 15)]
  L6 -> exit  reach_error()
)",
                                         DataModel::LP64);
  EXPECT_EQ(invariants(program, ValueKind::Interval), std::vector<std::string>{"main: slot >= 0 && slot <= 15"});
}

} // namespace
} // namespace tandem::analysis::value
