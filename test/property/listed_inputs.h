// Inputs of an execution, given one by one.
#pragma once

#include "semantics/interpreter/run.h"

#include <vector>

namespace tandem {

class ListedInputs : public semantics::InputSource {
public:
  explicit ListedInputs(std::vector<int> values) : values_(std::move(values)) {}
  std::optional<UInt128> next(const semantics::InputRequest&) override {
    if (used_ == values_.size()) return std::nullopt;
    return static_cast<std::uint32_t>(values_[used_++]);
  }

private:
  std::vector<int> values_;
  std::size_t used_ = 0;
};

} // namespace tandem
