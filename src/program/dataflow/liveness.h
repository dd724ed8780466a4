// Live variables: which scalar locals of a function may still be read before they are written again. Analyses drop the
// dead ones from their states, so that states which differ in dead values only are found equal.
#pragma once

#include "program/model/program.h"

#include <unordered_map>
#include <vector>

namespace tandem::dataflow {

class Liveness {
public:
  explicit Liveness(const Function& function);

  // Of a parameter, local or temporary of scalar type whose address is not taken; other variables are always live.
  bool is_live(const Location& location, const Variable& variable) const;

private:
  using Set = std::vector<bool>;

  std::unordered_map<const Variable*, std::uint32_t> numbers_;
  std::unordered_map<const Location*, Set> live_;
};

} // namespace tandem::dataflow
