// How a fuzzer changes lists of inputs: by chance, or towards the other outcome of a comparison.
#pragma once

#include "testing/compiled/fuzzed_program.h"
#include "testing/partners/chance.h"

#include <vector>

namespace tandem::testing::partners {

struct InputList {
  std::vector<UInt128> values;
  std::vector<compiled::InputShape> shapes;

  compiled::InputShape shape(std::size_t at) const { return at < shapes.size() ? shapes[at] : compiled::InputShape{}; }
};

UInt128 masked(UInt128 bits, compiled::InputShape shape);
// The value with one, of its type, added.
UInt128 plus_one(UInt128 bits, compiled::InputShape shape);

class InputChanges {
public:
  InputChanges(std::vector<std::uint64_t> words, std::uint64_t seed) : words_(std::move(words)), chance_(seed) {}

  Chance& chance() { return chance_; }

  // Values changed, moved, repeated, left out; parts of another list. What follows the list is random as well.
  compiled::Candidate havoc(const InputList& parent, const InputList& other);

  // Values for one input that may make the operands equal, or exchange their order: what the other operand is, where
  // the operand is the input itself; a step as the slope suggests, where it depends on it; steps of all sizes.
  std::vector<UInt128> towards(UInt128 value, compiled::InputShape shape, const compiled::FuzzedRun& base,
                               const compiled::FuzzedRun& with_one_more);

private:
  UInt128 changed(UInt128 bits, compiled::InputShape shape);
  void change_list(std::vector<UInt128>& values, const InputList& other);

  std::vector<std::uint64_t> words_;
  Chance chance_;
};

} // namespace tandem::testing::partners
