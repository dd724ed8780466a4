#include "base/core/limits.h"

#include "base/core/input_error.h"

#include <gtest/gtest.h>

#include <string>

namespace tandem {
namespace {

using std::chrono::milliseconds;

TEST(Limits, ReadsTimes) {
  EXPECT_EQ(parse_duration("60s"), milliseconds(60'000));
  EXPECT_EQ(parse_duration("90"), milliseconds(90'000));
  EXPECT_EQ(parse_duration("2min"), milliseconds(120'000));
  EXPECT_EQ(parse_duration("1.5h"), milliseconds(5'400'000));
  EXPECT_EQ(parse_duration("250 ms"), milliseconds(250));
  EXPECT_EQ(parse_duration("0.1s"), milliseconds(100));
}

TEST(Limits, ReadsSizes) {
  EXPECT_EQ(parse_size("4GB"), 4'000'000'000u);
  EXPECT_EQ(parse_size("1.5 gb"), 1'500'000'000u);
  EXPECT_EQ(parse_size("512MiB"), 536'870'912u);
  EXPECT_EQ(parse_size("100kB"), 100'000u);
  EXPECT_EQ(parse_size("7B"), 7u);
}

TEST(Limits, NamesWhatItAccepts) {
  for (const char* text :
       {"", "s", "-5s", "0s", "nan", "infs", "5m", "5 s x", "1e400s", "99999999999999999999h", "5GB"})
    EXPECT_THROW(parse_duration(text), InputError) << text;
  for (const char* text : {"", "GB", "4", "-4GB", "0GB", "4G", "4GBs", "0x10MB", "4s", "9999999999GB"})
    EXPECT_THROW(parse_size(text), InputError) << text;
  try {
    parse_size("lots");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), "'lots' is not an amount of memory; write for example 500MB, 4GB or 2GiB");
  }
}

} // namespace
} // namespace tandem
