#include "cli/app/foreign_options.h"

#include "program/model/check_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tandem::cli::app {

namespace {

struct Foreign {
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view no_bound = "there is no bound to give: loops are followed as far as needed; "
                                      "--loop-iterations N leaves open what needs more";
constexpr std::string_view never_a_bound = "not needed: TRUE never rests on a bound";
constexpr std::string_view targets_listed = "not needed: every target is listed with its verdict; --target ID chooses";
constexpr std::string_view no_threads = "threads are not verified: a program that starts one is UNKNOWN";
constexpr std::string_view no_termination = "termination is not verified";
constexpr std::string_view inputs_of_main = "not needed: the arguments of main, its environment and standard input are "
                                            "inputs";
constexpr std::string_view one_solver = "use --solver NAME (--help lists them)";
constexpr std::string_view wall = "use --wall 60s, or --cpu 60s for CPU time";
constexpr std::string_view memory = "use --memory 4GB";
constexpr std::string_view ilp32 = "use --data-model ILP32";
constexpr std::string_view lp64 = "use --data-model LP64";
constexpr std::string_view slices = "use --engine NAME --reduce slice";
constexpr std::string_view goto_program = "use tandem show cfa FILE, with --format c for C";
constexpr std::string_view formulas = "use tandem vc FILE --emit DIR";
constexpr std::string_view tests = "use tandem test";
constexpr std::string_view small_suite = "not needed: tandem test keeps only the tests that cover something";
constexpr std::string_view witness = "use --witness F, with --witness-format graphml for GraphML";
constexpr std::string_view json = "use --json - (or --json F)";

constexpr std::array options{
    // CBMC's, most of which ESBMC has, too
    Foreign{"--unwind", no_bound},
    Foreign{"--unwindset", no_bound},
    Foreign{"--unwind-min", no_bound},
    Foreign{"--unwind-max", no_bound},
    Foreign{"--unwinding-assertions", never_a_bound},
    Foreign{"--no-unwinding-assertions", "not possible: TRUE never rests on a bound; --loop-iterations N leaves the "
                                         "rest open"},
    Foreign{"--partial-loops", "not possible: it follows paths that the program does not have"},
    Foreign{"--depth", "--path-length N leaves longer paths open"},
    Foreign{"--trace", "not needed: the path to an error is always printed; --report F.html shows it step by step"},
    Foreign{"--compact-trace", "not needed: what does not matter to the error is left out; --json F has every step"},
    Foreign{"--stack-trace", "--report F.html shows the call stack at each step"},
    Foreign{"--stop-on-fail", "use --stop-on-first"},
    Foreign{"--multi-property", targets_listed},
    Foreign{"--show-properties", targets_listed},
    Foreign{"--show-claims", targets_listed},
    Foreign{"--claim", "use --target ID"},
    Foreign{"--show-loops", "use tandem show regions FILE"},
    Foreign{"--show-goto-functions", goto_program},
    Foreign{"--goto-functions-only", goto_program},
    Foreign{"--program-only", goto_program},
    Foreign{"--dump-c", goto_program},
    Foreign{"--show-vcc", formulas},
    Foreign{"--dimacs", formulas},
    Foreign{"--outfile", formulas},
    Foreign{"--smt-formula-only", formulas},
    Foreign{"--32", ilp32},
    Foreign{"--i386-linux", ilp32},
    Foreign{"--i386-win32", ilp32},
    Foreign{"--arch", "use --data-model ILP32 or LP64"},
    Foreign{"--64", lp64},
    Foreign{"--LP64", lp64},
    Foreign{"--ILP32", ilp32},
    Foreign{"--json-ui", json},
    Foreign{"--json-interface", json},
    Foreign{"--xml-ui", "use --json - or --junit F"},
    Foreign{"--graphml-witness", witness},
    Foreign{"--slice-formula", slices},
    Foreign{"--full-slice", slices},
    Foreign{"--reachability-slice", slices},
    Foreign{"--drop-unused-functions", "not needed: what is not called is not looked at"},
    Foreign{"--z3", one_solver},
    Foreign{"--cvc5", one_solver},
    Foreign{"--bitwuzla", one_solver},
    Foreign{"--boolector", one_solver},
    Foreign{"--mathsat", one_solver},
    Foreign{"--yices", one_solver},
    Foreign{"--smt2", one_solver},
    Foreign{"--sat-solver", one_solver},
    Foreign{"--external-smt2-solver", one_solver},
    Foreign{"--external-sat-solver", one_solver},
    Foreign{"--cover", tests},
    Foreign{"--object-bits", "not needed: the number of objects is not limited"},
    Foreign{"--no-standard-checks", "not needed: assertions and error calls are checked, and what --check names"},
    Foreign{"--malloc-fail-null", "use --malloc-may-fail"},
    Foreign{"--no-malloc-may-fail", "not needed: allocations succeed unless --malloc-may-fail is given"},
    Foreign{"--force-malloc-success", "not needed: allocations succeed unless --malloc-may-fail is given"},
    Foreign{"--error-label", "labels are no targets: call reach_error() there"},
    Foreign{"--nondet-static", "use a harness that assigns __VERIFIER_nondet_int() to what may have any value"},
    Foreign{"--verbosity", "use -v or -q"},
    Foreign{"--c99", "use --std c99"},
    Foreign{"--c11", "use --std c11"},
    Foreign{"--apply-loop-contracts-no-unwind", "use --loop-contracts"},
    Foreign{"--dfcc", "use --enforce-contract FUNCTION"},
    // ESBMC's
    Foreign{"--k-induction", "use --engine kinduction"},
    Foreign{"--k-induction-parallel", "use --engine kinduction"},
    Foreign{"--incremental-bmc", "use --engine bmc"},
    Foreign{"--falsification", "use --engine bmc"},
    Foreign{"--interval-analysis", "use --engine interval"},
    Foreign{"--k-step", no_bound},
    Foreign{"--max-k-step", no_bound},
    Foreign{"--termination", no_termination},
    Foreign{"--context-bound", no_threads},
    Foreign{"--data-races-check", no_threads},
    Foreign{"--deadlock-check", no_threads},
    Foreign{"--timeout", wall},
    Foreign{"--memlimit", memory},
    Foreign{"--witness-output", witness},
    Foreign{"--generate-testcase", "use --tests DIR"},
    Foreign{"--branch-coverage", tests},
    Foreign{"--assertion-coverage", tests},
    Foreign{"--generate-html-report", "use --report F.html"},
    Foreign{"--ir", "tandem vc has integers without bounds: --theory int"},
    // KLEE's
    Foreign{"--max-time", wall},
    Foreign{"--max-memory", memory},
    Foreign{"--max-depth", "--path-length N leaves longer paths open"},
    Foreign{"--search", "tandem test --partners NAMES chooses who looks for tests"},
    Foreign{"--solver-backend", one_solver},
    Foreign{"--posix-runtime", inputs_of_main},
    Foreign{"--sym-args", inputs_of_main},
    Foreign{"--sym-arg", inputs_of_main},
    Foreign{"--sym-stdin", inputs_of_main},
    Foreign{"--libc", "not needed: models of the C library are linked"},
    Foreign{"--output-dir", "use tandem test --out DIR"},
    Foreign{"--only-output-states-covering-new", small_suite},
    Foreign{"--emit-all-errors", "use --all-targets"},
    Foreign{"--exit-on-error", "use --stop-on-first"},
    Foreign{"--entry-point", "use --function NAME"},
    Foreign{"--optimize", "not needed"},
    // CPAchecker's
    Foreign{"--spec", "use --property P.prp"},
    Foreign{"--specification", "use --property P.prp"},
    Foreign{"--timelimit", "use --cpu 60s"},
    Foreign{"--heap", memory},
    Foreign{"--entryfunction", "use --function NAME"},
    Foreign{"--preprocess", "not needed: sources are preprocessed unless they end in .i"},
    Foreign{"--predicateAnalysis", "use --engine predicate"},
    Foreign{"--valueAnalysis", "use --engine value"},
    Foreign{"--kInduction", "use --engine kinduction"},
    Foreign{"--bmc", "use --engine bmc"},
    Foreign{"--svcomp", "not needed: the default strategy is meant for any task"},
};

struct ForeignCheck {
  std::string_view option;
  CheckKind check;
};

constexpr std::array checks{
    ForeignCheck{"--bounds-check", CheckKind::Bounds},
    ForeignCheck{"--pointer-check", CheckKind::Memory},
    ForeignCheck{"--memory-leak-check", CheckKind::Leak},
    ForeignCheck{"--memory-cleanup-check", CheckKind::Cleanup},
    ForeignCheck{"--pointer-overflow-check", CheckKind::Bounds},
    ForeignCheck{"--pointer-primitive-check", CheckKind::Memory},
    ForeignCheck{"--force-memory-leak-check", CheckKind::Leak},
    ForeignCheck{"--signed-overflow-check", CheckKind::Overflow},
    ForeignCheck{"--overflow-check", CheckKind::Overflow},
    ForeignCheck{"--check-overflow", CheckKind::Overflow}, // KLEE's
    ForeignCheck{"--unsigned-overflow-check", CheckKind::UnsignedOverflow},
    ForeignCheck{"--div-by-zero-check", CheckKind::Div},
    ForeignCheck{"--check-div-zero", CheckKind::Div}, // KLEE's
    ForeignCheck{"--undefined-shift-check", CheckKind::Shift},
    ForeignCheck{"--ub-shift-check", CheckKind::Shift},
    ForeignCheck{"--check-overshift", CheckKind::Shift}, // KLEE's
    ForeignCheck{"--conversion-check", CheckKind::Conversion},
    ForeignCheck{"--float-overflow-check", CheckKind::Float},
    ForeignCheck{"--nan-check", CheckKind::Float},
    ForeignCheck{"--enum-range-check", CheckKind::Enum},
    ForeignCheck{"--uninitialized-check", CheckKind::Uninit},
};

// Of CBMC's and ESBMC's checks that are on unless one says so: none is here.
bool is_check_turned_off(std::string_view option) {
  return option.starts_with("--no-") && (option.ends_with("-check") || option.ends_with("-checks"));
}

} // namespace

std::string foreign_hint(std::string_view option) {
  if (const auto* check = std::ranges::find(checks, option, &ForeignCheck::option); check != checks.end())
    return fmt::format("use --check {}", name(check->check));
  if (const auto* known = std::ranges::find(options, option, &Foreign::name); known != options.end())
    return std::string(known->hint);
  return is_check_turned_off(option) ? "not needed: only what --check names is checked" : "";
}

} // namespace tandem::cli::app
