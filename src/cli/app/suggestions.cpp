#include "cli/app/suggestions.h"

#include "program/model/check_kind.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tandem::cli::app {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

struct Foreign {
  std::string_view option;
  std::string_view hint;
};

// Options of CBMC, ESBMC and KLEE that users bring along.
constexpr std::array foreign_options{
    Foreign{"--unwind", "there is no bound to give: loops are followed as far as needed; --loop-iterations N leaves "
                        "open what needs more"},
    Foreign{"--unwindset", "there is no bound to give: loops are followed as far as needed"},
    Foreign{"--unwinding-assertions", "not needed: TRUE never rests on a bound"},
    Foreign{"--no-unwinding-assertions", "not possible: TRUE never rests on a bound; --loop-iterations N leaves the "
                                         "rest open"},
    Foreign{"--depth", "--path-length N leaves longer paths open"},
    Foreign{"--trace", "not needed: the path to an error is always printed; --report F.html shows it step by step"},
    Foreign{"--stop-on-fail", "not needed: the first error is printed as soon as it is found"},
    Foreign{"--32", "use --data-model ILP32"},
    Foreign{"--i386-linux", "use --data-model ILP32"},
    Foreign{"--64", "use --data-model LP64"},
    Foreign{"--json-ui", "use --json -"},
    Foreign{"--xml-ui", "use --json - or --junit F"},
    Foreign{"--graphml-witness", "use --witness F"},
    Foreign{"--slice-formula", "use --engine NAME --reduce slice"},
    Foreign{"--k-induction", "use --engine kinduction"},
    Foreign{"--incremental-bmc", "use --engine bmc"},
    Foreign{"--timeout", "use --wall 60s or --cpu 60s"},
    Foreign{"--memlimit", "use --memory 4GB"},
    Foreign{"--max-time", "use --wall 60s"},
    Foreign{"--max-memory", "use --memory 4GB"},
    Foreign{"--z3", "use --solver z3"},
    Foreign{"--smt2", "use --solver NAME"},
    Foreign{"--cover", "use tandem test"},
    Foreign{"--object-bits", "not needed: the number of objects is not limited"},
};

struct ForeignCheck {
  std::string_view option, check;
};

constexpr std::array foreign_checks{
    ForeignCheck{"--bounds-check", "bounds"},           ForeignCheck{"--pointer-check", "memory"},
    ForeignCheck{"--memory-leak-check", "leak"},        ForeignCheck{"--memory-cleanup-check", "cleanup"},
    ForeignCheck{"--pointer-overflow-check", "bounds"}, ForeignCheck{"--pointer-primitive-check", "memory"},
    ForeignCheck{"--force-memory-leak-check", "leak"},  ForeignCheck{"--signed-overflow-check", "overflow"},
    ForeignCheck{"--overflow-check", "overflow"},       ForeignCheck{"--unsigned-overflow-check", "unsigned-overflow"},
    ForeignCheck{"--div-by-zero-check", "div"},         ForeignCheck{"--undefined-shift-check", "shift"},
    ForeignCheck{"--ub-shift-check", "shift"},          ForeignCheck{"--conversion-check", "conversion"},
    ForeignCheck{"--float-overflow-check", "float"},    ForeignCheck{"--nan-check", "float"},
};

std::string check_hint(std::string_view option) {
  for (const ForeignCheck& each : foreign_checks) {
    if (each.option != option) continue;
    const bool is_known =
        std::ranges::any_of(all_checks(), [&](const CheckDescription& check) { return check.name == each.check; });
    return is_known ? fmt::format("use --check {}", each.check) : "this is not checked yet; see --check";
  }
  return "";
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  std::string best;
  std::size_t distance = word.size() <= 4 ? 2 : 3; // not as far
  for (const std::string& name : names) {
    const std::size_t here = edit_distance(word, name);
    if (here >= distance) continue;
    best = name;
    distance = here;
  }
  return best;
}

std::string option_hint(const CLI::App& command, std::string_view option) {
  if (const std::string check = check_hint(option); !check.empty()) return "; " + check;
  for (const Foreign& each : foreign_options)
    if (each.option == option) return "; " + std::string(each.hint);
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options())
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  if (const std::string near = nearest(option, names); !near.empty()) return fmt::format("; did you mean {}?", near);
  for (const std::string& name : names)
    if (option.size() > 4 && name.starts_with(option)) return fmt::format("; did you mean {}?", name);
  return "";
}

} // namespace tandem::cli::app
