#include "program/model/not_understood.h"

#include "program/model/program_builder.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

// main calls functions of these names; those in `defined` have a body.
class Calls {
public:
  explicit Calls(const std::vector<std::string>& names, const std::vector<std::string>& defined = {}) {
    const std::uint32_t file = builder_.add_file({"a.c", "0"});
    const Type& type = context_->types().function(context_->types().void_type(), {}, false, true);
    Function& main = builder_.declare_function("main", "main", type, {});
    std::vector<Function*> functions;
    for (const std::string& name : names) functions.push_back(&builder_.declare_function(name, name, type, {}));
    for (Function* function : functions)
      if (std::find(defined.begin(), defined.end(), function->name()) != defined.end()) {
        builder_.begin_body(*function, {});
        builder_.add_edge(builder_.entry(*function), builder_.exit(*function), {.kind = OpKind::Return}, {});
      }
    builder_.begin_body(main, {});
    DraftLocation at = builder_.entry(main);
    for (const Function* function : functions) {
      const DraftLocation next = builder_.add_location(main);
      const SourcePoint point{file, ++line_, 3};
      builder_.add_edge(at, next, {.kind = OpKind::Call, .callee = function}, {point, point});
      at = next;
    }
    builder_.add_edge(at, builder_.exit(main), {.kind = OpKind::Return}, {});
    program_.emplace(builder_.finish(main));
  }

  const Program& program() const { return *program_; }

private:
  std::shared_ptr<Context> context_ = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder_{context_};
  std::uint32_t line_ = 0;
  std::optional<Program> program_;
};

TEST(NotUnderstood, IsPartOfTheProperty) {
  const Calls calls({"f", "pthread_create", "longjmp"});
  const Property property = understood_property(calls.program(), default_property());
  EXPECT_TRUE(property.error_functions.contains(*calls.program().find_function("pthread_create")));
  EXPECT_TRUE(property.error_functions.contains(*calls.program().find_function("longjmp")));
  EXPECT_FALSE(property.error_functions.contains(*calls.program().find_function("f")));
}

TEST(NotUnderstood, WhatOnlyAnotherVerifierDefines) {
  EXPECT_FALSE(not_understood("__ESBMC_forall").empty());
  EXPECT_FALSE(not_understood("__CPROVER_isgreaterd").empty());
  EXPECT_TRUE(not_understood("__ESBMC_assume").empty());
  EXPECT_TRUE(not_understood("__CPROVER_assert").empty());
  EXPECT_TRUE(not_understood("__CPROVER_file_local_a_c_f").empty());
}

TEST(NotUnderstood, ButNotWhatTheProgramDefines) {
  const Calls calls({"signal"}, {"signal"});
  EXPECT_EQ(understood_property(calls.program(), default_property()).error_functions,
            default_property().error_functions);
}

TEST(NotUnderstood, TheTextNamesConstructAndPlace) {
  const Calls calls({"fork", "__tandem_assembly"});
  const auto& edges = calls.program().entry().edges();
  EXPECT_EQ(not_understood_text(calls.program(), *edges[0]), "processes are not understood: fork, a.c:1:3");
  EXPECT_EQ(not_understood_text(calls.program(), *edges[1]),
            "inline assembly that may change memory or jump is not understood: a.c:2:3");
}

} // namespace
} // namespace tandem
