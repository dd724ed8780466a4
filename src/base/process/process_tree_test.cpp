#include "base/process/process_tree.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/proc_stat.h"
#include "base/process/process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tandem::process {
namespace {

using namespace std::chrono_literals;

// Runs the work in a child that adopts orphans, and returns its exit code.
template <typename Work> int in_child(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    adopt_orphans();
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0; }

pid_t number_in(const std::filesystem::path& file) {
  for (int i = 0; i < 200; ++i) {
    if (std::filesystem::exists(file) && std::filesystem::file_size(file) > 1)
      return static_cast<pid_t>(std::stol(read_text_file(file)));
    std::this_thread::sleep_for(10ms);
  }
  return -1;
}

// A daemon: it has left its parent, its group and its session.
TEST(ProcessTree, KillsDescendantsThatLeftTheSession) {
  const TempDir folder;
  const std::filesystem::path file = folder.path() / "id";
  const int code = in_child([&] {
    run_process({.words = {"sh", "-c",
                           "setsid sh -c 'echo $$ > " + file.string() + "; sleep 1000' & while ! [ -s " +
                               file.string() + " ]; do :; done"}});
    if (number_in(file) < 0) return 1;
    kill_descendants();
    return is_gone(number_in(file)) ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
}

TEST(ProcessTree, ATreeThatKeepsGrowingIsEnded) {
  const int code = in_child([] {
    const pid_t root = ::fork();
    if (root == 0) {
      adopt_orphans();
      for (int i = 0; i < 400; ++i) { // four seconds: nothing stays behind if this test fails
        if (::fork() == 0) {
          ::setsid();
          if (::fork() == 0) ::sleep(3);
          ::_exit(0);
        }
        ::usleep(10000);
      }
      ::_exit(0);
    }
    std::this_thread::sleep_for(100ms);
    kill_tree(root);
    ::waitpid(root, nullptr, 0);
    // A process that escaped from the tree is our child now; so are those that ended.
    pid_t ended = 0;
    for (int i = 0; i < 100 && (ended = ::waitpid(-1, nullptr, WNOHANG)) >= 0; ++i)
      if (ended == 0) std::this_thread::sleep_for(5ms);
    return ended < 0 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST(ProcessTree, TimeAndMemoryAreThoseOfAll) {
  const int code = in_child([] {
    if (::fork() == 0) {
      std::vector<char> memory(64'000'000);
      volatile char* hoard = memory.data();
      for (std::size_t i = 0;; i = (i + 1) % memory.size()) hoard[i] = 'x';
    }
    TreeUsage usage;
    for (int i = 0; i < 500 && (usage.cpu_time < 100ms || usage.memory < 64'000'000); ++i) {
      std::this_thread::sleep_for(10ms);
      usage = usage_of_tree(::getpid());
    }
    kill_descendants();
    return usage.cpu_time >= 100ms && usage.memory >= 64'000'000 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

// Also those that another thread has started.
TEST(ProcessTree, ChildrenOfAllThreadsAreListed) {
  const int code = in_child([] {
    if (!children_of(::getpid())) return 0; // this kernel keeps no lists
    pid_t first = ::fork(), second = -1;
    if (first == 0) ::pause();
    bool are_listed = false;
    std::thread([&] {
      second = ::fork();
      if (second == 0) ::pause();
      const std::vector<pid_t> listed = children_of(::getpid()).value_or(std::vector<pid_t>());
      are_listed =
          std::ranges::find(listed, first) != listed.end() && std::ranges::find(listed, second) != listed.end();
    }).join();
    const bool are_counted = usage_of_tree(::getpid()).processes == 3;
    kill_descendants();
    return are_listed && are_counted ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST(ProcessTree, WhatHasEndedHasNoChildren) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(stat_of(child).has_value());
  EXPECT_TRUE(children_of(child).value_or(std::vector<pid_t>(1)).empty());
}

} // namespace
} // namespace tandem::process
