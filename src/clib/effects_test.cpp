#include "clib/effects.h"

#include "base/core/text_file.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace tandem::clib {
namespace {

ArgumentEffect effect(std::string_view function, std::size_t argument) {
  return effect_of(function).value().argument(argument);
}

TEST(Effects, WholeNamesOnly) {
  EXPECT_TRUE(effect_of("memcpy"));
  EXPECT_TRUE(effect_of("__assert_fail"));
  EXPECT_TRUE(effect_of("__builtin_memcpy"));
  EXPECT_FALSE(effect_of(""));
  EXPECT_FALSE(effect_of("mem"));
  EXPECT_FALSE(effect_of("memcpy memmove"));
  EXPECT_FALSE(effect_of("kmalloc"));
}

TEST(Effects, DeclarationsSayWhatIsWritten) {
  EXPECT_EQ(effect("fread", 0), ArgumentEffect::Write);
  EXPECT_EQ(effect("fread", 3), ArgumentEffect::Value);
  EXPECT_EQ(effect("strverscmp", 1), ArgumentEffect::Read);
  EXPECT_EQ(effect("twalk", 1), ArgumentEffect::CallBack);
  EXPECT_EQ(effect("sigaction", 1), ArgumentEffect::CallBack);
  EXPECT_EQ(effect("readv", 1), ArgumentEffect::WriteBehind);
  EXPECT_EQ(effect("vsscanf", 2), ArgumentEffect::WriteBehind);
}

TEST(Effects, WhatDeclarationsDoNotSay) {
  EXPECT_EQ(effect("strtol", 1), ArgumentEffect::Write) << "the pointer, not what it points to";
  EXPECT_EQ(effect("free", 0), ArgumentEffect::Read);
  EXPECT_EQ(effect("printf", 5), ArgumentEffect::Read);
  EXPECT_EQ(effect("scanf", 5), ArgumentEffect::Write);
  EXPECT_TRUE(effect_of("strtok")->has_hidden_effect());
  EXPECT_TRUE(depends_on_environment("time"));
  EXPECT_FALSE(depends_on_environment("strlen"));
}

TEST(Effects, EveryModelIsOfAKnownFunction) {
  const std::set<std::string> others{"environ",
                                     "errno",
                                     "error_message_count",
                                     "error_one_per_line",
                                     "error_print_progname",
                                     "optarg",
                                     "opterr",
                                     "optind",
                                     "optopt",
                                     "signgam",
                                     "tandem_format_float"};
  const auto project = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  std::istringstream lines(read_text_file(project / "share" / "clib" / "index.txt"));
  std::string name, rest;
  while (lines >> name && std::getline(lines, rest)) {
    const bool is_ours = name.starts_with("__tandem_"); // called by the front end
    EXPECT_TRUE(is_ours || others.contains(name) || effect_of(name)) << name;
  }
}

} // namespace
} // namespace tandem::clib
