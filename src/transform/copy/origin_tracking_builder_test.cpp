#include "transform/copy/origin_tracking_builder.h"

#include <gtest/gtest.h>

namespace tandem::transform::copy {
namespace {

constexpr Operation skip{.kind = OpKind::Skip};

class OriginTracking : public testing::Test {
protected:
  OriginTracking()
      : context(std::make_shared<Context>(DataModel::LP64)),
        type(context->types().function(context->types().void_type(), {}, false, true)) {
    ProgramBuilder first(context);
    Function& function = first.declare_function("main", "main", type, {});
    first.begin_body(function, {});
    const DraftLocation middle = first.add_location(function);
    first.add_edge(first.entry(function), middle, {.kind = OpKind::Call, .callee = &function}, {});
    first.add_edge(middle, first.exit(function), {.kind = OpKind::Return}, {});
    original.emplace(first.finish(function));
  }

  const Edge& call() const { return *original->entry().entry().out[0]; }
  const Edge& give() const { return *call().to->out[0]; }

  std::shared_ptr<Context> context;
  const Type& type;
  std::optional<Program> original;
  ProgramBuilder builder{context};
  OriginTrackingBuilder tracking{builder};
};

TEST_F(OriginTracking, ChainsOfSkipsDisappear) {
  Function& function = builder.declare_function("main", "main", type, {});
  builder.begin_body(function, {});
  tracking.begin(function, original->entry().entry(), original->entry().exit());
  const DraftLocation a = tracking.add_location(function, nullptr), b = tracking.add_location(function, call().from),
                      c = tracking.add_location(function, nullptr), d = tracking.add_location(function, give().from);
  tracking.add_edge(builder.entry(function), a, skip, {}, nullptr);
  tracking.add_edge(a, b, skip, {}, nullptr);
  tracking.add_edge(b, c, {.kind = OpKind::Call, .callee = &function}, {}, &call());
  tracking.add_edge(c, d, skip, {}, nullptr);
  tracking.add_edge(d, builder.exit(function), {.kind = OpKind::Return}, {}, &give());
  const Program program = builder.finish(function);
  const OriginTrackingBuilder::Origins origins = tracking.origins(program);
  EXPECT_EQ(origins.edges, (std::vector<const Edge*>{&call(), &give()}));
  EXPECT_EQ(origins.locations, (std::vector<const Location*>{call().from, give().from, &original->entry().exit()}));
}

// An endless loop that does nothing, and of which the builder leaves one location.
TEST_F(OriginTracking, ACircleOfSkipsIsOneLocation) {
  Function& function = builder.declare_function("main", "main", type, {});
  builder.begin_body(function, {});
  tracking.begin(function);
  const DraftLocation a = builder.add_location(function), b = builder.add_location(function),
                      c = builder.add_location(function);
  tracking.add_edge(builder.entry(function), c, {.kind = OpKind::Call, .callee = &function}, {}, &call());
  tracking.add_edge(c, b, skip, {}, nullptr);
  tracking.add_edge(b, a, skip, {}, &give());
  tracking.add_edge(a, c, skip, {}, &call());
  const Program program = builder.finish(function);
  const OriginTrackingBuilder::Origins origins = tracking.origins(program);
  EXPECT_EQ(origins.edges, (std::vector<const Edge*>{&call(), &call()})) << "of the circle, the smallest location's";
}

TEST_F(OriginTracking, WhatIsInsertedHasNoOrigin) {
  Function& function = builder.declare_function("main", "main", type, {});
  builder.begin_body(function, {});
  tracking.begin(function, original->entry().entry(), original->entry().exit());
  const DraftLocation yes = tracking.add_location(function, nullptr), no = tracking.add_location(function, give().from);
  tracking.add_inserted_branch(builder.entry(function), context->integer(context->types().int_type(), 1), yes, no);
  tracking.add_edge(no, builder.exit(function), {.kind = OpKind::Return}, {}, &give());
  const Program program = builder.finish(function);
  const OriginTrackingBuilder::Origins origins = tracking.origins(program);
  ASSERT_EQ(origins.edges.size(), 3u);
  const Location& entry = program.entry().entry();
  EXPECT_EQ(origins.edges[entry.out[0]->id], nullptr);
  EXPECT_EQ(origins.edges[entry.out[1]->id], nullptr);
  EXPECT_EQ(origins.edges[entry.out[1]->to->out[0]->id], &give());
}

} // namespace
} // namespace tandem::transform::copy
