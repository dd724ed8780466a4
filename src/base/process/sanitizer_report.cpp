// Reports are symbolised here and not by the sanitizer: the program runs in a sandbox that has neither its source nor
// debuggers.

#include "base/process/sanitizer_report.h"

#include "base/core/text_file.h"
#include "base/process/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tandem::process {

namespace {

namespace fs = std::filesystem;

// Libraries are mapped far above.
constexpr std::uint64_t end_of_program = 0x2000'0000;

template <typename Visit> void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

struct LineMarker {
  std::uint32_t line = 0;
  std::string file; // empty: the same
};

// # 12 "file.c", #line 12 "file.c"
std::optional<LineMarker> line_marker(std::string_view text) {
  const auto skip_blanks = [&] {
    while (!text.empty() && std::isblank(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  };
  skip_blanks();
  if (!text.starts_with('#')) return std::nullopt;
  text.remove_prefix(1);
  skip_blanks();
  if (text.starts_with("line")) text.remove_prefix(4);
  skip_blanks();
  LineMarker result;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), result.line);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  skip_blanks();
  if (text.starts_with('"')) result.file = text.substr(1, text.find('"', 1) - 1);
  return result;
}

} // namespace

ErrorPlace place_as_compiled(const fs::path& file, std::uint32_t first_line, std::uint32_t last_line) {
  ErrorPlace result{file.filename().string(), first_line, last_line};
  std::uint32_t number = 0, marked_at = 0;
  LineMarker marker{1, ""};
  std::string name = result.file;
  for_each_line(read_text_file(file), [&](std::string_view line) {
    if (++number > first_line) return;
    if (auto found = line_marker(line)) {
      marker = std::move(*found);
      marked_at = number;
      if (!marker.file.empty()) name = name_of(marker.file);
    }
  });
  if (marked_at == 0) return result;
  const std::uint32_t first = marker.line + (first_line - marked_at - 1);
  return {name, first, first + (last_line - first_line)};
}

SanitizerReport read_report(std::string_view errors) {
  SanitizerReport result;
  bool ended = false, has_frames = false;
  for_each_line(errors, [&](std::string_view line) {
    for (const std::string_view start :
         {"ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: ", "WARNING: MemorySanitizer: "})
      if (const std::size_t at = line.find(start); at != std::string_view::npos && result.kind.empty()) {
        std::string_view rest = line.substr(at + start.size());
        if (rest.starts_with("attempting ")) rest.remove_prefix(rest.find(' ') + 1);
        result.kind = start.find("Leak") != std::string_view::npos ? "leak" : rest.substr(0, rest.find(' '));
      }
    if (result.kind.empty() || ended) return;
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string_view::npos || line[at] != '#') {
      ended = has_frames;
      return;
    }
    const std::size_t hex = line.find("0x", at);
    if (hex == std::string_view::npos) return;
    std::uint64_t address = 0;
    std::from_chars(line.data() + hex + 2, line.data() + line.size(), address, 16);
    if (!has_frames) result.starts_in_program = address < end_of_program;
    has_frames = true;
    if (address < end_of_program) result.addresses.push_back(address);
  });
  return result;
}

bool is_at(const SanitizerReport& report, const ErrorPlace& place, const fs::path& executable) {
  if (report.addresses.empty()) return false;
  if (place.file.empty()) return !report.starts_in_program;
  const ProcessResult found = process::run_process(
      {.words = {"addr2line", "-e", executable.string(), fmt::format("{:#x}", report.addresses.front())},
       .wall_limit = std::chrono::milliseconds(10'000)});
  // "/folder/file.c:12 (discriminator 3)"
  const std::string text = found.output.substr(0, found.output.find_first_of(" \n"));
  const std::size_t colon = text.rfind(':');
  if (!found.succeeded() || colon == std::string::npos) return false;
  std::uint32_t line = 0;
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  return name_of(text.substr(0, colon)) == place.file && line >= place.first_line && line <= place.last_line;
}

} // namespace tandem::process
