#include "base/core/temp_dir.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace tandem {
namespace {

namespace fs = std::filesystem;

TEST(TempDir, LivesAsLongAsItsScope) {
  fs::path path;
  {
    const TempDir folder;
    path = folder.path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    fs::create_directories(path / "a/b");
    write_text_file(path / "a/b/c", "x");
    EXPECT_NE(TempDir().path(), path);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TempDir, WhatAKilledProcessLeftIsRemoved) {
  const TempDir root;
  const auto make_old = [](const fs::path& folder) {
    fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::hours(1));
  };
  const auto make = [&](const std::string& name) {
    fs::create_directories(root.path() / name / "deep");
    write_text_file(root.path() / name / ".in-use", "");
    return root.path() / name;
  };
  const fs::path abandoned = make("tandem-run-abcdef"), young = make("tandem-run-fedcba"), other = make("other"),
                 held = make("tandem-run-xyz"), unmarked = root.path() / "tandem-mine";
  fs::create_directory(unmarked);
  const Descriptor holder(::open((held / ".in-use").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(holder.number(), LOCK_EX), 0);
  for (const fs::path& folder : {abandoned, other, held, unmarked}) make_old(folder);
  remove_abandoned_folders(root.path());
  EXPECT_FALSE(fs::exists(abandoned));
  for (const fs::path& folder : {young, other, held, unmarked}) EXPECT_TRUE(fs::exists(folder)) << folder;
}

TEST(TempDir, IsRemovedWhenAnExceptionPasses) {
  fs::path path;
  try {
    const TempDir folder;
    path = folder.path();
    throw std::runtime_error("");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(path.empty());
  EXPECT_FALSE(fs::exists(path));
}

TEST(TempDir, RemovesReadOnlyFoldersAndNotWhatLinksLeadTo) {
  const TempDir outside;
  write_text_file(outside.path() / "keep", "x");
  fs::path path;
  {
    const TempDir folder;
    path = folder.path();
    fs::create_directory(path / "locked");
    write_text_file(path / "locked/file", "x");
    fs::create_directory_symlink(outside.path(), path / "link");
    fs::permissions(path / "locked", fs::perms::owner_read);
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(outside.path() / "keep"));
}

TEST(TempDir, SaysWhereItCannotBeMade) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/no/such/folder", 1);
  EXPECT_THROW(TempDir(), InputError);
  if (before != nullptr)
    ::setenv("TMPDIR", kept.c_str(), 1);
  else
    ::unsetenv("TMPDIR");
}

} // namespace
} // namespace tandem
