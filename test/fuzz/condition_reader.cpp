// Arbitrary bytes are a condition automaton or are rejected. What was read can be written and read again without a
// change.
#include "base/core/require.h"
#include "exchange/formats/condition_automaton.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const exchange::formats::ConditionAutomaton automaton =
        exchange::formats::read_condition_automaton_text(bytes, "fuzzed");
    const std::string text = exchange::formats::condition_automaton_text(automaton);
    require(exchange::formats::condition_automaton_text(
                exchange::formats::read_condition_automaton_text(text, "written")) == text,
            "what was written should be read again");
  } catch (const InputError&) {
  }
  return 0;
}
