#include "exchange/witness/violation_witness.h"

#include "exchange/witness/execution_for_test.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <regex>

namespace tandem::exchange::witness {
namespace {

class ViolationWitness : public testing::Test {
protected:
  ViolationWitness()
      : sketch("int main(void) {\n  unsigned x = nondet();\n  if (x == 4294967295) reach_error();\n}\n") {
    const Type& number = sketch.types().integer(IntegerKind::UInt);
    const Function& nondet = sketch.declare("__VERIFIER_nondet_uint", number);
    const Function& error = sketch.declare("reach_error", sketch.types().void_type());
    Function& main = sketch.define("main", sketch.int_type(), "int main", "}");
    const Expr& x = sketch.use(sketch.local("x", number, "unsigned x"));
    sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &x, .callee = &nondet});
    sketch.branch("x == ", sketch.context->binary(BinaryOp::Eq, x, sketch.context->integer(number, -1)));
    sketch.edge("reach_error()", {.kind = OpKind::Call, .callee = &error});
    sketch.finish(main);
    execution = sketch.execute({true}, {-1}, "reach_error");
  }

  std::string witness() const {
    const WitnessMetadata metadata{"tandem", "1.2", "00000000-0000-4000-8000-000000000000",
                                   std::chrono::system_clock::from_time_t(0)};
    return violation_witness(*sketch.program, unreach_call_property(), execution, metadata);
  }

  ExecutionSketch sketch;
  Execution execution;
};

TEST_F(ViolationWitness, HasTheFormOfTheFormat) {
  const std::string file = sketch.program->files()[0].path;
  std::string expected = R"yaml(- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "00000000-0000-4000-8000-000000000000"
    creation_time: "1970-01-01T00:00:00Z"
    producer:
      name: "tandem"
      version: "1.2"
    task:
      input_files:
        - "FILE"
      input_file_hashes:
        "FILE": "ab12"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "LP64"
      language: "C"
  content:
    - segment:
        - waypoint:
            type: "assumption"
            action: "follow"
            location:
              file_name: "FILE"
              line: 3
              column: 3
              function: "main"
            constraint:
              value: "x == 4294967295u"
              format: "c_expression"
    - segment:
        - waypoint:
            type: "branching"
            action: "follow"
            location:
              file_name: "FILE"
              line: 3
              column: 3
              function: "main"
            constraint:
              value: "true"
    - segment:
        - waypoint:
            type: "target"
            action: "follow"
            location:
              file_name: "FILE"
              line: 3
              column: 24
              function: "main"
)yaml";
  for (std::size_t at; (at = expected.find("FILE")) != std::string::npos;) expected.replace(at, 4, file);
  EXPECT_EQ(witness(), expected);
}

TEST_F(ViolationWitness, IsYaml) {
  const YAML::Node entries = YAML::Load(witness());
  ASSERT_EQ(entries.size(), 1u);
  const YAML::Node content = entries[0]["content"];
  ASSERT_EQ(content.size(), 3u);
  for (const YAML::Node& segment : content) {
    ASSERT_EQ(segment["segment"].size(), 1u) << "one waypoint to follow";
    EXPECT_EQ(segment["segment"][0]["waypoint"]["action"].as<std::string>(), "follow");
  }
  EXPECT_EQ(content[2]["segment"][0]["waypoint"]["type"].as<std::string>(), "target");
  EXPECT_FALSE(content[2]["segment"][0]["waypoint"]["constraint"]);
}

TEST(WitnessMetadata, HasAFreshIdentifier) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  const std::string one = new_witness_metadata("1").uuid, other = new_witness_metadata("1").uuid;
  EXPECT_TRUE(std::regex_match(one, form)) << one;
  EXPECT_NE(one, other);
}

} // namespace
} // namespace tandem::exchange::witness
