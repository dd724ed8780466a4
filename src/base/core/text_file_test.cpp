#include "base/core/text_file.h"

#include "base/core/input_error.h"

#include <gtest/gtest.h>

#include <unistd.h>

namespace tandem {
namespace {

namespace fs = std::filesystem;

class TextFile : public testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tandem-text-file-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(TextFile, GivesBackWhatWasWritten) {
  const std::string text("a\0b\r\n", 5);
  write_text_file(folder_ / "a", "older and longer text");
  write_text_file(folder_ / "a", text);
  EXPECT_EQ(read_text_file(folder_ / "a"), text);
  EXPECT_EQ(file_count(), 1u);
  write_text_file(folder_ / "empty", "");
  EXPECT_EQ(read_text_file(folder_ / "empty"), "");
}

TEST_F(TextFile, KeepsThePermissions) {
  write_text_file(folder_ / "a", "one");
  fs::permissions(folder_ / "a", fs::perms{0750});
  write_text_file(folder_ / "a", "two");
  EXPECT_EQ(fs::status(folder_ / "a").permissions(), fs::perms{0750});
}

TEST_F(TextFile, WritesThroughASymbolicLink) {
  write_text_file(folder_ / "a", "one");
  fs::create_symlink("a", folder_ / "link");
  write_text_file(folder_ / "link", "two");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_text_file(folder_ / "a"), "two");
}

TEST_F(TextFile, NamesTheFileAndTheReason) {
  try {
    read_text_file(folder_ / "missing");
    FAIL() << "a missing file was read";
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().file, (folder_ / "missing").string());
    EXPECT_STREQ(error.what(), "cannot read: no such file");
  }
  EXPECT_THROW(read_text_file(folder_), InputError);
  EXPECT_THROW(read_text_file("/proc/self/mem"), InputError); // opens, but cannot be read
  EXPECT_THROW(write_text_file(folder_ / "no/such/folder", "x"), InputError);
  EXPECT_THROW(write_text_file(folder_, "x"), InputError);
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(TextFile, RefusesWhatIsTooLarge) {
  write_text_file(folder_ / "a", std::string(1001, 'x'));
  EXPECT_EQ(read_text_file(folder_ / "a", 1001).size(), 1001u);
  EXPECT_THROW(read_text_file(folder_ / "a", 1000), InputError);
  EXPECT_THROW(read_text_file("/dev/zero", 1'000'000), InputError);
  fs::resize_file(folder_ / "a", std::uint64_t{1} << 40); // sparse: must not be allocated before it is refused
  EXPECT_THROW(read_text_file(folder_ / "a"), InputError);
}

TEST_F(TextFile, ReadsAndWritesWhatIsNoRegularFile) {
  EXPECT_EQ(read_text_file("/dev/null"), "");
  EXPECT_NO_THROW(write_text_file("/dev/null", "x"));
  EXPECT_NE(read_text_file("/proc/self/status").find("Name:"), std::string::npos); // says that it has size 0
}

} // namespace
} // namespace tandem
