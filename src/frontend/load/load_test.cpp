#include "frontend/load/load.h"

#include "base/core/input_error.h"
#include "base/core/sha256.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

namespace tandem::frontend {
namespace {

namespace fs = std::filesystem;

class LoadTest : public testing::Test {
protected:
  fs::path write(const std::string& name, const std::string& text) const {
    write_text_file(folder_.path() / name, text);
    return folder_.path() / name;
  }

  std::string error_of(const LoadRequest& request) const {
    try {
      load(request);
      return "no error";
    } catch (const InputError& error) {
      const TextPosition& position = error.position();
      return TextPosition{fs::path(position.file).filename().string(), position.line, position.column}.text() + ": " +
             error.what();
    }
  }

  // What the entry function returns if it is one `return constant;`.
  static Int128 returned(const Program& program) {
    for (const Edge* edge : program.entry().edges())
      if (edge->op.kind == OpKind::Return) {
        const Expr* value = edge->op.value;
        while (value->kind() == ExprKind::Cast) value = &value->operand(0);
        return value->value();
      }
    return -1;
  }

  TempDir folder_{"load-test"};
};

TEST_F(LoadTest, NamesTheFilesByTheirHash) {
  const std::string text = "#include \"b.h\"\nint main(void) { return B; }\n";
  write("b.h", "#define B 7\n");
  const fs::path file = write("a.c", text);
  const Program program = load({.files = {file}, .data_model = DataModel::LP64});
  ASSERT_GE(program.files().size(), 1u);
  EXPECT_EQ(program.files()[0].path, file.string());
  EXPECT_EQ(program.files()[0].sha256, sha256(text));
  EXPECT_EQ(returned(program), 7);
  EXPECT_EQ(program.data_model(), DataModel::LP64);
}

TEST_F(LoadTest, FollowsTheDataModel) {
  const fs::path file =
      write("a.c", "enum { N = sizeof(long) * 10 + sizeof(void *) };\nint main(void) { return N; }\n");
  EXPECT_EQ(returned(load({.files = {file}, .data_model = DataModel::ILP32})), 44);
  EXPECT_EQ(returned(load({.files = {file}, .data_model = DataModel::LP64})), 88);
}

TEST_F(LoadTest, LinksSeveralFiles) {
  const fs::path a = write("a.c", "extern int x; int f(void); static int s(void) { return 1; }\n"
                                  "int main(void) { return f() + s() + x; }\n");
  const fs::path b = write("b.c", "int x = 3; static int s(void) { return 2; } int f(void) { return s(); }\n");
  const Program program = load({.files = {a, b}});
  ASSERT_EQ(program.files().size(), 2u);
  ASSERT_NE(program.find_function("f"), nullptr);
  EXPECT_TRUE(program.find_function("f")->has_body());
  EXPECT_EQ(program.find_function("f")->range().begin.file, 1u);
  std::size_t bodies = 0;
  for (const Function* function : program.functions()) bodies += function->has_body() ? 1 : 0;
  EXPECT_EQ(bodies, 4u) << "main, f and two functions s";
}

TEST_F(LoadTest, NamesIncludedFilesWithoutDetours) {
  fs::create_directories(folder_.path() / "src");
  fs::create_directories(folder_.path() / "proofs");
  write("src/a.c", "int f(void) { return 1; }\n");
  write("proofs/harness.c", "#include \"../src/a.c\"\nint main(void) { return f(); }\n");
  const fs::path harness = folder_.path() / "src" / ".." / "proofs" / "harness.c";
  const Program program = load({.files = {harness}});
  ASSERT_EQ(program.files().size(), 2u);
  EXPECT_EQ(program.files()[0].path, harness.string()) << "as it was asked for";
  EXPECT_EQ(program.find_function("main")->range().begin.file, 0u);
  EXPECT_EQ(program.files()[1].path, (folder_.path() / "src" / "a.c").string());
  // Through a symbolic link, `..` leads elsewhere.
  fs::create_directory_symlink(folder_.path() / "src", folder_.path() / "proofs" / "link");
  write("proofs/other.c", "#include \"link/../src/a.c\"\nint main(void) { return f(); }\n");
  const Program other = load({.files = {folder_.path() / "proofs" / "other.c"}});
  EXPECT_EQ(other.files().back().path, (folder_.path() / "proofs" / "link" / ".." / "src" / "a.c").string());
}

TEST_F(LoadTest, NamesTheOptionWhereTheEntryIsMissing) {
  EXPECT_EQ(error_of({.files = {write("empty.c", "")}}),
            "empty.c: no function 'main' is defined, nor any other; --function NAME names the one to start in");
  const fs::path two =
      write("two.c", "#include <math.h>\nint main(void);\nint f(void) { return 1; }\nvoid g(void) {}\n");
  EXPECT_EQ(error_of({.files = {two}}),
            "two.c: no function 'main' is defined; --function NAME names the one to start in: f, g; 'tandem proofs new "
            "NAME FILE' writes a harness for one of them");
  EXPECT_EQ(error_of({.files = {two}, .entry = "f"}), "no error");
  EXPECT_EQ(error_of({.files = {write("include.c", "#include \"two.c\"\n")}, .entry = "f"}), "no error");
  std::string many;
  for (int i = 0; i < 12; ++i) many += "void f" + std::to_string(i) + "(void) {}\n";
  EXPECT_EQ(error_of({.files = {write("many.c", many)}, .entry = "g"}),
            "many.c: no function 'g' is defined; --function NAME names the one to start in: f0, f1, f2, f3, f4, f5, "
            "f6, f7, f8, f9 and 2 more");
}

TEST_F(LoadTest, KeepsTheNotesOfParsing) {
  const Program program = load({.files = {write("a.c", "int main(void) {\n  return abs(1);\n}\n")}});
  ASSERT_FALSE(program.notes().empty());
  EXPECT_EQ(program.text(program.notes()[0].point), (folder_.path() / "a.c").string() + ":2:10");
  EXPECT_NE(program.notes()[0].text.find("call to undeclared library function 'abs'"), std::string::npos);
}

TEST_F(LoadTest, RefusesNoFileAndBadFiles) {
  EXPECT_EQ(error_of({}), ": no file was given");
  EXPECT_EQ(error_of({.files = {folder_.path() / "missing.c"}}), "missing.c: cannot read: no such file");
  EXPECT_EQ(error_of({.files = {write("a.c", "int main(void) { return 1 }\n")}}),
            "a.c:1:26: expected ';' after return statement");
}

TEST_F(LoadTest, TakesOptionsFromCompileCommands) {
  const fs::path a = write("a.c", "int f(void);\nint main(void) { return VALUE; }\n");
  const fs::path b = write("b.c", "int f(void) { return VALUE; }\n");
  const fs::path extra = write("extra.c", "int main(void) { return VALUE; }\n");
  const fs::path database = write("compile_commands.json", R"([
    {"directory": ".", "file": "a.c", "arguments": ["cc", "-DVALUE=41", "-c", "a.c"]},
    {"directory": ".", "file": "b.c", "arguments": ["cc", "-DVALUE=2", "-c", "b.c"]}])");

  const Program all = load({.compile_commands = database});
  EXPECT_EQ(all.files().size(), 2u);
  EXPECT_EQ(returned(all), 41);
  EXPECT_EQ(load({.files = {a}, .compile_commands = folder_.path()}).files().size(), 1u);
  EXPECT_EQ(returned(load({.files = {a}, .arguments = {"-UVALUE", "-DVALUE=5"}, .compile_commands = database})), 5);

  const Program other = load({.files = {extra}, .arguments = {"-DVALUE=6"}, .compile_commands = database});
  EXPECT_EQ(returned(other), 6);
  ASSERT_FALSE(other.notes().empty());
  EXPECT_EQ(other.notes()[0].text, "is not in " + database.string() + " and was read without the options given there");
  EXPECT_EQ(error_of({.compile_commands = write("none.json", "[]")}), "none.json: names no C file");
}

TEST_F(LoadTest, HoldsDeepNesting) {
  const int depth = 20000;
  std::string text =
      "int main(void) { int x = 1; return " + std::string(depth, '(') + "x" + std::string(depth, ')') + "; }\n";
  EXPECT_EQ(error_of({.files = {write("brackets.c", text)}}), "no error");
  text = "int main(void) { int x = 1; return x";
  for (int i = 0; i < depth; ++i) text += " + x";
  EXPECT_EQ(error_of({.files = {write("sum.c", text + "; }\n")}}), "no error");
}

} // namespace
} // namespace tandem::frontend
