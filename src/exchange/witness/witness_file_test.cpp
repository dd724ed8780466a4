#include "exchange/witness/witness_file.h"

#include <gtest/gtest.h>

namespace tandem::exchange::witness {
namespace {

constexpr const char* head = R"(
- entry_type: "invariant_set"
  metadata:
    format_version: "2.1"
    something_new: 1
    task: {input_files: ["a.c"], input_file_hashes: {"a.c": "12"}, specification: "CHECK", data_model: ILP32}
  content:
)";

std::string invariant(const std::string& type, const std::string& format, const std::string& value = "x < 1") {
  return "  - invariant: {type: " + type + ", location: {file_name: a.c, line: 3}, value: \"" + value +
         "\", format: " + format + "}\n";
}

// "line: message"
std::string refusal(const std::string& text) {
  try {
    read_witness_text(text, "w.yml");
  } catch (const InputError& error) {
    return std::to_string(error.position().line) + ": " + error.what();
  }
  return "";
}

TEST(WitnessFile, ReadsInvariantsAndListsWhatItSkips) {
  const Witness read = read_witness_text(
      head + invariant("loop_invariant", "c_expression") + invariant("location_invariant", "c_expression", "1") +
          invariant("loop_transition_invariant", "ext_c_expression") + invariant("loop_invariant", "acsl_expression") +
          "- entry_type: ghost_instrumentation\n  metadata: {}\n  content: {}\n",
      "w.yml");
  EXPECT_EQ(read.kind, Witness::Kind::Correctness);
  EXPECT_EQ(read.version, "2.1");
  EXPECT_EQ(read.task.data_model, "ILP32");
  ASSERT_EQ(read.task.files.size(), 1u);
  EXPECT_EQ(read.task.files[0].sha256, "12");
  ASSERT_EQ(read.invariants.size(), 2u);
  EXPECT_EQ(read.invariants[0].kind, WitnessInvariantKind::Loop);
  EXPECT_EQ(read.invariants[0].location.line, 3u);
  EXPECT_EQ(read.invariants[0].location.column, 0u);
  EXPECT_EQ(read.invariants[0].position.line, 8u);
  EXPECT_EQ(read.invariants[1].kind, WitnessInvariantKind::Location);
  ASSERT_EQ(read.skipped.size(), 3u);
  EXPECT_EQ(read.skipped[0].what, "an invariant of type 'loop_transition_invariant'");
  EXPECT_EQ(read.skipped[1].what, "an invariant in the format 'acsl_expression'");
  EXPECT_EQ(read.skipped[2].what, "an entry of type 'ghost_instrumentation'");
}

TEST(WitnessFile, AnEmptyInvariantSetIsAWitness) {
  EXPECT_TRUE(read_witness_text(head, "w.yml").invariants.empty());
  EXPECT_TRUE(read_witness_text(std::string(head) + "  []\n", "w.yml").invariants.empty());
}

TEST(WitnessFile, RefusesOtherFilesWithTheLine) {
  EXPECT_NE(refusal("- [").find("not YAML"), std::string::npos);
  EXPECT_EQ(refusal("a: 1\n"), "1: expected a list of entries, each with entry_type, metadata and content");
  EXPECT_NE(refusal("- entry_type: loop_invariant\n").find("neither an invariant_set"), std::string::npos);
  EXPECT_EQ(refusal("- entry_type: invariant_set\n  metadata:\n    format_version: '0.1'\n"),
            "3: format version '0.1'; 2.0 and its successors are accepted");
  EXPECT_EQ(refusal(std::string(head) + "  - invariant: {type: loop_invariant, value: x}\n"),
            "8: the key 'location' is missing");
  EXPECT_EQ(refusal(std::string(head) +
                    "  - invariant: {type: loop_invariant, value: x, format: c_expression, location: {line: 0}}\n"),
            "8: expected a number from 1 on but found 0");
}

} // namespace
} // namespace tandem::exchange::witness
