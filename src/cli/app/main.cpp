// The program. Everything that can go wrong ends here, in one message and one exit code, never in a stack trace.
#include "base/core/input_errors.h"
#include "base/core/require.h"
#include "cli/app/application.h"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <new>
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
  keep_memory();
  std::signal(SIGINT, leave_interrupted);
  return static_cast<int>(run(argc, argv));
}
