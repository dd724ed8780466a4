#include "clib/models.h"

#include "base/core/input_error.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

namespace tandem::clib {
namespace {

TEST(Models, AreFoundByName) {
  const TempDir folder;
  write_text_file(folder.path() / "index.txt", "htonl inet.c exact\nrand stdlib.c open\nstrlen string.c exact\n");
  const Models models({folder.path()});
  EXPECT_EQ(models.file_of("htonl"), folder.path() / "inet.c");
  EXPECT_EQ(models.file_of("rand"), folder.path() / "stdlib.c");
  EXPECT_FALSE(Models({folder.path()}, Linked::Exact).file_of("rand")) << "a run asks the real environment";
  EXPECT_FALSE(models.file_of("strlen")) << "engines have it built in";
  EXPECT_FALSE(models.file_of("nonsense"));
}

TEST(Models, OnlyAllocationMayBeReplacedBelowThem) {
  const TempDir folder;
  write_text_file(folder.path() / "index.txt", "stpcpy string.c exact\ncalloc stdlib.c exact\n");
  const Models models({folder.path()});
  EXPECT_TRUE(models.may_call("stpcpy"));
  EXPECT_TRUE(models.may_call("memcpy"));
  EXPECT_FALSE(models.may_call("calloc"));
  EXPECT_FALSE(models.may_call("nonsense"));
}

TEST(Models, TheFirstFolderWins) {
  const TempDir mine, installed;
  write_text_file(mine.path() / "index.txt", "htonl mine.c exact\n");
  write_text_file(installed.path() / "index.txt", "htonl inet.c exact\nhtons inet.c exact\n");
  const Models models({mine.path(), installed.path()});
  EXPECT_EQ(models.file_of("htonl"), mine.path() / "mine.c");
  EXPECT_EQ(models.file_of("htons"), installed.path() / "inet.c");
}

TEST(Models, AnIndexThatIsNoneIsRefusedWithItsLine) {
  const TempDir folder;
  write_text_file(folder.path() / "index.txt", "htonl inet.c exact\nhtons\n");
  try {
    const Models models({folder.path()});
    FAIL() << "should have been refused";
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().line, 2u);
    EXPECT_STREQ(error.what(), "expected 'function file exact|open', found 'htons'");
  }
}

TEST(Models, WithoutFoldersThereAreNone) { EXPECT_FALSE(Models().file_of("htonl")); }

} // namespace
} // namespace tandem::clib
