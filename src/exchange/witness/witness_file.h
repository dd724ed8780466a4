// Witnesses in the YAML formats 2.x of SV-COMP as data: the contents of the file, before it is checked whether the
// program has such positions and names.
//
// Files of other producers may have newer keys, entries and kinds of invariants. They are skipped and listed; what the
// format requires and is missing or of the wrong kind is an error at its line.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

struct WitnessLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0; // 0: not given
  std::string function;     // empty: not given
};

enum class WitnessInvariantKind : std::uint8_t {
  Loop,     // whenever the condition of the loop whose keyword is there is evaluated
  Location, // whenever the statement that begins there is executed
};

struct WitnessInvariant {
  WitnessInvariantKind kind = WitnessInvariantKind::Loop;
  WitnessLocation location;
  std::string value;     // a C expression
  TextPosition position; // in the witness
};

enum class WaypointAction : std::uint8_t { Follow, Avoid };

struct WitnessWaypoint {
  WaypointAction action = WaypointAction::Follow;
  std::string type; // "assumption", "branching", "function_enter", "function_return", "target"
  WitnessLocation location;
  std::string constraint; // empty: none
  TextPosition position;
};

// The task as described by a witness; fields that are not given are empty.
struct WitnessTask {
  struct File {
    std::string path, sha256;
  };
  std::vector<File> files;
  std::string specification, data_model;
};

struct Witness {
  enum class Kind : std::uint8_t { Correctness, Violation };
  struct Skipped {
    TextPosition position;
    std::string what;
  };

  std::string file;
  Kind kind = Kind::Correctness;
  std::string version;
  WitnessTask task;
  std::vector<WitnessInvariant> invariants;           // of Correctness
  std::vector<std::vector<WitnessWaypoint>> segments; // of Violation: each ends with the one to follow
  std::vector<Skipped> skipped;
};

// Throws InputError with line and column for what is not a witness.
Witness read_witness(const std::filesystem::path& path);
Witness read_witness_text(const std::string& text, const std::string& file);

} // namespace tandem::exchange::witness
