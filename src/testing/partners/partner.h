// A partner of a test generation: it proposes inputs, or proves that goals are unreachable. It works in slices, so that
// a scheduler can give the time to the partner that makes most of it, and keeps what it knows between them.
#pragma once

#include "testing/suite/test_generation.h"

#include <chrono>
#include <functional>
#include <string>

namespace tandem::testing::partners {

struct Slice {
  std::function<bool()> is_over;   // polled frequently; come back soon and expect to be continued later
  std::function<bool()> must_stop; // nothing is continued later; implies is_over
  // Until must_stop: what cannot be interrupted gets no longer.
  std::function<std::chrono::milliseconds()> left = [] { return std::chrono::milliseconds(60'000); };
  // The same on the clock, which is what a busy machine makes the shorter one.
  std::function<std::chrono::milliseconds()> wall_left = [] { return std::chrono::milliseconds(3'600'000); };
};

enum class Progress : std::uint8_t {
  More,      // there is more to do
  Exhausted, // another slice would change nothing, unless other partners find something
};

class Partner {
public:
  virtual ~Partner() = default;
  virtual std::string name() const = 0;
  // CPU seconds that the first slice takes at least, before anything can be found: until then others come first.
  virtual double start_cost() const { return 0; }
  // Of the time in which no partner decides anything, how large a part it gets, compared with others.
  virtual double weight() const { return 1; }
  // CPU seconds of its processes that still run.
  virtual double running_seconds() const { return 0; }
  // Whether its runs are of use when every goal is decided: some may cover at once what several tests cover.
  virtual bool finds_tests_without_goals() const { return false; }
  virtual std::string remark() const { return {}; } // how it went, for the user
  virtual Progress work(suite::TestGeneration& generation, const Slice& slice) = 0;
};

} // namespace tandem::testing::partners
