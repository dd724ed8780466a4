#include "task/testcase.h"

#include "task/task_for_test.h"

#include <gtest/gtest.h>

namespace tandem::task {
namespace {

struct Sample {
  Sample() {
    sketch.builder.add_file({"a & b.c", "12ab"});
    const Function& number = sketch.declare("__VERIFIER_nondet_uint", sketch.type(IntegerKind::UInt));
    const Function& real = sketch.declare("__VERIFIER_nondet_float", sketch.type(FloatKind::Float));
    const Function& pointer = sketch.declare("next", sketch.types().pointer_to(sketch.type(IntegerKind::Char)));
    const Function& main = sketch.define("main", sketch.int_type());
    sketch.input(InputKind::Uninitialised, sketch.int_type(), 3);
    sketch.input(number, 0xffffffff);
    sketch.input(real, 0x3dcccccd);
    sketch.input(pointer, 0);
    program.emplace(sketch.finish(main));
  }

  TaskSketch sketch{DataModel::ILP32};
  std::optional<Program> program;
};

SuiteMetadata metadata() { return {}; }

TEST(TestCase, MetadataAreInTheOrderOfTheFormat) {
  const Sample sample;
  const SuiteMetadata metadata{"tandem 1", error_call_specification(unreach_call_property()),
                               std::chrono::system_clock::from_time_t(0)};
  EXPECT_EQ(metadata_xml(*sample.program, metadata),
            R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata>
  <sourcecodelang>C</sourcecodelang>
  <producer>tandem 1</producer>
  <specification>COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )</specification>
  <programfile>a &amp; b.c</programfile>
  <programhash>12ab</programhash>
  <entryfunction>main</entryfunction>
  <architecture>32bit</architecture>
  <creationtime>1970-01-01T00:00:00Z</creationtime>
</test-metadata>
)");
}

TEST(TestCase, ListsTheInputsThatAreAskedFor) {
  const Sample sample;
  EXPECT_EQ(test_case_xml(*sample.program, sample.sketch.counterexample(*sample.program)),
            R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase coversError="true">
  <input type="unsigned int">4294967295</input>
  <input type="float">0.1</input>
  <input type="char *">0</input>
</testcase>
)");
}

TEST(TestCase, ASuiteIsAFolder) {
  const Sample sample;
  const TempDir parent;
  const std::filesystem::path folder = parent.path() / "deep" / "suite";
  const Counterexample found = sample.sketch.counterexample(*sample.program);
  write_error_suite(folder, *sample.program, metadata(), found);
  EXPECT_EQ(read_text_file(folder / "error.xml"), test_case_xml(*sample.program, found));
  EXPECT_EQ(read_text_file(folder / "metadata.xml"), metadata_xml(*sample.program, metadata()));
}

} // namespace
} // namespace tandem::task
