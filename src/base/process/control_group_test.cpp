#include "base/process/control_group.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::process {
namespace {

// A folder that looks like a mounted control group, with the files that the kernel would create.
TEST(ControlGroup, WritesWhatTheKernelReads) {
  const TempDir mount;
  std::ofstream(mount.path() / "cgroup.controllers") << "memory";
  std::filesystem::path folder;
  {
    const auto group = ControlGroup::make(mount.path());
    // The group of this process need not be there below the folder.
    if (group == nullptr) GTEST_SKIP() << "this process is in a group of its own";
    folder = group->folder();
    EXPECT_FALSE(group->limit_memory(1000)); // the controller is not there
    for (const char* name : {"memory.max", "memory.swap.max", "cgroup.procs", "cgroup.kill"})
      std::ofstream(folder / name) << "";
    EXPECT_TRUE(group->limit_memory(1000));
    EXPECT_TRUE(group->enter());
    EXPECT_EQ(read_text_file(folder / "memory.max"), "1000");
    EXPECT_EQ(read_text_file(folder / "cgroup.procs"), "0");
    std::filesystem::remove(folder / "cgroup.procs");
  }
  EXPECT_EQ(read_text_file(folder / "cgroup.kill"), "1");
}

TEST(ControlGroup, IsNotMadeWithoutVersionTwo) {
  const TempDir mount;
  EXPECT_EQ(ControlGroup::make(mount.path()), nullptr);
}

TEST(ControlGroup, KillsItsProcesses) {
  auto group = ControlGroup::make();
  if (group == nullptr) GTEST_SKIP() << "no control group can be made here";
  const pid_t child = ::fork();
  if (child == 0) {
    if (!group->enter()) ::_exit(7);
    for (;;) ::pause();
  }
  while (!std::filesystem::exists("/proc/" + std::to_string(child))) ::usleep(1000);
  ::usleep(100'000);
  const std::filesystem::path folder = group->folder();
  group.reset();
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WIFEXITED(status)) GTEST_SKIP() << "the group cannot be entered here";
  EXPECT_TRUE(WIFSIGNALED(status));
}

} // namespace
} // namespace tandem::process
