#include "base/process/sanitizer_report.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

namespace tandem::process {
namespace {

constexpr std::string_view overflow = R"(=================================================================
==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x7f12 bp 0x7ffc sp 0x7ffb
WRITE of size 8 at 0x602000000018 thread T0
    #0 0x7f1234567890  (/lib/libasan.so.8+0x49a0)
    #1 0x401196  (/program+0x401196)
    #2 0x7f0000001234  (/lib/libc.so.6+0x27249)

0x602000000018 is located 0 bytes to the right of 8-byte region
allocated by thread T0 here:
    #0 0x7f12345aaaaa  (/lib/libasan.so.8+0xaaaaa)
    #1 0x401187  (/program+0x401187)
)";

TEST(SanitizerReport, NamesTheErrorAndTheFramesOfTheAccess) {
  const SanitizerReport report = read_report(overflow);
  EXPECT_EQ(report.kind, "heap-buffer-overflow");
  EXPECT_EQ(report.addresses, (std::vector<std::uint64_t>{0x401196}));
  EXPECT_FALSE(report.starts_in_program);
}

TEST(SanitizerReport, RecognisesLeaksAndOrdinaryOutput) {
  EXPECT_EQ(read_report("\n==3==ERROR: LeakSanitizer: detected memory leaks\n").kind, "leak");
  EXPECT_EQ(read_report("ERROR: no sanitizer\n    #0 0x401196\n").kind, "");
}

TEST(SanitizerReport, PlacesAreThoseThatCompilersSee) {
  const TempDir folder("place");
  const auto file = folder.path() / "program.i";
  write_text_file(file, "int a;\n# 40 \"origin.c\"\nint b;\nint c;\n");
  const ErrorPlace marked = place_as_compiled(file, 4, 4), before = place_as_compiled(file, 1, 1);
  EXPECT_EQ(marked.file, "origin.c");
  EXPECT_EQ(marked.first_line, 41u);
  EXPECT_EQ(before.file, "program.i");
  EXPECT_EQ(before.first_line, 1u);
}

} // namespace
} // namespace tandem::process
