#include "cli/commands/vc_options.h"

#include "base/core/input_error.h"
#include "cli/common/command.h"
#include "cli/common/option_table.h"
#include "smt/backends/backends.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace tandem::cli::commands {
namespace {

using vcgen::Experiment;
using vcgen::Lemmas;
using vcgen::Method;

constexpr std::uint32_t largest_bound = 1'000'000;

std::string method_list() {
  std::string result;
  for (Method method : vcgen::all_methods()) result += fmt::format("{}, ", vcgen::name(method));
  return result + "all, auto";
}

struct Variant {
  Method method;
  Lemmas lemmas;
};

// "sp", "sp+lemmas"; with --lemmas the first means the second.
Variant variant_of(std::string text, bool lemmas) {
  constexpr std::string_view suffix = "+lemmas";
  if (text.ends_with(suffix)) {
    text.resize(text.size() - suffix.size());
    lemmas = true;
  }
  const auto methods = vcgen::all_methods();
  const auto found = std::find_if(methods.begin(), methods.end(), [&](Method m) { return vcgen::name(m) == text; });
  if (found == methods.end())
    throw InputError(fmt::format("'{}' is not a method; the methods are {}", text, method_list()));
  if (lemmas && vcgen::has_global_context(*found))
    throw UsageError(fmt::format("method '{}' makes one condition for all asserts, so none of them can be a lemma; "
                                 "lemmas go with se, sp, pcnf, pscnf",
                                 text));
  return {*found, lemmas ? Lemmas::On : Lemmas::Off};
}

std::vector<Variant> variants_of(const VcOptions& options) {
  std::vector<Variant> result;
  for (const std::string& text : options.methods) {
    if (text == "auto") continue;
    if (text != "all") {
      result.push_back(variant_of(text, options.lemmas));
      continue;
    }
    for (Method method : vcgen::all_methods()) result.push_back({method, Lemmas::Off});
    if (options.lemmas)
      for (Method method : vcgen::all_methods())
        if (!vcgen::has_global_context(method)) result.push_back({method, Lemmas::On});
  }
  return result;
}

std::vector<std::string> solvers_of(const VcOptions& options) {
  const bool integers = options.theory == "int";
  if (options.solvers.empty()) return {integers ? "z3" : "sat"};
  const auto known = smt::backends::backend_names();
  for (const std::string& solver : options.solvers) {
    if (std::find(known.begin(), known.end(), solver) == known.end())
      throw InputError(fmt::format("unknown solver '{}'; there are {}", solver, fmt::join(known, ", ")));
    if (integers && !smt::backends::has_integers(solver)) {
      std::vector<std::string> able = known;
      std::erase_if(able, [](const std::string& name) { return !smt::backends::has_integers(name); });
      throw UsageError(fmt::format("solver '{}' knows no integers without bounds (--theory int); those that do are {}",
                                   solver, fmt::join(able, ", ")));
    }
  }
  return options.solvers;
}

std::uint32_t bound_from(std::string_view text, std::string_view whole) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0 || value > largest_bound)
    throw UsageError(
        fmt::format("--unwind {}: expected a number from 1 to {}, a range like 1..20, or a range with steps "
                    "like 10..100:10",
                    whole, largest_bound));
  return value;
}

} // namespace

std::vector<std::uint32_t> bounds_of(const std::string& text) {
  const std::string_view view = text;
  const auto dots = view.find("..");
  if (dots == std::string_view::npos) return {bound_from(view, view)};
  const auto colon = view.find(':', dots);
  const std::uint32_t first = bound_from(view.substr(0, dots), view);
  const std::uint32_t last =
      bound_from(view.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2), view);
  const std::uint32_t step = colon == std::string_view::npos ? 1 : bound_from(view.substr(colon + 1), view);
  if (last < first || step == 0) throw UsageError(fmt::format("--unwind {}: the range has no bounds in it", text));
  std::vector<std::uint32_t> result;
  for (std::uint32_t bound = first; bound <= last; bound += step) result.push_back(bound);
  return result;
}

vcgen::VcRequest request_of(const VcOptions& options, std::uint32_t bound) {
  vcgen::VcRequest request;
  request.bounded.bound = bound;
  request.bounded.integers = options.theory == "int" ? semantics::symbolic::IntegerReading::Mathematical
                                                     : semantics::symbolic::IntegerReading::BitVectors;
  if (options.fold_constants) request.bounded.constants = symex::ConstantFolding::Fold;
  Experiment pattern;
  pattern.beyond = options.unwinding_assertions ? vcgen::UnwindingPolicy::Assert : vcgen::UnwindingPolicy::Assume;
  pattern.condition_limit = options.condition_limit;
  if (!options.emit.empty()) pattern.emit = options.emit;
  const std::vector<std::string> solvers = solvers_of(options);
  for (const Variant& variant : variants_of(options))
    for (const std::string& solver : solvers) {
      pattern.method = variant.method;
      pattern.lemmas = variant.lemmas;
      pattern.solver = solver;
      request.experiments.push_back(pattern);
    }
  if (std::find(options.methods.begin(), options.methods.end(), "auto") != options.methods.end()) {
    pattern.solver = solvers.front();
    request.automatic = pattern;
  }
  return request;
}

Property property_of(const VcOptions& options) {
  return options.property.empty() ? default_property() : read_property_file(options.property);
}

void add_vc_options(CLI::App& app, VcOptions& options) {
  add_program_options(app, options.program);
  app.add_option("--property", options.property, "property file (.prp); default: no error call, no failing assert");
  app.add_option("--method", options.methods, "any of " + method_list() + "; with +lemmas: proved asserts help")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...")
      ->capture_default_str();
  app.add_flag("--lemmas", options.lemmas, "proved asserts are lemmas for those that follow (not with cnf, scnf)");
  app.add_option("--unwind", options.unwind, "iterations of each loop; with --study a range like 1..20 or 10..100:10")
      ->type_name("K")
      ->capture_default_str();
  app.add_flag("--unwinding-assertions", options.unwinding_assertions,
               "assert that no path needs more iterations, instead of assuming it");
  app.add_flag(
      "--fold-constants", options.fold_constants,
      "values that are constant are put in while unwinding; loops with a constant number of iterations need no bound");
  app.add_option("--theory", options.theory, "integers as bit-vectors, exactly, or as integers without bounds")
      ->check(CLI::IsMember({"bv", "int"}))
      ->capture_default_str();
  app.add_option(
         "--solver", options.solvers,
         fmt::format("any of {}; default: sat, with --theory int z3", fmt::join(smt::backends::backend_names(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  app.add_option("--condition-limit", options.condition_limit, "give a method up that makes more conditions than this")
      ->capture_default_str();
  app.add_option("--emit", options.emit, "write one SMT-LIB file for each condition to this folder")
      ->type_name("FOLDER");
  app.add_option("--json", options.json, "write the results to this file, as JSON; - is standard output")
      ->type_name("PATH");
  add_options(app, task::limit_options, options.limits);
  app.add_flag("--study", options.study,
               "each FILE is a program; sweep the bounds with all methods and solvers; the limits are for each "
               "measurement");
  app.add_option("--repeat", options.repeat, "with --study: measure so often; times are medians, with their spread")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--out", options.out, "folder for the study's table and plots")
      ->type_name("FOLDER")
      ->capture_default_str();
}

} // namespace tandem::cli::commands
