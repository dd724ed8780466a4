#include "frontend/parse/parse.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

namespace tandem::frontend::parse {
namespace {

namespace fs = std::filesystem;

class ParseTest : public testing::Test {
protected:
  fs::path write(const std::string& name, const std::string& text) const {
    write_text_file(folder_.path() / name, text);
    return folder_.path() / name;
  }

  Parsed parse_one(const fs::path& file, std::vector<std::string> arguments = {},
                   DataModel model = DataModel::LP64) const {
    return parse(std::vector<TranslationUnit>{{file, std::move(arguments)}}, model);
  }

  // "line:column: message" of the error, with the folder's name left out of the message.
  std::string error_of(const fs::path& file, std::vector<std::string> arguments = {},
                       DataModel model = DataModel::LP64) const {
    try {
      parse_one(file, std::move(arguments), model);
      return "no error";
    } catch (const InputError& error) {
      const TextPosition& position = error.position();
      EXPECT_EQ(fs::path(position.file).parent_path(), file.parent_path());
      return fs::path(position.file).filename().string() + ":" + std::to_string(position.line) + ":" +
             std::to_string(position.column) + ": " + error.what();
    }
  }

  std::vector<std::string> notes_of(const std::string& text) const {
    std::vector<std::string> result;
    for (const ParseNote& note : parse_one(write("notes.c", text)).notes)
      result.push_back(std::to_string(note.position.line) + ": " + note.text);
    return result;
  }

  TempDir folder_{"parse-test"};
};

TEST_F(ParseTest, AcceptsOldCodeWithOneNoteOfAKind) {
  EXPECT_EQ(notes_of("int *p;\n"
                     "f(x) { p = x; return g(x) + h(x); }\n"
                     "int (*q)(char *) = f;\n"
                     "void r(void) { return 1; }\n"),
            (std::vector<std::string>{
                "2: parameter 'x' was not declared, defaults to 'int' (accepted, 2 times in this file)",
                "2: incompatible integer to pointer conversion assigning to 'int *' from 'int' (accepted)",
                "2: call to undeclared function 'g' (accepted, 2 times in this file)",
                "4: void function 'r' should not return a value (accepted)"}));
  EXPECT_EQ(notes_of("int f(int x) { return x; }\nint (*q)(char *) = f;\nlong *l; void g(int *i) { l = i; }\n"),
            (std::vector<std::string>{
                "2: incompatible function pointer types initializing 'int (*)(char *)' with an expression of type 'int "
                "(int)' (accepted)",
                "3: incompatible pointer types assigning to 'long *' from 'int *' (accepted)"}));
}

TEST_F(ParseTest, IsSilentAboutEverythingElse) {
  EXPECT_EQ(notes_of("int main(void) { int x; int y = 1 / 0; char c = 1000; if (x = y) ; return &y; }\n"),
            (std::vector<std::string>{"1: incompatible pointer to integer conversion returning 'int *' from a function "
                                      "with result type 'int' (accepted)"}));
  EXPECT_TRUE(notes_of("int f(int x) { if (x) return 1; }\nextern int f();\n").empty());
}

TEST_F(ParseTest, ReadsGnuC17) {
  EXPECT_NO_THROW(parse_one(write("gnu.c", R"(
    #define MAX(a, b) ({ __typeof__(a) x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
    _Static_assert(__STDC_VERSION__ == 201710L, "C17");
    struct s { int a; int b[]; };
    int f(int n) { int vla[n]; switch (n) { case 0 ... 9: return MAX(n, 3); } asm volatile("" : "+r"(n)); return n; }
  )")));
  EXPECT_NO_THROW(parse_one(write("c89.c", "int f(inline) int inline; { return inline; }"), {"-std=c89"}));
}

TEST_F(ParseTest, ReadsHeadersInBothDataModels) {
  const fs::path file = write("headers.c", "#include <assert.h>\n#include <limits.h>\n#include <math.h>\n"
                                           "#include <stdarg.h>\n#include <stdint.h>\n#include <stdio.h>\n"
                                           "#include <stdlib.h>\n#include <string.h>\n"
                                           "_Static_assert(sizeof(long) == BYTES && LONG_MAX == MAX, \"\");\n");
  EXPECT_NO_THROW(parse_one(file, {"-DBYTES=8", "-DMAX=9223372036854775807L"}, DataModel::LP64));
  EXPECT_NO_THROW(parse_one(file, {"-DBYTES=4", "-DMAX=2147483647L"}, DataModel::ILP32));
}

// The chosen data model holds, whatever the options say.
TEST_F(ParseTest, DoesNotLetOptionsChangeTheDataModel) {
  const fs::path file = write("size.c", "_Static_assert(sizeof(long) == 8, \"\");\n");
  EXPECT_EQ(error_of(file, {"-m32"}), "no error");
  EXPECT_EQ(error_of(file, {"--target=i386-pc-linux-gnu"}), "no error");
  EXPECT_EQ(error_of(file, {"-x", "c++"}), "no error");
}

TEST_F(ParseTest, For32BitOnlyWhatNamesShortFloatsIsReadWithSse) {
  const std::string which = "#ifdef __SSE2__\n#error SSE2\n#endif\n";
  EXPECT_EQ(error_of(write("plain.c", which + "float f;\n"), {}, DataModel::ILP32), "no error");
  for (const std::string type : {"_Float16", "__bf16"}) {
    EXPECT_EQ(error_of(write("short.c", type + " f;\n"), {}, DataModel::ILP32), "no error");
    EXPECT_EQ(error_of(write("short.c", which + type + " f;\n"), {}, DataModel::ILP32), "short.c:2:2: SSE2");
  }
}

TEST_F(ParseTest, ReadsPreprocessedText) {
  const fs::path file = write("a.i", "# 100 \"elsewhere.c\"\nint f(void) { return 1 }\n");
  EXPECT_EQ(error_of(file), "a.i:2:23: expected ';' after return statement");
}

// What gcc's headers look like in preprocessed files.
TEST_F(ParseTest, ReadsTheAttributeMallocWithAFunctionThatFrees) {
  EXPECT_EQ(error_of(write("a.i", "void f(void *);\nvoid *m(int) __attribute__((__malloc__(f, 1)));\n"
                                  "void *n(int) __attribute__((malloc(f)));\n")),
            "no error");
  EXPECT_EQ(error_of(write("a.i", "int x __attribute__((aligned(4, 4)));\n")),
            "a.i:1:22: 'aligned' attribute takes no more than 1 argument");
}

// clang reports it although warnings are off, and asks where it stands.
TEST_F(ParseTest, ReadsCommentsThatAreAlmostDocumentation) {
  EXPECT_EQ(
      error_of(write("a.c", "struct s { int x; /*< the first */\n int y; };\n int main(void) { return 0; /*<*/ }\n")),
      "no error");
}

TEST_F(ParseTest, GivesThePositionOfTheFirstErrorAndCountsTheRest) {
  EXPECT_EQ(error_of(write("a.c", "int x;\nint f(void) { return y; }\n")),
            "a.c:2:22: use of undeclared identifier 'y'");
  EXPECT_EQ(error_of(write("a.c", "int f(void) { y = 1; z = 1; return w; }\n")),
            "a.c:1:15: use of undeclared identifier 'y' (and 2 more errors)");
  write("bad.h", "\nint broken(;\n");
  EXPECT_EQ(error_of(write("a.c", "#include \"bad.h\"\n")),
            "bad.h:2:12: expected parameter declarator (and 1 more error)");
  EXPECT_EQ(error_of(write("a.c", "#define M undeclared\nint f(void) { return M; }\n")),
            "a.c:2:22: use of undeclared identifier 'undeclared'");
}

TEST_F(ParseTest, SaysThatItReadsC) {
  EXPECT_EQ(error_of(write("a.cpp", "int main() {}\n")), "a.cpp:0:0: is C++ source, tandem reads C (.c or .i)");
  for (const char* text :
       {"class A { int x; };\n", "namespace a { int x; }\n", "template <typename T> T f(T);\n",
        "using namespace std;\n", "#include <iostream>\n", "int x = std::max(1, 2);\n", "extern \"C\" int f(void);\n"})
    EXPECT_NE(error_of(write("a.c", text)).find("; this looks like C++, tandem reads C"), std::string::npos) << text;
  EXPECT_EQ(error_of(write("a.c", "int class, namespace, template;\n")), "no error");
}

TEST_F(ParseTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(error_of(folder_.path() / "missing.c"), "missing.c:0:0: cannot read: no such file");
  fs::create_directory(folder_.path() / "folder.c");
  EXPECT_EQ(error_of(folder_.path() / "folder.c"), "folder.c:0:0: cannot read: is a directory");
  EXPECT_EQ(error_of(write("noise.c", std::string("\x7f"
                                                  "ELF\0\1\2",
                                                  7))),
            "noise.c:0:0: contains zero bytes, expected C source text");
  EXPECT_NE(error_of(write("noise.c", "\xff\xfe\x01\x80\x90{{{\x02")), "no error");
  EXPECT_EQ(error_of(write("empty.c", "")), "no error");
  EXPECT_EQ(error_of(write("a.c", "#include \"missing.h\"\n")),
            "a.c:1:10: 'missing.h' file not found; -I FOLDER says where it is");
}

TEST_F(ParseTest, SaysWhichOptionWouldHaveFoundAHeader) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  fs::create_directories("src/sub");
  fs::create_directories("include/deep");
  fs::create_directories(".hidden");
  write("include/queue.h", "int x;\n");
  write("include/deep/queue.h", "int x;\n");
  write(".hidden/secret.h", "int x;\n");
  write("src/sub/a.c", "#include \"queue.h\"\n");
  write("src/sub/b.c", "#include <deep/queue.h>\n");
  write("src/sub/c.c", "#include \"secret.h\"\n");
  EXPECT_EQ(error_of("src/sub/a.c"), "a.c:1:10: 'queue.h' file not found; -I include would find it");
  EXPECT_EQ(error_of("src/sub/b.c"), "b.c:1:10: 'deep/queue.h' file not found; -I include would find it");
  EXPECT_EQ(error_of("src/sub/c.c"), "c.c:1:10: 'secret.h' file not found; -I FOLDER says where it is");
  fs::current_path(fs::path("include") / "deep");
  EXPECT_EQ(error_of("../../src/sub/a.c"), "a.c:1:10: 'queue.h' file not found; -I FOLDER says where it is");
  fs::current_path(before);
}

TEST_F(ParseTest, SaysThatAFileMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const fs::path file = write("secret.c", "int x;\n");
  fs::permissions(file, fs::perms::none);
  EXPECT_EQ(error_of(file), "secret.c:0:0: cannot read: permission denied");
}

TEST_F(ParseTest, NamesThePackageOf32BitHeaders) {
  write("stdio.h", "#include <bits/libc-header-start.h>\n");
  const std::vector<std::string> arguments{"-nostdinc", "-isystem", folder_.path().string()};
  const fs::path file = write("a.c", "#include <stdio.h>\n");
  EXPECT_EQ(error_of(file, arguments, DataModel::ILP32),
            "stdio.h:1:10: the 32-bit header 'bits/libc-header-start.h' is not installed; install the package "
            "gcc-multilib, or choose --data-model LP64");
  EXPECT_EQ(error_of(file, arguments, DataModel::LP64),
            "stdio.h:1:10: 'bits/libc-header-start.h' file not found; -I FOLDER says where it is");
}

TEST_F(ParseTest, ReportsBadOptions) {
  const fs::path file = write("a.c", "int x;\n");
  EXPECT_EQ(error_of(file, {"-std=c2"}), "a.c:0:0: invalid value 'c2' in '-std=c2'");
  EXPECT_EQ(error_of(file, {"--no-such-option"}), "a.c:0:0: unknown argument: '--no-such-option'");
}

TEST_F(ParseTest, ReadsEachFileWithItsOwnOptions) {
  fs::create_directory(folder_.path() / "include");
  write("include/x.h", "#define X A\n");
  const std::vector<TranslationUnit> units{
      {write("a.c", "#include <x.h>\nint a = X;\n"), {"-I" + (folder_.path() / "include").string(), "-DA=1"}},
      {write("b.c", "#ifdef A\n#error A is defined\n#endif\n"), {}}};
  EXPECT_EQ(parse(units, DataModel::LP64).units.size(), 2u);
}

} // namespace
} // namespace tandem::frontend::parse
