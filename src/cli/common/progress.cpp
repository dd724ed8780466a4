#include "cli/common/progress.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tandem::cli {

void add_verbosity_options(CLI::App& app, VerbosityOptions& options) {
  auto* quiet = app.add_flag("-q,--quiet", options.quiet, "no progress");
  app.add_flag("-v,--verbose", options.verbose,
               "all progress, with the time; at the end the commands of external tools, and figures")
      ->excludes(quiet);
}

namespace {

// "kinduction" of "kinduction: bound 2: unwinding"; empty if no partner has said it.
std::string_view partner_of(std::string_view text) {
  const std::size_t end = text.find(": ");
  const std::string_view name = text.substr(0, end == std::string_view::npos ? 0 : end);
  return name.find(' ') == std::string_view::npos ? name : std::string_view();
}

// Texts that differ only in their numbers are of one kind.
std::string kind_of(std::string_view text) {
  std::string kind;
  for (const char c : text)
    if (c < '0' || c > '9')
      kind += c;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  return kind;
}

// So that a line of the terminal has room for it.
std::string_view beginning(std::string_view text) {
  winsize size{};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return text.substr(0, is_known ? size.ws_col - 1u : 79u);
}

} // namespace

Progress::Progress(Verbosity verbosity)
    : verbosity_(verbosity), rewrites_(verbosity == Verbosity::Normal && ::isatty(STDERR_FILENO) != 0) {}

void Progress::progress(std::string_view text) {
  if (verbosity_ == Verbosity::Quiet) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (rewrites_)
    rewrite(text);
  else if (verbosity_ == Verbosity::Verbose)
    fmt::print(stderr, "[{:7.2f} s] {}\n", elapsed.count(), text);
  else if (said_.insert(kind_of(text)).second)
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void Progress::rewrite(std::string_view text) {
  const std::string partner(partner_of(text));
  const std::size_t drawn = lines_.size();
  auto line = std::ranges::find(lines_, partner, [](const auto& each) { return each.first; });
  if (line == lines_.end()) line = lines_.insert(lines_.end(), {partner, ""});
  line->second = text;
  clear(drawn);
  for (const auto& [name, last] : lines_) fmt::print(stderr, "\033[K{}\n", beginning(last));
}

void Progress::clear(std::size_t drawn) {
  if (drawn > 0) fmt::print(stderr, "\r\033[{}A\033[J", drawn);
}

void Progress::finish() {
  if (rewrites_) clear(lines_.size());
  lines_.clear();
}

} // namespace tandem::cli
