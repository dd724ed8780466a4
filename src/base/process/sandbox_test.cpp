#include "base/process/sandbox.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace tandem::process {
namespace {

using End = ProcessResult::End;
namespace fs = std::filesystem;

class Sandbox : public testing::Test {
protected:
  void SetUp() override {
    if (const auto obstacle = sandbox_obstacle()) GTEST_SKIP() << *obstacle;
  }

  static SandboxedCommand shell(const std::string& script) {
    return {.program = "/bin/sh", .arguments = {"-c", script}};
  }

  // Does any process keep this text on its command line? The kernel kills a namespace when its first process has ended,
  // which may take a moment longer than reporting the end.
  static bool survives(const std::string& text) {
    for (int i = 0; i < 500 && is_running(text); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is_running(text);
  }

  static bool is_running(const std::string& text) {
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline", std::ios::binary);
      const std::string line((std::istreambuf_iterator<char>(file)), {});
      if (entry.path().filename() != std::to_string(::getpid()) && line.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

TEST_F(Sandbox, PassesInputOutputAndExitCode) {
  SandboxedCommand command = shell("read line; echo \"got $line\"; echo wrong >&2; exit 7");
  command.input = "text\n";
  const ProcessResult result = run_sandboxed(command);
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.code, 7);
  EXPECT_EQ(result.output, "got text\n");
  EXPECT_EQ(result.errors, "wrong\n");
}

TEST_F(Sandbox, ReportsASignal) {
  const ProcessResult result = run_sandboxed(shell("kill -SEGV $$"));
  EXPECT_EQ(result.end, End::Signalled);
  EXPECT_EQ(result.code, SIGSEGV);
}

TEST_F(Sandbox, WritesOnlyToAFolderThatVanishes) {
  TempDir folder;
  const std::string inside = folder.path().string() + "-inside";
  const ProcessResult result =
      run_sandboxed(shell("for file in /usr/x /x /dev/x /dev/shm/x /etc/x; do echo x > $file; done 2> /dev/null; "
                          "echo x > " +
                          inside + " && ls /tmp && ls / && ls /usr/x"));
  EXPECT_NE(result.output.find(fs::path(inside).filename().string() + "\n"), std::string::npos) << result.errors;
  EXPECT_EQ(result.output.find("\nx\n"), std::string::npos) << result.output;
  EXPECT_NE(result.code, 0);
  EXPECT_FALSE(fs::exists(inside));
  for (const char* file : {"/usr/x", "/x", "/dev/x", "/dev/shm/x", "/etc/x"}) EXPECT_FALSE(fs::exists(file)) << file;
}

TEST_F(Sandbox, SeesNeitherTheUsersFilesNorTheNetwork) {
  TempDir folder;
  write_text_file(folder.path() / "secret", "secret");
  const ProcessResult result = run_sandboxed(
      shell("cat " + (folder.path() / "secret").string() + "; ls /home /root /etc/passwd; cat /proc/net/dev; env"));
  EXPECT_EQ(result.output.find("secret"), std::string::npos);
  EXPECT_EQ(result.output.find("/etc/passwd"), std::string::npos);
  EXPECT_EQ(result.output.find("HOME"), std::string::npos);
  EXPECT_NE(result.output.find("lo:"), std::string::npos);
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), ':'), 1) << result.output;
}

TEST_F(Sandbox, EndsLoops) {
  SandboxedCommand busy = shell("while :; do :; done");
  busy.cpu_limit = std::chrono::milliseconds(200);
  EXPECT_EQ(run_sandboxed(busy).end, End::CpuTimedOut);
  SandboxedCommand idle = shell("sleep 1000");
  idle.wall_limit = std::chrono::milliseconds(200);
  EXPECT_EQ(run_sandboxed(idle).end, End::TimedOut);
}

// setsid takes the processes out of the group that is watched; only the namespace knows them.
TEST_F(Sandbox, NothingSurvives) {
  const std::string mark = "98765." + std::to_string(::getpid());
  SandboxedCommand quick = shell("setsid sleep " + mark + "& sleep 0.1");
  EXPECT_EQ(run_sandboxed(quick).end, End::Exited);
  EXPECT_FALSE(survives(mark));
  SandboxedCommand slow = shell("setsid sleep " + mark + "& sleep " + mark);
  slow.wall_limit = std::chrono::milliseconds(300);
  EXPECT_EQ(run_sandboxed(slow).end, End::TimedOut);
  EXPECT_FALSE(survives(mark));
}

TEST_F(Sandbox, LimitsTheNumberOfProcesses) {
  const std::string mark = "87654." + std::to_string(::getpid());
  SandboxedCommand command = shell("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep " + mark + "& done; wait");
  command.wall_limit = std::chrono::milliseconds(1000);
  const ProcessResult result = run_sandboxed(command);
  EXPECT_FALSE(survives(mark));
  EXPECT_NE(result.errors.find("fork"), std::string::npos) << result.errors;
}

TEST_F(Sandbox, CutsWhatIsPrintedAndWritten) {
  SandboxedCommand talk = shell("yes");
  talk.cpu_limit = std::chrono::milliseconds(300);
  talk.output_limit = 1000;
  const ProcessResult said = run_sandboxed(talk);
  EXPECT_EQ(said.end, End::CpuTimedOut);
  EXPECT_TRUE(said.output_cut);
  EXPECT_EQ(said.output.size(), 1000u);
  SandboxedCommand write = shell("yes > /tmp/one; yes > /tmp/two; cat /tmp/* | wc -c");
  write.file_limit = 1'000'000;
  const ProcessResult written = run_sandboxed(write);
  EXPECT_EQ(written.end, End::Exited);
  EXPECT_LE(std::stoul(written.output), 1'100'000u); // whole pages
  EXPECT_GE(std::stoul(written.output), 900'000u);
}

TEST_F(Sandbox, LimitsMemory) {
  SandboxedCommand command = shell("x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done");
  command.memory_limit = 100'000'000;
  const ProcessResult result = run_sandboxed(command);
  EXPECT_FALSE(result.succeeded());
  EXPECT_NE(result.end, End::TimedOut);
  EXPECT_LT(result.peak_memory, 200'000'000u);
}

} // namespace
} // namespace tandem::process
