#include "exchange/formats/gia_statistics.h"

#include "exchange/gia/gia_file.h"

#include <gtest/gtest.h>

namespace tandem::exchange::formats {
namespace {

TEST(GiaStatistics, CountsWhatIsThere) {
  const Gia gia =
      read_gia_text("tandem-gia 1\nstate a initial\nstate b cand invariant x\nstate c ut\nstate d rt\nstate e\n"
                    "a -> b on e1 e2 if x > 1\na -> c on e2\na -> e on e3\nend\n");
  EXPECT_EQ(statistics(gia), (GiaStatistics{.states = 5,
                                            .transitions = 3,
                                            .ut = 1,
                                            .rt = 1,
                                            .cand = 1,
                                            .assumptions = 1,
                                            .invariants = 1,
                                            .edges = 3,
                                            .useless = 2,
                                            .is_deterministic = false}));
  EXPECT_EQ(
      statistics_text(statistics(gia)),
      "5 states (1 ut, 1 rt, 1 cand; 2 idle), 3 transitions on 3 edges, 1 assumption, 1 invariant, nondeterministic");
}

} // namespace
} // namespace tandem::exchange::formats
