// The inputs of a run: one for each __VERIFIER_nondet_* call (and each call of an undefined function that returns a
// value), in the order of the calls, whatever their types.
//
// Values are represented as bits of the type's width; floats as their IEEE (or x87) bits. Texts are read as Test-Comp's
// harness reads them: decimal, 0x hexadecimal, 0 octal, 'c', floats, with up to four of the suffix letters l L u U f F.
#pragma once

#include "program/model/expr.h"
#include "program/model/type.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {
struct Edge;
struct Variable;
} // namespace tandem

namespace tandem::semantics {

// Why a value is requested.
enum class InputReason : std::uint8_t {
  Nondet,      // a call of __VERIFIER_nondet_*
  Undefined,   // a call of a function without a body
  Unspecified, // not an input: what a library function does that has no exact model
  Environment, // what the environment answers a library function
  Arbitrary,   // not an input: see RunOptions::arbitrary
};

struct InputRequest {
  InputReason reason = InputReason::Nondet;
  const Type& type; // scalar
  const Function* function = nullptr;
  const Edge* edge = nullptr;
  // For arbitrary values: the uninitialised variable, and which byte of it (the type is then unsigned char) if it
  // lives in memory. Null for heap blocks.
  const Variable* variable = nullptr;
  std::optional<std::uint64_t> byte;
  // In environment memory: which block.
  std::optional<std::uint32_t> block;
  // An uninitialised pointer in memory: requested as a whole, as an unsigned long.
  bool is_pointer_in_memory = false;

  bool is_pointer() const { return is_pointer_in_memory || type.is_pointer(); }
};

class InputSource {
public:
  virtual ~InputSource() = default;
  // Bits of the type's width, zero-extended; nullopt: the source is exhausted.
  virtual std::optional<UInt128> next(const InputRequest& request) = 0;
};

// What happens at the end of a list of values.
enum class Exhaustion : std::uint8_t { Stop, Zero, Random };

class TextInputs : public InputSource {
public:
  // Throws InputError for a text that is not a value.
  TextInputs(std::vector<std::string> texts, Exhaustion exhaustion, std::uint64_t seed = 1);
  std::optional<UInt128> next(const InputRequest& request) override;

private:
  std::vector<std::string> texts_;
  std::size_t used_ = 0;
  Exhaustion exhaustion_;
  std::uint64_t random_state_;
};

// Bits of a random value of the type; small numbers, powers of two and their neighbours are likely. Advances the state.
UInt128 random_bits(const Type& type, std::uint64_t& state);

// The bits of the value a text denotes, converted to the type as in C; nullopt if the text is not a value.
std::optional<UInt128> read_value(std::string_view text, const Type& type);
bool is_value(std::string_view text);
// A text that read_value converts back to the same bits.
std::string write_value(UInt128 bits, const Type& type);

// Splits "1,-2,'a'" (a comma in quotes counts as a character).
std::vector<std::string> split_inputs(std::string_view list);
// The <input> texts of a Test-Comp test case. Throws InputError with the file's name.
std::vector<std::string> read_test_case(const std::filesystem::path& file);

} // namespace tandem::semantics
