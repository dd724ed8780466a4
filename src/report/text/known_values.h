// The values of variables along an execution, as far as what was written tells them: why a branch was taken.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tandem::report {

struct NamedValue {
  std::string name, value;
  bool operator==(const NamedValue&) const = default;
};

// Only of scalars that nothing points to: what else is written may be written under another name.
class KnownValues {
public:
  explicit KnownValues(const Program& program) : program_(program) {}

  // Activations number the calls of functions. To be told of every edge, before what it wrote.
  void pass(const Edge& edge, std::uint32_t activation);
  // The parameters of a call, as far as they are known.
  std::vector<NamedValue> enter(const Operation& call, std::uint32_t caller, std::uint32_t callee);
  void write(const WrittenValue& written, std::uint32_t activation);

  // What the operation reads.
  std::vector<NamedValue> read_by(const Operation& op, std::uint32_t activation) const;

private:
  std::optional<UInt128> value_of(const Expr& expr, std::uint32_t activation) const;

  const Program& program_;
  std::map<std::pair<std::uint32_t, const Variable*>, UInt128> values_; // globals: activation 0
};

} // namespace tandem::report
