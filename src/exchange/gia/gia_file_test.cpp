#include "exchange/gia/gia_file.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "program/text/cfa_reader.h"
#include "program/text/program_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::exchange {
namespace {

const std::string hash(64, 'a'), other_hash(64, 'b');

const std::string sample = "tandem-gia 1\n"
                           "program " +
                           hash +
                           " dir/a file.c\n"
                           "data-model LP64\n"
                           "property CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
                           "producer a-tool 1.0\n"
                           "\n"
                           "state q0 initial\n"
                           "state low cand invariant x < 10\n"
                           "state (q1,\xe2\x97\xa6) ut\n"
                           "state found rt\n"
                           "\n"
                           "q0 -> low on main@3:3 main@4:3+ if x > 0 && x != 7\n"
                           "q0 -> (q1,\xe2\x97\xa6) on main@4:3-\n"
                           "low -> found on *\n"
                           "end\n";

// The edges main@3:3, main@4:3+, main@4:3- and main@5:3, and a local x.
Program program(const std::string& sha256, DataModel model = DataModel::LP64) {
  text::ProgramSketch sketch(model);
  sketch.builder.add_file({"b.c", sha256});
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.local(main, "x", sketch.int_type()));
  const DraftLocation head = sketch.location(main), body = sketch.location(main), after = sketch.location(main);
  sketch.line = 2;
  sketch.assign(sketch.builder.entry(main), head, x, sketch.number(1));
  sketch.branch(head, sketch.context->binary(BinaryOp::Lt, x, sketch.number(10)), body, after);
  sketch.assign(body, head, x, sketch.number(2));
  sketch.give(after, main, &x);
  return sketch.builder.finish(main);
}

std::string error(std::string_view text, const Program* about = nullptr) {
  try {
    read_gia_text(text, about, "a.gia");
    return "accepted";
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
}

// An automaton with these lines after the first one.
std::string with(const std::string& lines) { return "tandem-gia 1\n" + lines + "end\n"; }

TEST(GiaFile, WhatIsReadIsWrittenAgain) {
  const Gia gia = read_gia_text(sample);
  ASSERT_EQ(gia.states().size(), 4u);
  EXPECT_EQ(gia.initial(), 0u);
  EXPECT_EQ(gia.header().files, (std::vector<GiaHeader::File>{{"dir/a file.c", hash}}));
  EXPECT_EQ(gia.header().producer, "a-tool 1.0");
  EXPECT_EQ(gia.states()[1].accept, Accept::Candidate);
  EXPECT_EQ(gia.text(gia.states()[1].invariant), "x < 10");
  EXPECT_EQ(gia.states()[2].accept, Accept::Unreachable);
  EXPECT_EQ(gia.states()[3].accept, Accept::Reached);
  ASSERT_EQ(gia.out(0).size(), 2u);
  EXPECT_EQ(gia.edges(gia.out(0)[0].label).size(), 2u);
  EXPECT_EQ(gia.text(gia.out(0)[0].assumption), "x > 0 && x != 7");
  EXPECT_EQ(gia.out(1)[0].label, Gia::any);
  EXPECT_EQ(gia_text(gia), sample);
}

TEST(GiaFile, FilesMayBeCompressed) {
  const TempDir folder;
  const Gia gia = read_gia_text(sample);
  write_gia(folder.path() / "a.gia", gia);
  write_gia(folder.path() / "a.gia.gz", gia);
  EXPECT_EQ(read_text_file(folder.path() / "a.gia"), sample);
  EXPECT_EQ(read_text_file(folder.path() / "a.gia.gz").substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(gia_text(read_gia(folder.path() / "a.gia")), sample);
  EXPECT_EQ(gia_text(read_gia(folder.path() / "a.gia.gz")), sample);
}

TEST(GiaFile, BlanksAndCommentsAreFree) {
  const Gia gia = read_gia_text("tandem-gia 1\r\n# a comment\n\n  state \t a initial ut  \n# another\n end \n\n# last");
  EXPECT_EQ(gia_text(gia), "tandem-gia 1\n\nstate a initial ut\n\nend\n");
}

TEST(GiaFile, NamesThatCannotBeWrittenAreReplaced) {
  GiaBuilder builder({});
  builder.add_state(Accept::Nothing, "with blank");
  builder.add_state(Accept::Unreachable, "end");
  builder.add_transition(0, builder.label("e"), 1, builder.text("a\n== b"));
  const std::string text = gia_text(std::move(builder).finish());
  EXPECT_EQ(text, "tandem-gia 1\n\nstate q0 initial\nstate q1 ut\n\nq0 -> q1 on e if a == b\nend\n");
  EXPECT_EQ(gia_text(read_gia_text(text)), text);
  GiaBuilder twice({});
  twice.add_state(Accept::Nothing, "q1");
  twice.add_state(Accept::Unreachable, "q1");
  EXPECT_EQ(gia_text(std::move(twice).finish()), "tandem-gia 1\n\nstate q0 initial\nstate q1 ut\n\nend\n");
}

TEST(GiaFile, LabelsAreOrderedByName) {
  const std::string text = "tandem-gia 1\n\nstate a initial\nstate b\n\na -> b on f@2:30\n"
                           "b -> a on f@2:4 f@2:30 f@10:1 f@10:1#2 g@1:1\nend\n";
  EXPECT_EQ(gia_text(read_gia_text(text)), text);
  EXPECT_EQ(gia_text(read_gia_text("tandem-gia 1\nstate a initial\nstate b\na -> b on f@2:30\n"
                                   "b -> a on g@1:1 f@10:1#2 f@10:1 f@2:30 f@2:4\nend\n")),
            text);
}

TEST(GiaFile, LongLabelsAreSplit) {
  GiaBuilder builder({});
  builder.add_state(Accept::Nothing);
  std::vector<EdgeNameId> edges;
  for (int i = 0; i < 200'000; ++i) edges.push_back(builder.edge_name(fmt::format("main@{}:1", i)));
  builder.add_transition(0, builder.label(edges), 0, builder.text("x"));
  const Gia again = read_gia_text(gia_text(std::move(builder).finish()));
  std::size_t count = 0;
  for (const Gia::Transition& transition : again.transitions()) {
    count += again.edges(transition.label).size();
    EXPECT_EQ(again.text(transition.assumption), "x");
  }
  EXPECT_GT(again.transitions().size(), 10u);
  EXPECT_EQ(count, 200'000u);
}

TEST(GiaFile, HeadersAreStrict) {
  EXPECT_EQ(error(""), "a.gia:1: the file is empty; an automaton begins with `tandem-gia 1`");
  EXPECT_EQ(error("OBSERVER AUTOMATON\n"),
            "a.gia:1:1: this is no automaton of tandem, which begins with `tandem-gia 1`");
  EXPECT_EQ(error("tandem-gia 2\n"), "a.gia:1:12: version '2' is not known; this program reads version 1");
  EXPECT_EQ(error("tandem-gia\n"), "a.gia:1:11: version '' is not known; this program reads version 1");
  EXPECT_EQ(error("tandem-gia 1 x\n"), "a.gia:1:14: 'x' is too much on this line");
  EXPECT_NE(error(with("program abc a.c\n")).find("a.gia:2:9: the file's SHA-256"), std::string::npos);
  EXPECT_EQ(error(with("program " + hash + " \n")), "a.gia:2:73: the file's path is missing");
  EXPECT_EQ(error(with("data-model LP32\n")), "a.gia:2:12: data model 'LP32' is not known; ILP32 and LP64 are");
  EXPECT_EQ(error(with("producer a\nproducer b\n")), "a.gia:3:1: `producer` was given before");
  EXPECT_EQ(error(with("state a initial\nproducer b\n")), "a.gia:3:1: `producer` belongs before the first state");
}

TEST(GiaFile, StatesAreStrict) {
  EXPECT_EQ(error(with("state a initial\nstate a\n")), "a.gia:3:7: state 'a' was declared before");
  EXPECT_EQ(error(with("state a initial ut rt\n")), "a.gia:2:20: a state accepts one of ut, rt and cand, not two");
  EXPECT_EQ(error(with("state a initial\nstate b initial\n")), "a.gia:3:9: there is an initial state already: a");
  EXPECT_EQ(error(with("state a final\n")),
            "a.gia:2:9: 'final' was not expected; `initial`, `ut`, `rt`, `cand` or `invariant` was");
  EXPECT_EQ(error(with("state end initial\n")), "a.gia:2:7: a state cannot be called 'end'");
  EXPECT_EQ(error(with("state\n")), "a.gia:2:6: the state's name is missing");
  EXPECT_EQ(error(with("state a invariant \n")), "a.gia:2:18: the invariant is missing");
  EXPECT_EQ(error(with("state a initial invariant x\n")), "a.gia:2:27: an initial state has no invariant");
  EXPECT_NE(error(with("state a\n")).find("no state is the initial one"), std::string::npos);
  EXPECT_NE(error(with("")).find("an automaton needs a state"), std::string::npos);
}

TEST(GiaFile, TransitionsAreStrict) {
  const std::string states = "state a initial\nstate b ut\nstate c rt\nstate d cand\n";
  EXPECT_EQ(error(with(states + "d -> b on *\na -> d on e1 e2\n")), "accepted");
  EXPECT_EQ(error(with(states + "b -> b on *\nc -> c on e1\n")), "accepted");
  EXPECT_EQ(error(with(states + "c -> a on *\n")),
            "a.gia:6:1: state 'c' accepts rt, which covers all paths from it; it can have no transitions but loops "
            "without a condition");
  EXPECT_NE(error(with(states + "b -> b on * if x\n")).find("a.gia:6:1: state 'b' accepts ut"), std::string::npos);
  EXPECT_EQ(error(with(states + "a -> z on *\n")), "a.gia:6:6: state 'z' is not declared above");
  EXPECT_NE(error(with(states + "z -> a on *\n")).find("a.gia:6:1: 'z' is neither a state"), std::string::npos);
  EXPECT_NE(error(with(states + "a b\n")).find("a.gia:6:3: `->` was expected"), std::string::npos);
  EXPECT_NE(error(with(states + "a -> b\n")).find("a.gia:6:7: `on` was expected"), std::string::npos);
  EXPECT_EQ(error(with(states + "a -> b on\n")), "a.gia:6:10: an edge, or `*`, was expected");
  EXPECT_EQ(error(with(states + "a -> b on if x\n")), "a.gia:6:11: an edge, or `*`, was expected");
  EXPECT_EQ(error(with(states + "a -> b on * e\n")),
            "a.gia:6:13: `*` stands for all edges; nothing but `if` can follow");
  EXPECT_EQ(error(with(states + "a -> b on e *\n")),
            "a.gia:6:13: `*` stands for all edges; it cannot be one of several");
  EXPECT_EQ(error(with(states + "a -> b on e -> c\n")), "a.gia:6:13: an edge was expected, not `->`");
  EXPECT_EQ(error(with(states + "a -> b on e if\n")), "a.gia:6:15: the condition is missing");
}

TEST(GiaFile, EveryTruncationIsNoticed) {
  ASSERT_EQ(error(sample), "accepted");
  for (std::size_t size = 0; size + 1 < sample.size(); ++size)
    EXPECT_NE(error(sample.substr(0, size)), "accepted") << size;
  const std::string packed = gzipped(sample);
  for (std::size_t size = 0; size < packed.size(); ++size) EXPECT_NE(error(packed.substr(0, size)), "accepted") << size;
  EXPECT_EQ(error(with("state a initial\n") + "state b\n"), "a.gia:4:1: nothing may follow the line `end`");
}

TEST(GiaFile, MustBeAboutTheProgram) {
  const Program right = program(hash), wrong = program(other_hash), narrow = program(hash, DataModel::ILP32);
  EXPECT_EQ(error(sample, &right), "accepted");
  EXPECT_NE(error(sample, &wrong).find("a.gia:7:1: the automaton is about another program: 'dir/a file.c'"),
            std::string::npos);
  EXPECT_EQ(error(sample, &narrow),
            "a.gia:7:1: the automaton is about data model 'LP64', the program was read with ILP32");
  const std::string silent = "state a initial\n";
  EXPECT_NE(error(with(silent), &right).find("it has no line `program " + hash + " b.c`"), std::string::npos);
}

TEST(GiaFile, EdgesAndConditionsMustBeInTheProgram) {
  const Program right = program(hash);
  const std::string head = "program " + hash + " a.c\ndata-model LP64\nstate a initial\nstate b invariant x == 1\n";
  EXPECT_EQ(error(with(head + "a -> b on main@3:3 if x > 1\nb -> a on main@4:3+ if x\n"), &right), "accepted");
  EXPECT_EQ(error(with(head + "a -> b on main@3:3\nb -> a on main@3:3 main@7:3 if x\n"), &right),
            "a.gia:7:20: the program has no edge 'main@7:3'; `tandem show cfa` lists those it has");
  EXPECT_NE(error(with(head + "b -> a on main@3:3 if x > 1\na -> b on main@4:3+ if x > y\n"), &right)
                .find("a.gia:7:28: a -> b: the assumption 'x > y' is no condition there"),
            std::string::npos);
  EXPECT_NE(error(with(head + "state c invariant x+\na -> b on main@3:3\na -> c on *\n"), &right)
                .find("a.gia:6:21: a -> c: the invariant of the state reached 'x+' is no condition there"),
            std::string::npos);
}

TEST(GiaFile, HeadersKnowTheirProgramAndProperty) {
  const Program about = program(hash);
  const GiaHeader header = gia_header(about, unreach_call_property(), "me");
  EXPECT_EQ(header.files, (std::vector<GiaHeader::File>{{"b.c", hash}}));
  EXPECT_NO_THROW(check_program(header, about));
  EXPECT_NO_THROW(check_property(header, unreach_call_property()));
  EXPECT_THROW(check_property(header, default_property()), InputError);
}

} // namespace
} // namespace tandem::exchange
