#include "report/text/partners_text.h"

#include <gtest/gtest.h>

namespace tandem::report {
namespace {

TEST(PartnersText, EveryPartnerHasALine) {
  const task::Contribution value{.partner = "value", .what = "left a condition", .cpu_seconds = 1.5};
  const task::Contribution again{.partner = "value", .what = "time limit", .cpu_seconds = 2};
  const task::Contribution cbmc{.partner = "cbmc", .what = "proved what was left open", .cpu_seconds = 0.25};
  EXPECT_EQ(partners_text({value, again, cbmc}), "Partner value (3.5 s CPU, 2 runs): time limit\n"
                                                 "Partner cbmc (0.2 s CPU): proved what was left open\n");
  EXPECT_EQ(partners_text({cbmc}), "");
  const task::Contribution unknown{.partner = "value", .what = "time limit (4 nodes)"};
  EXPECT_EQ(partners_text({unknown, unknown, cbmc}), "Partner value (2 runs): time limit (4 nodes)\n"
                                                     "Partner cbmc (0.2 s CPU): proved what was left open\n");
}

} // namespace
} // namespace tandem::report
