// The program. Everything that can go wrong ends here, in one message and one exit code, never in a stack trace.
#include "base/core/input_errors.h"
#include "base/core/require.h"
#include "cli/app/application.h"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <unistd.h>

namespace {

using tandem::InputError;
using tandem::InputErrors;
using tandem::InternalError;
using tandem::cli::ExitCode;
using tandem::cli::app::Application;

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
  std::signal(SIGINT, leave_interrupted);
  return static_cast<int>(run(argc, argv));
}
