#include "exchange/witness/graphml.h"

#include "exchange/witness/graphml_invariants.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::exchange::witness {
namespace {

std::string file(const std::string& graph, const std::string& keys = "") {
  return "<graphml>\n" + keys + "<graph>\n" + graph + "\n</graph></graphml>";
}

std::string refusal(const std::string& text) {
  try {
    read_graphml_text(text, "w.graphml");
  } catch (const InputError& error) {
    return fmt::format("{}: {}", error.position().line, error.what());
  }
  return "accepted";
}

const std::string two_nodes = "<node id='a'><data key='entry'>true</data></node><node id='b'/>";

TEST(Graphml, ReadsWhatProducersWrite) {
  const GraphmlWitness witness = read_graphml_text(
      file("<data key='witness-type'>violation_witness</data><data key='programhash'>ab</data>\n"
           "<node id='a'><data key='entry'>TRUE</data></node><node id='b'><data key='d7'>true</data></node>\n"
           "<edge source='a' target='b'><data key='startline'>3</data><data key='endline'>5</data>"
           "<data key='control'>condition-false</data><data key='assumption'>x == 1</data>"
           "<data key='assumption'>y == 2</data><data key='enterFunction'>f</data><data key='threadId'>1</data></edge>",
           "<key id='entry' attr.name='isEntryNode'/><key id='d7' attr.name='violation'/>"),
      "w.graphml");
  EXPECT_EQ(witness.kind, GraphmlWitness::Kind::Violation);
  EXPECT_EQ(witness.program_hash, "ab");
  EXPECT_EQ(witness.entry(), 0u);
  EXPECT_TRUE(witness.nodes[1].violation);
  ASSERT_EQ(witness.edges.size(), 1u);
  EXPECT_EQ(witness.edges[0].start_line, 3u);
  EXPECT_EQ(witness.edges[0].end_line, 5u);
  EXPECT_EQ(witness.edges[0].control, false);
  EXPECT_EQ(witness.edges[0].assumption, "x == 1; y == 2");
  EXPECT_EQ(witness.edges[0].enter_function, "f");
  ASSERT_EQ(witness.dropped.size(), 1u);
  EXPECT_NE(witness.dropped[0].find("'threadId'"), std::string::npos);
}

TEST(Graphml, GuessesAMissingType) {
  EXPECT_EQ(read_graphml_text(file(two_nodes), "w").kind, GraphmlWitness::Kind::Correctness);
  const std::string violation = "<node id='c'><data key='violation'>true</data></node>";
  EXPECT_EQ(read_graphml_text(file(two_nodes + violation), "w").kind, GraphmlWitness::Kind::Violation);
}

TEST(Graphml, WhatIsWrittenIsReadAgain) {
  GraphmlWitness witness;
  witness.producer = "A & B";
  witness.nodes = {{.id = "a", .entry = true}, {.id = "b", .violation = true}};
  witness.edges.push_back({.source = 0,
                           .target = 1,
                           .start_line = 7,
                           .end_line = 7,
                           .control = true,
                           .assumption = "x < 3 && y > \"\"[0]",
                           .assumption_scope = "main"});
  const std::string text = graphml_text(witness);
  const GraphmlWitness again = read_graphml_text(text, "again");
  EXPECT_EQ(again.producer, "A & B");
  EXPECT_EQ(again.edges[0].assumption, witness.edges[0].assumption);
  EXPECT_EQ(graphml_text(again), text);
}

TEST(Graphml, RefusesWithALine) {
  EXPECT_EQ(refusal("<html/>"), "1: a <graphml> element was expected, not <html>");
  EXPECT_EQ(refusal(file("<node id='a'/>")), "2: exactly one node should be the entry, not 0");
  EXPECT_EQ(refusal(file(two_nodes + "\n<node id='b'/>")), "4: the node 'b' was there before");
  EXPECT_EQ(refusal(file(two_nodes + "\n<edge source='a' target='c'/>")), "4: there is no node 'c'");
  const auto edge = [](const std::string& data) {
    return file(two_nodes + "\n<edge source='a' target='b'>" + data + "</edge>");
  };
  EXPECT_EQ(refusal(edge("<data key='startline'>-3</data>")), "4: 'startline' is '-3', but a line number was expected");
  EXPECT_EQ(refusal(edge("<data key='control'>maybe</data>")),
            "4: 'control' is 'maybe', but condition-true or condition-false was expected");
  EXPECT_EQ(refusal(file("<data key='witness-type'>rumour</data>" + two_nodes)),
            "2: 'rumour' is no type of witness; violation_witness and correctness_witness are");
}

TEST(Graphml, InvariantsOfOneLoopHead) {
  const std::string node = "<node id='l'><data key='invariant'>i &lt;= 3</data></node>";
  const auto enter = [](const std::string& source, const std::string& target, int line) {
    return fmt::format("<edge source='{}' target='{}'><data key='startline'>{}</data>"
                       "<data key='enterLoopHead'>true</data></edge>",
                       source, target, line);
  };
  const auto count = [&](const std::string& edges) {
    const Witness found = invariants_of(read_graphml_text(file(two_nodes + node + edges), "w"));
    EXPECT_EQ(found.invariants.size() + found.skipped.size(), 1u);
    return found.invariants.size();
  };
  EXPECT_EQ(count(enter("a", "l", 5)), 1u);
  EXPECT_EQ(count(enter("a", "l", 5) + enter("b", "l", 5)), 1u);
  EXPECT_EQ(count(enter("a", "l", 5) + enter("b", "l", 6)), 0u) << "two heads";
  EXPECT_EQ(count(enter("a", "l", 5) + enter("l", "b", 5)), 0u) << "a second node for the head";
  EXPECT_EQ(count("<edge source='a' target='l'><data key='startline'>5</data></edge>"), 0u) << "no head";
}

} // namespace
} // namespace tandem::exchange::witness
