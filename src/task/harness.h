// A counterexample as a C file: compiled together with the user's own files by a single command, it leads the program
// to its error.
//
// The harness answers the calls of __VERIFIER_nondet_* and of functions without a definition from one list, in the
// order of the calls. Functions of the C library are the real ones, but for those that ask the environment: their
// models are compiled in their place, and the same list answers what they ask. How the harness detects the error
// depends on the error function: one without a body is defined by the harness; one that the program defines is watched
// by instrumenting every function entry and comparing addresses (calls inside one file never reach the linker, so
// --wrap would miss them). The address of a static error function is looked up in the program's own symbol table.
//
// All definitions are weak, and the harness neither includes the program nor repeats its types, so nothing can clash.
#pragma once

#include "base/process/sanitizer_report.h"
#include "program/model/arguments.h"
#include "program/model/property.h"
#include "task/counterexample.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::task {

using process::ErrorPlace;
using process::Sanitizer;

// The exit codes of a program with its harness. 107 is what other tools' harnesses use, too.
inline constexpr int error_reached_code = 107;
inline constexpr int inputs_exhausted_code = 108; // the program asked for one more value
inline constexpr int assumption_failed_code = 109;
inline constexpr int ended_externally_code = 110;  // a noreturn function without a body was called
inline constexpr int verifier_function_code = 111; // a function was called that only verifiers have
inline constexpr int unspecified_code = 112;       // a model of the library was asked for what it leaves unspecified
// On standard error when the error is reached, as a line of its own.
inline constexpr std::string_view error_reached_line = "tandem: the error is reached";

struct Harness {
  std::string text;
  std::vector<std::string> options;      // for gcc or clang; before the files
  std::vector<std::string> files;        // the program's own
  Sanitizer sanitizer = Sanitizer::None; // by which a failing check shows
  ErrorPlace place;                      // where, if the sanitizer tells

  // All words of the compiler's command line except the compiler itself.
  std::vector<std::string> compiler_words(const std::string& executable, const std::string& harness_file) const;
};

// The sanitizer of gcc and clang that sees what the check is about.
Sanitizer sanitizer_of(CheckKind kind);

// Where the values come from that a program with a harness asks for.
enum class HarnessInputs : std::uint8_t {
  Listed, // the counterexample's, in the harness's text
  // Functions that another file defines: tandem_served() gives the next, whose kind tandem_kind(kind) has announced if
  // it is known (size in bytes, 0x20: _Bool, 0x40: float, 0x80: signed), tandem_ended(code) ends the program; it starts
  // by tandem_start(argc, argv) instead of main, which the linker has to wrap (share/testing/runtime.c).
  Served,
};

// What main is passed in the counterexample: the bytes that it needs of each text, all others being zero.
std::array<std::string, known_arguments> argument_texts(const Counterexample& counterexample);

struct HarnessOptions {
  std::string file = "harness.c"; // the name of the harness, for the command in its first comment
  HarnessInputs inputs = HarnessInputs::Listed;
  std::vector<std::string> compiler_args; // with which the program's files are compiled (-I, -D, …)
};

// The counterexample's inputs must be in the order of the execution. Values of uninitialised variables and what library
// functions leave open are omitted, since a compiled program cannot be given any. (If all of them are zero, the
// compiler is asked to initialise variables with zero.)
Harness make_harness(const Program& program, const Property& property, const Counterexample& counterexample,
                     const HarnessOptions& options = {});

} // namespace tandem::task
