#include "bench/tasks/task_set.h"

#include "base/core/input_error.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "bench/tasks/csv.h"

#include <gtest/gtest.h>

namespace tandem::bench {
namespace {

class TaskSet : public ::testing::Test {
protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    write_text_file(folder.path() / name, text);
    return folder.path() / name;
  }
  std::string definition(const std::string& file) {
    return "format_version: '2.0'\ninput_files: " + file +
           "\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n"
           "  - property_file: ../p/valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-deref\n"
           "options: {data_model: ILP32}\n";
  }
  TempDir folder{"task-set"};
};

TEST_F(TaskSet, DefinitionsHaveATaskForEachProperty) {
  write("p/unreach-call.prp", "");
  write("p/valid-memsafety.prp", "");
  write("a/x.c", "");
  write("b/y.c", "");
  write("a/x.yml", definition("x.c"));
  write("b/y.yml", definition("y.c"));
  const auto set = write("all.set", "# comment\n*/*.yml\n");
  const auto tasks = read_task_set({set}, {});
  ASSERT_EQ(tasks.size(), 4u);
  EXPECT_EQ(tasks[0].name, "a/x.unreach-call");
  EXPECT_EQ(tasks[0].group, "all");
  EXPECT_EQ(tasks[0].expected, Expected::True);
  EXPECT_EQ(tasks[0].data_model, "ILP32");
  EXPECT_EQ(tasks[1].subproperty, "valid-deref");
  EXPECT_EQ(tasks[1].expected, Expected::False);
  EXPECT_EQ(read_task_set({set}, {.property = "unreach-call", .only = {"b/*"}}).size(), 1u);
  EXPECT_EQ(read_task_set({folder.path()}, {.limit = 1}).size(), 2u); // one of each folder
}

TEST_F(TaskSet, Tables) {
  write("x y.c", "");
  const auto table = write("t.csv", "folder,task,file,verdict,data_model\r\n\"a, b\",one,\"x y.c\",FALSE,LP64\r\n\r\n");
  const auto tasks = read_task_set({table}, {});
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].name, "a, b/one");
  EXPECT_EQ(tasks[0].expected, Expected::False);
  EXPECT_EQ(tasks[0].property, "unreach-call");
  EXPECT_TRUE(tasks[0].property_file.empty());
}

TEST_F(TaskSet, MistakesHaveALine) {
  const auto missing = write("m.csv", "file,verdict\nnone.c,true\n");
  try {
    read_task_set({missing}, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().line, 2u);
  }
  write("z.c", "");
  EXPECT_THROW(read_task_set({write("v.csv", "file,verdict\nz.c,maybe\n")}, {}), InputError);
  EXPECT_THROW(read_task_set({write("c.csv", "file\nz.c,extra\n")}, {}), InputError);
  EXPECT_THROW(read_task_set({write("s.set", "none*.yml\n")}, {}), InputError);
}

TEST_F(TaskSet, VerdictsInNames) {
  write("old/loop_true-unreach-call.c", "");
  write("old/bug_false-no-overflow.i", "");
  const auto tasks = read_task_set({folder.path() / "old"}, {});
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[0].property, "no-overflow");
  EXPECT_EQ(tasks[0].expected, Expected::False);
  EXPECT_EQ(tasks[1].expected, Expected::True);
}

TEST_F(TaskSet, CellsSurviveTheTable) {
  const std::vector<std::string> cells{"a", "b,c", "say \"no\"", "two\nlines", ""};
  const auto file = write("r.csv", csv_row({"1", "2", "3", "4", "5"}) + csv_row(cells));
  const CsvTable table = read_csv(file);
  ASSERT_EQ(table.rows.size(), 1u);
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(table.rows[0].at(std::to_string(i + 1)), cells[i]);
}

} // namespace
} // namespace tandem::bench
