// The program. Everything that can go wrong ends here, in one message and one exit code, never in a stack trace.
#include "base/core/input_errors.h"
#include "base/core/require.h"
#include "cli/app/application.h"

#include <fmt/core.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <malloc.h>
#include <new>
#include <system_error>
#include <unistd.h>

namespace {

using tandem::InputError;
using tandem::InputErrors;
using tandem::InternalError;
using tandem::cli::ExitCode;
using tandem::cli::app::Application;

// Engines run on threads of their own (base/process/deep_stack.h), and the interpreter asks for the memory of a program
// again for each run. The C library would return such memory to the system each time, which can cost more than the run.
void keep_memory() {
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 28);
  ::mallopt(M_TOP_PAD, 1 << 22);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 25);
}

// What is said while a run goes on, and cannot be written (no descriptor, a full disk), must not end the run.
ssize_t write_or_drop(void*, const char* text, std::size_t size) {
  for (std::size_t at = 0; at < size;) {
    const ssize_t count = ::write(STDERR_FILENO, text + at, size - at);
    if (count < 0 && errno != EINTR) break;
    if (count > 0) at += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(size);
}

void keep_standard_streams() {
  // A closed descriptor would become that of the next file: what is printed must not go there.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0) (void)!::open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  if (std::FILE* stream = ::fopencookie(nullptr, "w", {.read = {}, .write = write_or_drop, .seek = {}, .close = {}})) {
    std::setvbuf(stream, nullptr, _IONBF, 0);
    stderr = stream;
  }
}

void leave_interrupted(int) { ::_exit(static_cast<int>(ExitCode::Interrupted)); }

ExitCode report_bug(const char* what) {
  fmt::print(stderr,
             "tandem: internal error: {}\n"
             "This is a bug in tandem. Please report it with the command line and the input file.\n",
             what);
  return ExitCode::Bug;
}

void print_error(const InputError& error) {
  const std::string position = error.position().text();
  fmt::print(stderr, "{}: error: {}\n", position.empty() ? "tandem" : position, error.what());
}

ExitCode report_bad_input(const InputError& error, const std::vector<InputError>& others = {}) {
  print_error(error);
  for (const InputError& other : others) print_error(other);
  return ExitCode::BadInput;
}

ExitCode run(int argc, char** argv) {
  try {
    Application application;
    const ExitCode code = application.run({argv + 1, argv + argc});
    if (std::fflush(stdout) != 0) throw InputError("cannot write to standard output");
    return code;
  } catch (const InputErrors& error) {
    return report_bad_input(error, error.others());
  } catch (const InputError& error) {
    return report_bad_input(error);
  } catch (const std::filesystem::filesystem_error& error) {
    return report_bad_input(InputError({error.path1().string()}, error.code().message()));
  } catch (const std::system_error& error) {
    // What does not fit into the buffer is found out while it is printed.
    if (std::ferror(stdout) != 0) return report_bad_input(InputError("cannot write to standard output"));
    return report_bug(error.what());
  } catch (const InternalError& error) {
    return report_bug(error.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tandem: error: out of memory\n");
    return ExitCode::Undecided;
  } catch (const std::exception& error) {
    return report_bug(error.what());
  }
}

} // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  keep_memory();
  std::signal(SIGINT, leave_interrupted);
  return static_cast<int>(run(argc, argv));
}
