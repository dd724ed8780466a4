#include "program/model/library.h"

#include "program/model/program_builder.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

class LibraryTest : public testing::Test {
protected:
  const Type& integer() { return types().integer(IntegerKind::Int); }
  const Type& pointer() { return types().pointer_to(types().void_type()); }
  TypeTable& types() { return builder_.context().types(); }
  const Function& declare(const std::string& name, const Type& result, std::vector<const Type*> parameters,
                          bool has_prototype = true) {
    return builder_.declare_function(name, name, types().function(result, std::move(parameters), false, has_prototype),
                                     {});
  }

  ProgramBuilder builder_{std::make_shared<Context>(DataModel::LP64)};
};

TEST_F(LibraryTest, AnotherInterfaceMeansAnotherFunction) {
  EXPECT_TRUE(is_library_function(declare("strverscmp", integer(), {&pointer(), &pointer()})));
  EXPECT_TRUE(is_library_function(declare("a64l", integer(), {}, false))) << "f() takes anything";
  EXPECT_FALSE(is_library_function(declare("swab", integer(), {&integer()})));
  EXPECT_FALSE(is_library_function(declare("kmalloc", pointer(), {&integer()})));
}

TEST_F(LibraryTest, ObstaclesHaveReasons) {
  const Type& action = types().pointer_to(types().function(types().void_type(), {&integer()}, false, true));
  EXPECT_EQ(library_obstacle(declare("signal", action, {&integer(), &action})),
            "'signal' calls functions of the program");
  EXPECT_EQ(library_obstacle(declare("readv", integer(), {&integer(), &pointer(), &integer()})),
            "'readv' writes through pointers that are in memory");
  EXPECT_EQ(library_obstacle(declare("setcontext", integer(), {&pointer()})),
            "'setcontext' changes memory in ways that are not modelled");
  EXPECT_EQ(library_obstacle(declare("pipe", integer(), {&pointer()})), std::nullopt);
}

TEST(Library, ReservedNames) {
  EXPECT_TRUE(is_verifier_function("__VERIFIER_nondet_int"));
  EXPECT_TRUE(is_verifier_function("reach_error"));
  EXPECT_FALSE(is_verifier_function("VERIFIER_nondet_int"));
  EXPECT_EQ(nondet_source("__VERIFIER_nondet_int"), NondetSource::Input);
  EXPECT_EQ(nondet_source("tandem_unspecified_int"), NondetSource::Unspecified);
  EXPECT_EQ(nondet_source("tandem_environment_int"), NondetSource::Environment);
  EXPECT_EQ(nondet_source("rand"), std::nullopt);
}

} // namespace
} // namespace tandem
