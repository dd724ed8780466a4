// Violation witnesses as automata: the paths they describe are candidates. They are not rt: that one of them reaches
// the target is the producer's claim until it has been replayed.
//
// A witness skips what it does not mention, so every state has a loop on *. What cannot be expressed after an edge is
// omitted, which makes more paths candidates; everything that is omitted is reported.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/witness/graphml.h"
#include "exchange/witness/witness_file.h"
#include "program/model/property.h"

#include <string>
#include <vector>

namespace tandem::exchange::witness {

struct ConvertedGia {
  Gia gia;
  std::vector<std::string> dropped; // for the user: what the result does not represent, with its position in the file
};

// The caller provides the header with property and program; both throw InputError if the witness is about another
// program or data model.
ConvertedGia gia_of_violation(const Witness& witness, const Program& program, const Property& property,
                              GiaHeader header, const TextPosition& position = {});
ConvertedGia gia_of_violation(const GraphmlWitness& witness, const Program& program, GiaHeader header,
                              const TextPosition& position = {});

// Throws InputError if a hash is a SHA-256 that no file of the program has. A hash of another kind gives a remark.
std::vector<std::string> check_witness_hash(const Program& program, const std::string& hash, const std::string& file,
                                            const TextPosition& position);
// Throws InputError unless the data model is empty or the program's: ILP32, 32bit, LP64, 64bit.
void check_witness_model(const Program& program, const std::string& model, const TextPosition& position);
// Both checks, for all files that a YAML witness names; returns remarks, also about what its reader skipped.
std::vector<std::string> check_witness_task(const Witness& witness, const Program& program,
                                            const TextPosition& position);

} // namespace tandem::exchange::witness
