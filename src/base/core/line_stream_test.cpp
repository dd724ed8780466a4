#include "base/core/line_stream.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

std::vector<std::string> lines(LineStream stream) {
  std::vector<std::string> result;
  while (stream.next()) result.emplace_back(stream.line());
  return result;
}

std::string error(std::string_view bytes, LineBounds bounds = {}) {
  try {
    lines(LineStream(bytes, "t", bounds));
    return "accepted";
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
}

TEST(LineStream, LinesEndAnywhere) {
  EXPECT_EQ(lines(LineStream("", "t")), (std::vector<std::string>{}));
  EXPECT_EQ(lines(LineStream("\n", "t")), (std::vector<std::string>{""}));
  EXPECT_EQ(lines(LineStream("a", "t")), (std::vector<std::string>{"a"}));
  EXPECT_EQ(lines(LineStream("a\r\n\nb\tc\n", "t")), (std::vector<std::string>{"a", "", "b\tc"}));
}

TEST(LineStream, LinesAcrossBlocksAreWhole) {
  std::string text;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < 2000; ++i) {
    expected.push_back(std::string((i * 37) % 900, static_cast<char>('a' + i % 26)));
    text += expected.back() + "\n";
  }
  EXPECT_GT(text.size(), std::size_t{1} << 19);
  EXPECT_EQ(lines(LineStream(text, "t")), expected);
  const TempDir folder;
  write_text_file(folder.path() / "t.gz", gzipped(text));
  EXPECT_EQ(lines(LineStream(folder.path() / "t.gz")), expected);
  EXPECT_EQ(gzipped(text), gzipped(text));
}

TEST(LineStream, SeveralGzipMembersAreOneText) {
  const std::string bytes = gzipped("a\nb") + gzipped("c\n");
  EXPECT_EQ(lines(LineStream(bytes, "t")), (std::vector<std::string>{"a", "bc"}));
}

TEST(LineStream, InvalidTextIsRefusedAtItsPosition) {
  EXPECT_EQ(error("a\nb\x01"), "t:2:2: control characters are not allowed in text");
  EXPECT_EQ(error(std::string_view("a\0", 2)), "t:1:2: control characters are not allowed in text");
  EXPECT_EQ(error("\xc3\xa4\n\xe2\x82\xac\n\xf0\x9f\x98\x80"), "accepted");
  for (const char* bad : {"x\xff", "x\xc3", "x\xc3z", "x\xc0\xaf", "x\xe0\x80\x80", "x\xed\xa0\x80",
                          "x\xf0\x80\x80\x80", "x\xf4\x90\x80\x80", "x\xf5\x80\x80\x80", "x\x80"})
    EXPECT_EQ(error(bad), "t:1:2: this is not UTF-8") << bad;
}

TEST(LineStream, BoundsHold) {
  EXPECT_EQ(error("a\n" + std::string(11, 'x'), {.line = 10}),
            "t:2:11: the line is too long; at most 10 bytes are read");
  EXPECT_EQ(error("a\n" + std::string(10, 'x'), {.line = 10}), "accepted");
  EXPECT_EQ(error("# a\n# b\n# c\n", {.text = 10}), "t:1: the text is too large; at most 10 bytes are read");
  const std::string bomb = gzipped(std::string(std::size_t{1} << 24, '\n'));
  EXPECT_LT(bomb.size(), 20'000u);
  EXPECT_NE(error(bomb, {.text = 1 << 20}).find("too large"), std::string::npos);
  const std::string one_line = gzipped(std::string(std::size_t{1} << 24, 'x'));
  EXPECT_NE(error(one_line).find("t:1:1048577: the line is too long"), std::string::npos);
}

TEST(LineStream, DamagedFilesAreRefused) {
  const std::string packed = gzipped("some lines\nof text\n");
  EXPECT_EQ(error(packed.substr(0, packed.size() - 3)), "t: the compressed file ends too early: it was truncated");
  EXPECT_EQ(error("\x1f\x8b"), "t: the compressed file ends too early: it was truncated");
  std::string broken = packed;
  broken[12] = static_cast<char>(broken[12] ^ 0x55);
  EXPECT_NE(error(broken).find("damaged"), std::string::npos);
  EXPECT_NE(error(packed + "rubbish").find("damaged"), std::string::npos);
  EXPECT_THROW(LineStream(std::filesystem::path("/nowhere/at.gia")), InputError);
  EXPECT_THROW(lines(LineStream(std::filesystem::path("/"))), InputError);
}

} // namespace
} // namespace tandem
