// Small random C programs with few inputs, so that all their executions can be run: assignments, branches, loops,
// calls, assumes and asserts in any order. Same seed, same text.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tandem {

struct RandomProgramOptions {
  std::uint64_t seed = 1;
  bool with_bits = true; // bit operations, arrays and pointers
};

class RandomProgram {
public:
  explicit RandomProgram(RandomProgramOptions options);

  const std::string& text() const { return text_; }
  // The inputs are all vectors of this many values from this range; assumes at the program's start say the same.
  static constexpr int inputs = 2, least = -2, most = 2;
  static constexpr std::uint32_t iterations = 2; // no loop needs more

private:
  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
  bool one_in(std::uint32_t count) { return pick(count) == 0; }
  std::string number() { return std::to_string(static_cast<int>(pick(9)) - 4); }
  std::string variable() { return variables_[pick(static_cast<std::uint32_t>(variables_.size()))]; }

  std::string expression(int depth);
  std::string bit_expression(int depth);
  std::string condition(int depth);
  void statement(int depth);
  void block(int depth, int statements);
  void loop(int depth);
  void check();
  void write_to_memory();
  void function(const std::string& name);
  void line(const std::string& content) { text_ += std::string(2 * indent_, ' ') + content + "\n"; }

  RandomProgramOptions options_;
  std::mt19937_64 random_;
  std::string text_;
  std::size_t indent_ = 1;
  int loops_ = 0, nested_ = 0;
  std::vector<std::string> variables_, functions_;
};

} // namespace tandem
