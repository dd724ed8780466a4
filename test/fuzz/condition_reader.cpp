// Any bytes are a condition automaton or are refused. What was read can be written and read again, and says the same.
#include "automata/condition_automaton.h"
#include "base/require.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  using namespace tandem::automata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const ConditionAutomaton automaton = read_condition_automaton_text(bytes, "fuzzed");
    const std::string text = condition_automaton_text(automaton);
    require(condition_automaton_text(read_condition_automaton_text(text, "written")) == text,
            "what was written should be read again");
  } catch (const InputError&) {
  }
  return 0;
}
