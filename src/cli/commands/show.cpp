// tandem show: every stage of a program's way through tandem, for people, for drawings, for scripts.
// What can be shown is a table: one line for each pair of subject and format.
#include "cli/commands/all.h"

#include "base/core/text_file.h"
#include "cli/common/drawing.h"
#include "cli/common/program_options.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/formats/gia_views.h"
#include "exchange/gia/gia_file.h"
#include "program/cwriter/c_writer.h"
#include "program/text/alias_text.h"
#include "program/text/cfa_dot.h"
#include "program/text/cfa_json.h"
#include "program/text/cfa_text.h"
#include "region/extract.h"
#include "region/tree_text.h"
#include "vcgen/form_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>

namespace tandem::cli::commands {
namespace {

// The text to print, and what goes into a file beside it if there is one.
struct Shown {
  std::string text;
  std::optional<std::string> map;
};

struct View {
  std::string_view view_name;
  std::string_view format;
  Shown (*show)(const Program& program);                 // nullptr: FILE is no program but
  Shown (*show_gia)(const exchange::Gia& gia) = nullptr; // an automaton
  // Of a program unwound to a bound, and the conditions made from it.
  Shown (*show_bounded)(vcgen::BoundedProgram& program, const std::vector<vcgen::Condition>& conditions) = nullptr;
};

Shown written_c(const Program& program) {
  const cwriter::WrittenC written = cwriter::write_c(program);
  return {written.text, cwriter::map_json(program, written)};
}

Shown drawing(const std::string& dot) { return {svg_of(dot), {}}; }

Shown gia_drawing(const exchange::Gia& gia) { return {svg_of(gia), {}}; }

Shown gia_listing(const exchange::Gia& gia) {
  return {exchange::gia_text(gia) + "# " + exchange::formats::statistics_text(exchange::formats::statistics(gia)) +
              "\n",
          {}};
}

std::string regions(const Program& program, std::string (*print)(const region::RegionTree&, const Property&)) {
  const pointers::AliasPartition aliases(program);
  const pointers::CallGraph calls(program, aliases);
  return print(region::RegionTree(program, calls), default_property());
}

// What a verifier is asked about each region, if it is asked about all assertions in it.
std::string regions_as_c(const Program& program) {
  const region::VerificationContext view_name(program, default_property());
  std::string text;
  for (const region::Node& node : view_name.tree().nodes()) {
    region::Question question{.node = &node, .verified = std::vector<bool>(program.edges().size(), false)};
    for (const Edge* check : view_name.checks_in(*node.function))
      if (node.contains(*check->from)) question.enabled.push_back(check);
    if (question.enabled.empty() || &node == &view_name.tree().root()) continue;
    const region::ExtractionResult result = region::extract(view_name, question);
    text += fmt::format("// Region {}\n", region::title(node));
    text += result.extraction
                ? cwriter::write_c(result.extraction->program, {.line_directives = cwriter::LineDirectives::Off}).text
                : "// is not asked about: " + result.refusal + "\n";
  }
  return text;
}

using Conditions = std::vector<vcgen::Condition>;

constexpr std::array views{
    View{"cfa", "text", [](const Program& program) { return Shown{text::cfa_text(program), {}}; }},
    View{"cfa", "dot", [](const Program& program) { return Shown{text::cfa_dot(program), {}}; }},
    View{"cfa", "svg", [](const Program& program) { return drawing(text::cfa_dot(program)); }},
    View{"cfa", "json", [](const Program& program) { return Shown{text::cfa_json(program), {}}; }},
    View{"cfa", "c", written_c},
    View{
        "alias", "text",
        [](const Program& program) { return Shown{text::alias_text(program, pointers::AliasPartition(program)), {}}; }},
    View{"alias", "dot",
         [](const Program& program) { return Shown{text::alias_dot(pointers::AliasPartition(program)), {}}; }},
    View{"alias", "svg",
         [](const Program& program) { return drawing(text::alias_dot(pointers::AliasPartition(program))); }},
    View{
        "alias", "json",
        [](const Program& program) { return Shown{text::alias_json(program, pointers::AliasPartition(program)), {}}; }},
    View{"ssa", "text", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions&) { return Shown{vcgen::form_text(program), {}}; }},
    View{"ssa", "dot", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions&) { return Shown{vcgen::form_dot(program), {}}; }},
    View{"ssa", "svg", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions&) { return drawing(vcgen::form_dot(program)); }},
    View{"ssa", "json", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions&) { return Shown{vcgen::form_json(program), {}}; }},
    View{"vc", "text", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions& made) {
           return Shown{vcgen::conditions_text(program, made), {}};
         }},
    View{"vc", "json", nullptr, nullptr,
         [](vcgen::BoundedProgram& program, const Conditions& made) {
           return Shown{vcgen::conditions_json(program, made), {}};
         }},
    View{"gia", "text", nullptr, gia_listing},
    View{"gia", "dot", nullptr, [](const exchange::Gia& gia) { return Shown{exchange::formats::gia_dot(gia), {}}; }},
    View{"gia", "svg", nullptr, gia_drawing},
    View{"gia", "json", nullptr, [](const exchange::Gia& gia) { return Shown{exchange::formats::gia_json(gia), {}}; }},
    View{"regions", "text", [](const Program& program) { return Shown{regions(program, region::tree_text), {}}; }},
    View{"regions", "dot", [](const Program& program) { return Shown{regions(program, region::tree_dot), {}}; }},
    View{"regions", "svg", [](const Program& program) { return drawing(regions(program, region::tree_dot)); }},
    View{"regions", "json", [](const Program& program) { return Shown{regions(program, region::tree_json), {}}; }},
    View{"regions", "c", [](const Program& program) { return Shown{regions_as_c(program), {}}; }},
};

std::vector<std::string> distinct(std::string_view View::* column) {
  std::vector<std::string> result;
  for (const View& view : views)
    if (std::ranges::find(result, view.*column) == result.end()) result.emplace_back(view.*column);
  return result;
}

const View& find_view(const std::string& view_name, const std::string& format) {
  std::vector<std::string_view> formats;
  for (const View& view : views) {
    if (view.view_name != view_name) continue;
    if (view.format == format) return view;
    formats.push_back(view.format);
  }
  throw UsageError(fmt::format("'{}' cannot be shown as {}, only as {}", view_name, format, fmt::join(formats, ", ")));
}

struct Options {
  ProgramOptions program;
  std::string view_name;
  std::string format = "text";
  std::string output;
  std::uint32_t unwind = 2;
  std::string method = "pscnf";
};

Shown show_bounded(const View& view, const Options& options) {
  const vcgen::Method method = vcgen::method_from(options.method);
  const Program program = load_program(options.program);
  vcgen::BoundedProgram bounded(program, default_property(), {.bound = options.unwind});
  const bool wanted = view.view_name == "vc";
  return view.show_bounded(bounded, wanted ? vcgen::generate(bounded.form(), {.method = method}) : Conditions{});
}

exchange::Gia read_automaton(const Options& options) {
  if (options.program.files.size() != 1) throw UsageError("one automaton can be shown at a time");
  return exchange::read_gia(options.program.files[0]);
}

Program load_to_write(ProgramOptions options, const std::string& format) {
  if (format == "c") options.linked = clib::Linked::Exact; // compiled, the program asks the real environment
  return load_program(options);
}

ExitCode show(const Options& options) {
  const View& view = find_view(options.view_name, options.format);
  const Shown shown = view.show_bounded != nullptr ? show_bounded(view, options)
                      : view.show_gia != nullptr   ? view.show_gia(read_automaton(options))
                                                   : view.show(load_to_write(options.program, options.format));
  if (options.output.empty()) {
    fmt::print("{}", shown.text);
  } else {
    write_text_file(options.output, shown.text);
    if (shown.map) write_text_file(options.output + ".map.json", *shown.map);
  }
  return ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("WHAT", options->view_name, "what to show")
      ->required()
      ->check(CLI::IsMember(distinct(&View::view_name)));
  add_program_options(app, options->program);
  app.add_option("--format", options->format, "how to show it")
      ->check(CLI::IsMember(distinct(&View::format)))
      ->capture_default_str();
  app.add_option("--unwind", options->unwind, "ssa, vc: iterations of each loop")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--method", options->method, "vc: how conditions are made (see tandem vc)")->capture_default_str();
  app.add_option("-o,--output", options->output, "write to this file, which appears only when it is complete")
      ->type_name("PATH");
  return [options] { return show(*options); };
}

} // namespace

constinit const Command show_command{
    .name = "show",
    .summary =
        "a program as tandem sees it: its control-flow automata, its memory, its regions; and what is known of it",
    .details =
        "cfa is the program as control-flow automata: one line, or arrow, for each edge, named after its position "
        "in the source. Written as C it behaves as the original does when signed overflow wraps; with -o OUT.c the "
        "file OUT.c.map.json says which line stands for which edge.\n\n"
        "alias is its memory, split into regions that no pointer can mix up, and the functions that calls through "
        "pointers may reach.\n\n"
        "regions are the parts of the program that 'gamble' tries to prove assertions from: functions and "
        "loop iterations, and how they contain each other. As C: what a verifier is asked about each of them.\n\n"
        "ssa is the program unwound to a bound, in single-assignment form: blocks of assignments, assumes and "
        "asserts. vc are verification conditions made from it: a list each of what cannot hold together.\n\n"
        "gia is an automaton that verifiers and testers exchange; FILE is then a .gia file.",
    .examples = {{"tandem show cfa file.c", "one line for each edge"},
                 {"tandem show cfa file.c --format svg -o file.svg", "a drawing, made by graphviz"},
                 {"tandem show cfa file.i --data-model ILP32 --format c -o again.c", "C again, and a map of its lines"},
                 {"tandem show alias file.c", "regions of memory, and what lies in them"},
                 {"tandem show regions file.c --format svg -o regions.svg", "the region nesting tree"},
                 {"tandem show ssa file.c --unwind 3 --format svg -o file.svg",
                  "three iterations of each loop, as blocks"},
                 {"tandem show vc file.c --method sp", "strongest postconditions"},
                 {"tandem show gia known.gia --format svg -o known.svg", "what is known about a program's paths"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
