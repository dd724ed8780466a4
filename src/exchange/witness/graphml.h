// Witnesses in the GraphML format 1.0: an observer automaton of the program, as data. Its meaning for a program is
// witness_gia.h.
//
// Producers differ. Data is identified by the id of its key or else by the key's attr.name; a missing witness type is
// inferred from the contents; keys of concurrency and termination are reported, other keys without a meaning here are
// skipped.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange::witness {

struct GraphmlWitness {
  enum class Kind : std::uint8_t { Violation, Correctness };

  struct Node {
    std::string id;
    bool entry = false, sink = false, violation = false;
    std::string invariant, invariant_scope;
    TextPosition position;
  };
  struct Edge {
    std::size_t source = 0, target = 0;         // indices of nodes
    std::uint32_t start_line = 0, end_line = 0; // 0: not given
    std::optional<bool> control;                // the truth value of a condition
    std::string assumption, assumption_scope, result_function;
    std::string enter_function, return_from;
    bool enters_loop_head = false;
    TextPosition position;
  };

  Kind kind = Kind::Violation;
  std::string producer, specification, program_file, program_hash, architecture, creation_time;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<std::string> dropped; // parts of the file that are not represented, with their positions

  std::size_t entry() const; // index of the only entry
};

// Plain or gzip. Throws InputError for everything that is not a witness of this format.
GraphmlWitness read_graphml(const std::filesystem::path& path);
GraphmlWitness read_graphml_text(std::string_view bytes, const std::string& name);

std::string graphml_text(const GraphmlWitness& witness);

} // namespace tandem::exchange::witness
