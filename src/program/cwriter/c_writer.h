// A whole program as one C file that needs no header: gcc, clang and verifiers accept it (GNU C17, warnings aside) with
// the program's data model, and it behaves as the program does if signed overflow wraps (-fwrapv).
#pragma once

#include "program/cwriter/c_function.h"
#include "program/cwriter/c_lines.h"
#include "program/cwriter/c_support.h"
#include "program/model/error_functions.h"
#include "program/model/program.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::cwriter {

// Whether the text asserts that the compiler lays records out as the model does.
enum class LayoutChecks : std::uint8_t { On, Off };

struct WriteOptions {
  LineDirectives line_directives = LineDirectives::On;
  LayoutChecks layout_checks = LayoutChecks::Off;
  Branches branches = Branches::Single;
  // Functions that are only declared, although they have a body: the tool that reads the text defines them.
  std::span<const std::string> without_body;
  // Tools recognise error functions by name: one that was renamed in this program is written as a call of the function
  // with the name of the source.
  ErrorFunctions error_functions;
  // A function of the tool that reads the text which havocs memory, given its address and size, for arrays that get an
  // arbitrary value (Nondet). Empty: they are copied from uninitialised arrays.
  std::string any_memory;
};

struct WrittenC {
  std::string text;
  std::vector<LineEntry> map; // in order of lines
  std::vector<SupportFunction> support;
};

WrittenC write_c(const Program& program, const WriteOptions& options = {});

// The map as JSON: for each written line its edges by name, with their position in the source.
std::string map_json(const Program& program, const WrittenC& written);

} // namespace tandem::cwriter
