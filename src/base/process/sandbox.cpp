// The command line is built from the inside out: bwrap makes the namespaces and the file system, setpriv drops root's
// rights where there are any, prlimit sets the limits, and only then the program starts. Whether that works is found
// out by running /usr/bin/true the same way.

#include "base/process/sandbox.h"

#include "base/core/require.h"

#include <algorithm>
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace tandem::process {
namespace {

using Words = std::vector<std::string>;
using std::chrono::milliseconds;

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// How the program is deprived of the rights of the calling user.
enum class Rights {
  UserNamespace,    // it keeps its identity in a namespace where that grants nothing
  UnprivilegedUser, // root becomes another user
};

// Only what a dynamically linked program needs; the root is remounted read-only at the end.
Words view_of_the_system() {
  Words words{"--ro-bind", "/usr", "/usr"};
  for (const char* folder : {"/bin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache"})
    append(words, {"--ro-bind-try", folder, folder});
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    append(words, {"--dev-bind", device, device});
  append(words, {"--proc", "/proc"});
  return words;
}

Words isolation(Rights rights) {
  Words words{"bwrap",         "--die-with-parent", "--clearenv",    "--unshare-ipc",
              "--unshare-pid", "--unshare-net",     "--unshare-uts", "--unshare-cgroup-try"};
  if (rights == Rights::UserNamespace)
    append(words, {"--unshare-user", "--cap-drop", "ALL"});
  else
    append(words,
           {"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"});
  return words;
}

// The requested amount, or what this process itself is limited to if that is less.
std::string at_most(__rlimit_resource resource, std::uint64_t wished) {
  rlimit now{};
  ::getrlimit(resource, &now);
  return std::to_string(now.rlim_max == RLIM_INFINITY ? wished : std::min<std::uint64_t>(wished, now.rlim_max));
}

Words limits(const SandboxedCommand& command) {
  const auto seconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(command.cpu_limit).count());
  return {"prlimit", "--core=0",
          // At the soft limit the program receives SIGXCPU, which identifies the cause; at the hard limit SIGKILL.
          "--cpu=" + at_most(RLIMIT_CPU, seconds) + ":" + at_most(RLIMIT_CPU, seconds + 1),
          "--as=" + at_most(RLIMIT_AS, command.memory_limit), "--fsize=" + at_most(RLIMIT_FSIZE, command.file_limit),
          "--stack=" + at_most(RLIMIT_STACK, command.stack_limit),
          "--nproc=" + at_most(RLIMIT_NPROC, command.process_limit)};
}

constexpr const char* program_inside = "/program";

Words words_for(const SandboxedCommand& command, Rights rights) {
  Words words = isolation(rights);
  append(words, view_of_the_system());
  append(words, {"--perms", "1777", "--size", std::to_string(command.file_limit), "--tmpfs", "/tmp"});
  append(words, {"--ro-bind", std::filesystem::absolute(command.program).string(), program_inside});
  append(words, {"--remount-ro", "/", "--chdir", "/tmp", "--"});
  if (rights == Rights::UnprivilegedUser)
    append(words, {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs",
                   "--bounding-set=-all", "--inh-caps=-all"});
  append(words, limits(command));
  words.push_back(program_inside);
  append(words, command.arguments);
  return words;
}

ProcessResult run_with(const SandboxedCommand& command, Rights rights) {
  return run_process({.words = words_for(command, rights),
                      .input = command.input,
                      .wall_limit = command.wall_limit,
                      .cpu_limit = command.cpu_limit,
                      .memory_limit = command.memory_limit,
                      .grace = milliseconds(0),
                      .stop = command.stop,
                      .output_limit = command.output_limit});
}

struct Probe {
  std::optional<Rights> rights;
  std::string obstacle;
};

Probe probe() {
  for (const char* needed : {"bwrap", "prlimit"})
    if (!find_program(needed)) return {.obstacle = std::string(needed) + " is not on the PATH"};
  Probe result;
  for (const Rights rights : {Rights::UnprivilegedUser, Rights::UserNamespace}) {
    if (rights == Rights::UnprivilegedUser && (::geteuid() != 0 || !find_program("setpriv"))) continue;
    const ProcessResult trial = run_with({.program = "/usr/bin/true"}, rights);
    if (trial.succeeded()) return {.rights = rights};
    result.obstacle = "bwrap cannot make namespaces: " + trial.errors.substr(0, trial.errors.find('\n'));
  }
  return result;
}

} // namespace

std::optional<std::string> sandbox_obstacle() {
  const Probe found = probe();
  return found.rights ? std::nullopt : std::optional(found.obstacle);
}

std::vector<std::string> sandbox_words(const SandboxedCommand& command) {
  const Probe found = probe();
  require(found.rights.has_value(), "a program should be run in a sandbox only where there is one");
  return words_for(command, *found.rights);
}

ProcessResult run_sandboxed(const SandboxedCommand& command) {
  const Probe found = probe();
  require(found.rights.has_value(), "a program should be run in a sandbox only where there is one");
  ProcessResult result = run_with(command, *found.rights);
  // bubblewrap reports a signal as shells do.
  if (result.end == ProcessResult::End::Exited && result.code > 128 && result.code <= 128 + SIGRTMAX) {
    result.end = ProcessResult::End::Signalled;
    result.code -= 128;
  }
  if (result.end == ProcessResult::End::Signalled && result.code == SIGXCPU)
    result.end = ProcessResult::End::CpuTimedOut;
  return result;
}

} // namespace tandem::process
