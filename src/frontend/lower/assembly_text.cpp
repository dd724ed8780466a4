// One instruction at a time: they end at line breaks and semicolons. What another section contains is data, with which
// the kernel's headers describe the instructions.

#include "frontend/lower/assembly_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <regex>
#include <string>

namespace tandem::frontend::lower {
namespace {

// Without implicit memory operands. Bit tests with an offset (bts) are missing, for they reach beyond their operand.
constexpr std::array<std::string_view, 54> known_instructions{
    "adc",   "add",    "and",    "bsf",    "bsr",    "bswap",  "cld",   "cmova",   "cmovae", "cmovb", "cmovbe",
    "cmove", "cmovg",  "cmovge", "cmovl",  "cmovle", "cmovne", "cmp",   "cmpxchg", "cpuid",  "dec",   "imul",
    "inc",   "lfence", "lock",   "mfence", "mov",    "movsx",  "movzx", "neg",     "nop",    "not",   "or",
    "pause", "rdtsc",  "rdtscp", "rep",    "rol",    "ror",    "sar",   "sbb",     "seta",   "setc",  "sete",
    "setne", "sets",   "sfence", "shl",    "shr",    "sub",    "test",  "xadd",    "xchg",   "xor",
};

bool is_known(std::string_view word) {
  const auto is_listed = [](std::string_view name) {
    return std::ranges::find(known_instructions, name) != known_instructions.end();
  };
  if (is_listed(word)) return true;
  constexpr std::string_view sizes = "bwlq";
  return word.size() > 1 && sizes.find(word.back()) != std::string_view::npos &&
         is_listed(word.substr(0, word.size() - 1));
}

// Calls f with the text of each instruction, as long as it returns true.
bool all_instructions(std::string_view assembly, const std::function<bool(const std::string&)>& f) {
  static const std::regex label("^\\s*[0-9]+:");
  bool in_other_section = false;
  while (!assembly.empty()) {
    const std::size_t end = std::min(assembly.find_first_of("\n;"), assembly.size());
    std::string text(assembly.substr(0, end));
    assembly.remove_prefix(std::min(end + 1, assembly.size()));
    text = std::regex_replace(text, label, "");
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    text = text.substr(first, text.find_last_not_of(" \t") + 1 - first);
    if (text.starts_with(".section ") || text.starts_with(".pushsection ")) in_other_section = true;
    const bool is_data = in_other_section;
    if (text == ".previous" || text == ".popsection") in_other_section = false;
    if (!is_data && !f(text)) return false;
  }
  return !in_other_section;
}

std::string first_word(const std::string& instruction) {
  return instruction.substr(0, instruction.find_first_of(" \t"));
}

} // namespace

bool changes_operands_only(std::string_view assembly) {
  // %0, %b0, %[name], %%eax, $1, and no address: (%0) or a name.
  static const std::regex operands(R"(\s*((%[a-zA-Z]?([0-9]+|\[\w+\])|%%\w+|\$-?(0x)?[0-9a-fA-F]+)\s*(,\s*|$))*)");
  return all_instructions(assembly, [](const std::string& instruction) {
    std::string rest = instruction;
    std::string word = first_word(rest);
    while (is_known(word) && (word == "lock" || word == "rep") && word.size() < rest.size()) {
      rest = rest.substr(rest.find_first_not_of(" \t", word.size()));
      word = first_word(rest);
    }
    return is_known(word) && std::regex_match(rest.substr(word.size()), operands);
  });
}

bool is_empty(std::string_view assembly) {
  return all_instructions(assembly, [](const std::string&) { return false; });
}

bool may_leave(std::string_view assembly) {
  return !all_instructions(assembly, [](const std::string& instruction) {
    const std::string word = first_word(instruction);
    const bool leaves = word.starts_with("j") || word.starts_with("call") || word.starts_with("ret") ||
                        word.starts_with("iret") || word.starts_with("loop") || word.starts_with("sys") ||
                        word.starts_with("int");
    return !leaves;
  });
}

} // namespace tandem::frontend::lower
