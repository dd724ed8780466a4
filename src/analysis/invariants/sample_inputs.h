// Inputs for executions that are to show typical behaviour of a program.
#pragma once

#include "program/model/program.h"
#include "semantics/core/inputs.h"

#include <map>
#include <vector>

namespace tandem::analysis::invariants {

// Integer constants of a program.
struct ProgramConstants {
  explicit ProgramConstants(const Program& program);

  std::vector<Int128> all;                                      // and their neighbours, up to a limit
  std::map<const Variable*, std::vector<Int128>> compared_with; // the constants that a variable is compared with
};

// Random values of one kind for a whole run: relations often show only between small numbers.
class SampleInputs : public semantics::InputSource {
public:
  static constexpr std::uint32_t kinds = 8;

  // One kind draws constants of the program, preferably those that the input is compared with.
  SampleInputs(std::uint64_t seed, std::uint32_t kind, const ProgramConstants& constants)
      : state_(seed * 0x9e3779b97f4a7c15u + 1), kind_(kind), constants_(constants) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override;

private:
  UInt128 below(std::uint64_t bound);
  UInt128 constant(const semantics::InputRequest& request);

  std::uint64_t state_;
  std::uint32_t kind_;
  const ProgramConstants& constants_;
  UInt128 counter_ = 0;
};

} // namespace tandem::analysis::invariants
