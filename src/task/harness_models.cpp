#include "task/harness_models.h"

#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/program.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tandem::task {

namespace {

namespace fs = std::filesystem;

bool has_body(const Program& program, std::string_view name) {
  const Function* function = program.find_function(name);
  return function != nullptr && function->has_body();
}

bool is_about_streams(const fs::path& model) { return model.filename().string().starts_with("stdio_"); }

// A stream that a model opens is no stream of the real library: its other functions must be models, too.
void add_streams(const Program& program, std::set<fs::path>& models) {
  const auto found = std::ranges::find_if(models, is_about_streams);
  if (found == models.end()) return;
  const fs::path folder = found->parent_path();
  models.insert(folder / "stdio_file.c");
  constexpr std::array opening{"fopen", "fopen64", "fdopen", "freopen", "freopen64", "tmpfile", "popen"};
  if (std::ranges::any_of(opening, [&](std::string_view name) { return has_body(program, name); }))
    for (const char* name : {"stdio_print.c", "stdio_format.c", "stdio_float.c"}) models.insert(folder / name);
}

bool is_stream(const Type& type) {
  return type.is_pointer() && type.element().is_record() && type.element().tag() == "_IO_FILE";
}

// Engines format themselves what these print, and stdio_print.c has them for streams that models open.
bool is_formatted_output(std::string_view name) { return name == "fprintf" || name == "vfprintf"; }

bool passes_streams(const Function& function) {
  if (is_formatted_output(function.source_name())) return false;
  return is_stream(function.result()) ||
         std::ranges::any_of(function.parameters(), [](const Variable* each) { return is_stream(*each->type); });
}

// Of the POSIX functions without a model, those that are passed descriptors.
bool takes_descriptor(std::string_view name) {
  constexpr std::array names{
      "dprintf",   "dup3",     "epoll_ctl", "faccessat",     "fallocate",      "fchdir",   "fchmod",    "fchown",
      "fdopendir", "flock",    "fstat",     "fstat64",       "fstatvfs",       "futimens", "getdents",  "ioctl",
      "lockf",     "mmap",     "mmap64",    "openat2",       "poll",           "ppoll",    "preadv",    "pselect",
      "pwritev",   "readv",    "select",    "sendfile",      "splice",         "syncfs",   "tcgetattr", "tcsetattr",
      "tee",       "vdprintf", "writev",    "posix_fadvise", "posix_fallocate"};
  return std::ranges::find(names, name) != names.end();
}

} // namespace

bool asks_environment(const Edge& edge) {
  return edge.op.kind == OpKind::Nondet && edge.op.source == NondetSource::Environment && !is_allocation_choice(edge);
}

std::set<fs::path> environment_models(const Program& program) {
  std::set<fs::path> models;
  for (const Edge* edge : program.edges()) {
    if (!asks_environment(*edge)) continue;
    const SourceFile& file = program.files()[edge->range.begin.file];
    if (file.sha256.empty()) models.insert(file.path);
  }
  add_streams(program, models);
  return models;
}

std::optional<std::string> mixed_function(const Program& program, const std::set<fs::path>& models) {
  const bool has_streams = std::ranges::any_of(models, is_about_streams);
  const bool has_descriptors =
      std::ranges::any_of(models, [](const fs::path& model) { return model.filename() == "unistd.c"; });
  for (const Function* function : program.functions()) {
    if (function->has_body() || !is_library_function(*function)) continue;
    if ((has_streams && passes_streams(*function)) || (has_descriptors && takes_descriptor(function->source_name())))
      return function->source_name();
  }
  return std::nullopt;
}

} // namespace tandem::task
