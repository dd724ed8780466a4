// What AddressSanitizer, LeakSanitizer and MemorySanitizer print when a compiled program goes wrong, and whether that is the error that
// a counterexample predicts: the same kind of error at the same place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::process {

enum class Sanitizer : std::uint8_t {
  None,
  Trap,    // UndefinedBehaviorSanitizer, which ends the program by SIGILL
  Address, // prints a report
  Leak,    // likewise, at the end
  Memory,  // prints a report; clang has it, for 64 bit
};

// Where an error is expected, as compilers see the file: line markers are followed.
struct ErrorPlace {
  std::string file; // without folders; empty: inside a library function
  std::uint32_t first_line = 0, last_line = 0;
};

// The place of lines of a file that may be preprocessed.
ErrorPlace place_as_compiled(const std::filesystem::path& file, std::uint32_t first_line, std::uint32_t last_line);

struct SanitizerReport {
  std::string kind;                     // "heap-buffer-overflow"; empty: there is no report
  std::vector<std::uint64_t> addresses; // in the program, innermost first
  bool starts_in_program = false;       // the innermost frame is the program's own code
};

SanitizerReport read_report(std::string_view errors);

// The executable was not made to be relocated.
bool is_at(const SanitizerReport& report, const ErrorPlace& place, const std::filesystem::path& executable);

} // namespace tandem::process
