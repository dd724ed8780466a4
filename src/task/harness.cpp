// The text is assembled from fixed parts (harness_parts.h) and generated definitions. Functions are declared without
// parameter lists and variables as byte arrays of their size and alignment: only the linker sees both the harness and
// the program, and it does not compare types.

#include "task/harness.h"

#include "base/core/require.h"
#include "base/core/shell_words.h"
#include "base/core/text_file.h"
#include "program/cexpr/c_types.h"
#include "program/cexpr/scalar.h"
#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"
#include "program/model/user_files.h"
#include "task/allocation_inputs.h"
#include "task/definition_text.h"
#include "task/error_path.h"
#include "task/harness_models.h"
#include "task/harness_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace tandem::task {

namespace {

constexpr std::string_view weak = "__attribute__((weak)) ";

// For the compiler; empty if there is none.
std::string_view sanitizer_name(CheckKind kind) {
  switch (kind) {
  case CheckKind::Overflow: return "signed-integer-overflow";
  case CheckKind::Div: return "integer-divide-by-zero";
  case CheckKind::Shift: return "shift";
  case CheckKind::Memory:
  case CheckKind::Null:
  case CheckKind::Free:
  case CheckKind::Leak: return "address";
  case CheckKind::UnsignedOverflow:
  case CheckKind::Conversion:
  case CheckKind::Float:
  case CheckKind::Bounds:
  case CheckKind::Cleanup:
  case CheckKind::PointerCompare:
  case CheckKind::Enum: return {};
  case CheckKind::Uninit: return "memory";
  }
  unreachable();
}

// A file whose name looks like an option is prefixed by its folder.
std::string file_word(const std::string& path) { return path.starts_with('-') ? "./" + path : path; }

struct Filling {
  std::string_view word;
  std::string text;
};

std::string filled(std::string_view part, const std::vector<Filling>& fillings) {
  std::string result(part);
  for (const Filling& filling : fillings)
    for (std::size_t at = result.find(filling.word); at != std::string::npos; at = result.find(filling.word, at))
      result.replace(at, filling.word.size(), filling.text), at += filling.text.size();
  return result;
}

std::string symbol_search(const std::vector<std::string>& names) {
  std::string match;
  std::size_t longest = 0;
  for (const std::string& name : names) {
    match += fmt::format("{}tandem_same(name, \"{}\")", match.empty() ? "" : " || ", name);
    longest = std::max(longest, name.size());
  }
  // One character more than the longest name, to distinguish it from longer ones, and one for the terminator.
  return filled(harness_parts::symbol_search, {{"@MATCH@", match}, {"@LENGTH@", std::to_string(longest + 2)}});
}

std::string scalar_type(const Type& type) { return type.is_pointer() ? "void *" : cexpr::c_type(type) + " "; }

// An input that the program does not declare returns what its name tells (frontend/dialect/inputs.h). Compilers would
// take it for a function that returns an int, so each call declares it.
bool is_undeclared_input(const Program& program, const Function& function) {
  return !function.has_body() && nondet_source(function.source_name()) == NondetSource::Input &&
         function.result().is_scalar() && function.range().begin.is_known() &&
         program.files()[function.range().begin.file].path == "<built-in>";
}

// An expression of the scalar type, made from the next input.
std::string next_value(const Type& type) {
  if (type.is_float()) {
    if (type.float_kind() == FloatKind::LongDouble)
      return "((union { struct tandem_input bits; long double value; }){tandem_next()}).value";
    return fmt::format("((union {{ unsigned long long bits; {} value; }}){{tandem_next().low}}).value",
                       cexpr::c_type(type));
  }
  if (type.is_pointer()) return "(void *)(unsigned long)tandem_next().low";
  if (type.width() > 64) return fmt::format("({})tandem_wide(tandem_next())", cexpr::c_type(type));
  return fmt::format("({})tandem_next().low", cexpr::c_type(type));
}

// As next_value, with the value's kind for what serves the inputs (tandem_kind): its size in bytes, and flags.
std::string next_served(const Type& type) {
  const unsigned kind = static_cast<unsigned>(type.size()) | (type.is_bool() ? 0x20u : 0u) |
                        (type.is_float() ? 0x40u : 0u) | (type.is_integer() && type.is_signed() ? 0x80u : 0u);
  return filled(next_value(type), {{"tandem_next()", fmt::format("tandem_next_as({})", kind)}});
}

bool sees_environment(const Program& program) { return program.find_function("__tandem_list_environment") != nullptr; }

// Whether main is passed what the environment decides.
bool has_arbitrary_arguments(const Program& program) {
  const Function& entry = program.entry();
  if (entry.source_name() != "main" || entry.parameters().empty()) return false;
  return std::ranges::any_of(entry.edges(), [](const Edge* edge) { return receives_argument_count(*edge); });
}

class HarnessWriter {
public:
  HarnessWriter(const Program& program, const Property& property, const Counterexample& counterexample,
                HarnessInputs given)
      : program_(program), property_(property), counterexample_(counterexample), given_(given), texts_(program) {}

  Harness write(const HarnessOptions& options);

private:
  void choose_options(const HarnessOptions& options);
  void set_place();
  std::string title(const HarnessOptions& options) const;
  std::string inputs() const;
  std::string support() const;
  std::string functions();
  std::string function(const Function& function) const;
  std::string missing_function(const Function& function) const;
  std::string environment();
  std::string allocations();
  std::string watch();
  std::string variables() const;
  std::string start() const;
  std::string file_local() const;
  std::string arguments() const;
  std::string sanitizer() const;

  bool uninitialised_are_zero() const;
  std::string next(const Type& type) const {
    return given_ == HarnessInputs::Served ? next_served(type) : next_value(type);
  }

  const Program& program_;
  const Property& property_;
  const Counterexample& counterexample_;
  HarnessInputs given_;
  DefinitionTexts texts_;
  std::vector<const Function*> watched_;
  std::set<std::string> wrapped_; // functions that may fail, as the linker knows them
  Harness result_;
};

bool HarnessWriter::uninitialised_are_zero() const {
  return std::ranges::any_of(counterexample_.inputs, is_uncontrolled) &&
         std::ranges::none_of(counterexample_.inputs,
                              [](const InputValue& input) { return is_uncontrolled(input) && input.bits != 0; });
}

// An error inside the library is reported in the user's function that called it.
void HarnessWriter::set_place() {
  const Edge* place = users_edge(program_, counterexample_);
  if (place == nullptr || !place->range.begin.is_known()) return;
  const std::uint32_t first = place->range.begin.line, last = std::max(first, place->range.end.line);
  result_.place = process::place_as_compiled(program_.files()[place->range.begin.file].path, first, last);
}

void HarnessWriter::choose_options(const HarnessOptions& options) {
  std::vector<std::string>& words = result_.options;
  words = {"-std=gnu17", "-w", "-fpermissive"};
  // Only for what fails: another error is none of this counterexample. The sanitizer finds no overflow where it is
  // defined to wrap around.
  const CheckTarget* failing =
      counterexample_.target != nullptr ? property_.failing_check(*counterexample_.target) : nullptr;
  if (failing != nullptr) result_.sanitizer = sanitizer_of(failing->kind);
  if (result_.sanitizer == Sanitizer::Memory && program_.data_model() == DataModel::ILP32)
    result_.sanitizer = Sanitizer::None;
  const bool is_checked = result_.sanitizer != Sanitizer::None;
  words.push_back(is_checked ? "-fsanitize=" + std::string(sanitizer_name(failing->kind)) : "-fwrapv");
  if (result_.sanitizer == Sanitizer::Trap) words.push_back("-fsanitize-undefined-trap-on-error");
  if (result_.sanitizer != Sanitizer::None && result_.sanitizer != Sanitizer::Trap) {
    words.insert(words.end(), {"-g", "-fwrapv", "-fno-omit-frame-pointer"});
    set_place();
  }
  // An error is one with and without optimisation; the interpreter has found it as it is without.
  if (result_.sanitizer == Sanitizer::None && depends_on_optimisation(program_))
    words.insert(words.end(), {"-O2", "-fno-strict-aliasing"});
  words.insert(words.end(), {"-no-pie", "-Wl,--unresolved-symbols=ignore-all"});
  // The x87 unit would compute with a higher precision than the type has.
  if (program_.data_model() == DataModel::ILP32)
    words.insert(words.begin(), {"-m32", "-msse2", "-mfpmath=sse"});
  else
    words.insert(words.begin(), "-m64");
  if (!watched_.empty()) words.push_back("-finstrument-functions");
  if (uninitialised_are_zero() && (failing == nullptr || failing->kind != CheckKind::Uninit))
    words.push_back("-ftrivial-auto-var-init=zero");
  if (program_.entry().source_name() != "main" || has_arbitrary_arguments(program_)) words.push_back("-Wl,--wrap=main");
  if (sees_environment(program_)) words.push_back("-Wl,--defsym=__environ=environ");
  // Compilers know that these do not fail: they may remove the test of a result, or the call.
  for (const std::string& name : wrapped_) words.insert(words.end(), {"-Wl,--wrap=" + name, "-fno-builtin-" + name});
  bool inline_functions = false;
  for (const Function* function : program_.functions()) {
    if (is_undeclared_input(program_, *function))
      words.push_back(
          fmt::format("-D{0}()=({{{1}{0}();{0}();}})", function->source_name(), scalar_type(function->result())));
    if (!function->has_body()) continue;
    inline_functions = inline_functions || texts_.is_plain_inline(*function);
    // The program's own function of that name, not the compiler's built-in.
    if (is_users(program_, *function) && is_library_function(function->source_name()))
      words.push_back("-fno-builtin-" + function->source_name());
  }
  if (inline_functions) words.push_back("-fgnu89-inline");
  words.insert(words.end(), options.compiler_args.begin(), options.compiler_args.end());
  const auto has_usual_name = [](const std::string& path) { return path.ends_with(".c") || path.ends_with(".i"); };
  if (!std::ranges::all_of(result_.files, has_usual_name)) words.insert(words.end(), {"-x", "c"});
}

std::string HarnessWriter::title(const HarnessOptions& options) const {
  if (given_ == HarnessInputs::Served) return "// ---- What the program's files do not define.\n";
  std::string text = "// Leads the program to its error";
  if (const Edge* target = counterexample_.target; target != nullptr)
    text += fmt::format(": {}{}", target->op.callee != nullptr ? target->op.callee->source_name() + "(), " : "",
                        program_.text(target->range.begin));
  text += result_.sanitizer == Sanitizer::Memory ? "\n//\n//   clang" : "\n//\n//   gcc";
  for (const std::string& word : result_.compiler_words("counterexample", options.file)) text += " " + shell_word(word);
  text += " && ./counterexample\n//\n";
  text +=
      fmt::format("// The exit code is {} if the error is reached, {} if the program asks for more inputs than there "
                  "are,\n// {} if an assumption does not hold.\n",
                  error_reached_code, inputs_exhausted_code, assumption_failed_code);
  if (result_.sanitizer == Sanitizer::Trap)
    text += "// Where a check fails, the program ends by an illegal instruction (SIGILL).\n";
  return text;
}

std::string HarnessWriter::inputs() const {
  if (given_ == HarnessInputs::Served) return std::string(harness_parts::served_inputs);
  std::string text = "// The bits of the values, in the order in which they are asked for.\n"
                     "struct tandem_input { unsigned long long low, high; };\n"
                     "static const struct tandem_input tandem_inputs[] = {\n";
  unsigned count = 0;
  const std::vector<std::string> allocations = allocation_texts(program_, counterexample_);
  for (std::size_t i = 0; i < counterexample_.inputs.size(); ++i) {
    const InputValue& input = counterexample_.inputs[i];
    if (!is_given(input.kind)) continue;
    std::string note = cexpr::scalar_text(program_.context(), *input.type, input.bits);
    if (!allocations[i].empty())
      note += ": " + allocations[i];
    else if (input.edge != nullptr && input.edge->op.callee != nullptr)
      note += fmt::format(" for {}, {}", input.edge->op.callee->source_name(), program_.text(input.edge->range.begin));
    text += fmt::format("  {{{:#x}, {:#x}}}, // {}: {}\n", static_cast<std::uint64_t>(input.bits),
                        static_cast<std::uint64_t>(input.bits >> 64), ++count, note);
  }
  return text + fmt::format("  {{0, 0}} // the end\n}};\nenum {{ tandem_input_count = {} }};\n",
                            count + inputs_behind(counterexample_.target));
}

std::string HarnessWriter::support() const {
  const bool is_served = given_ == HarnessInputs::Served;
  std::string text =
      filled(harness_parts::support,
             {{"@END@", is_served ? "tandem_ended(code)" : "tandem_system(tandem_exit, code, 0, 0)"},
              {"@NEXT@", is_served ? "  return tandem_served();\n" : std::string(harness_parts::listed_next)},
              {"@LINE@", std::string(error_reached_line)},
              {"@REACHED@", std::to_string(error_reached_code)},
              {"@EXHAUSTED@", std::to_string(inputs_exhausted_code)},
              {"@ASSUMPTION@", std::to_string(assumption_failed_code)},
              {"@VERIFIER@", std::to_string(verifier_function_code)}});
  if (program_.data_model() == DataModel::LP64) text += harness_parts::wide;
  return text;
}

std::string HarnessWriter::functions() {
  std::string text;
  for (const Function* function : program_.functions())
    if (function->has_body() && property_.error_functions.contains(*function))
      watched_.push_back(function);
    else if (!function->has_body() || is_uninterpreted(function->source_name()))
      text += this->function(*function);
  return text;
}

std::string HarnessWriter::function(const Function& function) const {
  const std::string& name = function.source_name();
  if (property_.check_targets != nullptr && property_.check_targets->contains(function.name())) return "";
  if (property_.error_functions.contains(function))
    return fmt::format("{}void {}() {{ tandem_error(); }}\n", weak, name);
  if (is_assume_function(name) || is_assert_function(name)) return "";      // in the fixed part
  if (name.starts_with("tandem_") && is_verifier_function(name)) return ""; // asked by models only: environment()
  if (name == "__VERIFIER_nondet_memory") return std::string(harness_parts::nondet_memory);
  if (function.has_body())
    return fmt::format("{}void {}() {{ tandem_end({}); }}\n", weak, name, verifier_function_code);
  return is_library_function(function) ? "" : missing_function(function); // the real one is called
}

// Without a parameter list: arguments are ignored, so their types need not be written.
std::string HarnessWriter::missing_function(const Function& function) const {
  const std::string& name = function.source_name();
  const Type& result = function.result();
  if (name.starts_with("__builtin_")) return "";
  if (function.does_not_return())
    return fmt::format("{}void {}() {{ tandem_end({}); }}\n", weak, name, ended_externally_code);
  if (result.is_void()) return fmt::format("{}void {}() {{}}\n", weak, name);
  if (result.is_record())
    return filled(harness_parts::record_result,
                  {{"@WEAK@", std::string(weak)}, {"@NAME@", name}, {"@SIZE@", std::to_string(result.size())}});
  if (!result.is_scalar()) return fmt::format("// {} returns a {}: not answered\n", name, cexpr::c_type(result));
  const std::string undefined = is_undeclared_input(program_, function) ? "#undef " + name + "\n" : "";
  return undefined + fmt::format("{}{}{}() {{ return {}; }}\n", weak, scalar_type(result), name, next(result));
}

// Library functions that ask the environment are replaced by their models, which take the answers from the list.
std::string HarnessWriter::environment() {
  if (std::ranges::none_of(program_.edges(), [](const Edge* edge) { return asks_environment(*edge); })) return "";
  const std::set<std::filesystem::path> models = environment_models(program_);
  if (const std::optional<std::string> mixed = mixed_function(program_, models))
    return fmt::format("#error {} of the real library would meet files that models open\n", *mixed);
  result_.files.insert(result_.files.end(), models.begin(), models.end());
  const bool is_listed = given_ != HarnessInputs::Served && sees_environment(program_);
  const std::string text = filled(harness_parts::environment, {{"@UNSPECIFIED@", std::to_string(unspecified_code)}});
  return fmt::format("{}{}", text, is_listed ? harness_parts::list : "");
}

// The linker leads calls of allocating functions that may fail to these, also where their address is taken (--wrap). A
// call inside the C library is none of the program's and does not fail.
std::string HarnessWriter::allocations() {
  for (const Edge* edge : program_.edges())
    if (edge->op.kind == OpKind::Call && edge->op.callee != nullptr && may_fail(*edge))
      wrapped_.insert(edge->op.callee->source_name());
  if (wrapped_.empty()) return "";
  if (wrapped_.contains("asprintf")) wrapped_.insert("vasprintf"); // which it calls
  std::string text(harness_parts::allocation);
  for (const std::string& name : wrapped_) text += fmt::format("TANDEM_MAY_FAIL_{}\n", name);
  return text;
}

std::string HarnessWriter::watch() {
  if (watched_.empty()) return "";
  std::vector<std::string> hidden;
  std::string text, tests;
  for (const Function* function : watched_) {
    const std::string& name = function->source_name();
    if (texts_.is_static(*function)) {
      if (std::ranges::find(hidden, name) == hidden.end()) hidden.push_back(name);
    } else {
      text += fmt::format("extern {}void {}();\n", weak, name);
      tests += fmt::format("  if (function == (void *){}) tandem_error();\n", name);
    }
  }
  if (!hidden.empty()) {
    text += symbol_search(hidden);
    tests += "  if (tandem_is_static_error((unsigned long)function)) tandem_error();\n";
  }
  return text + filled(harness_parts::watch, {{"@TESTS@", tests}});
}

// Storage for variables that no file defines, initially zero.
std::string HarnessWriter::variables() const {
  std::string text;
  for (const Variable* variable : program_.globals()) {
    const bool is_library = std::ranges::find(harness_parts::library_variables, variable->source_name) !=
                            std::end(harness_parts::library_variables);
    if (!variable->is_extern || is_library || variable->source_name.empty()) continue;
    text += fmt::format("{}{}unsigned char {}[{}] __attribute__((aligned({})));\n", weak,
                        variable->is_thread_local ? "__thread " : "", variable->source_name,
                        std::max<std::uint64_t>(variable->type->size(), 1), std::max(variable->type->align(), 1u));
  }
  return text;
}

std::string HarnessWriter::arguments() const {
  std::string literals;
  for (const std::string& text : argument_texts(counterexample_)) {
    literals += literals.empty() ? "(char[]){\"" : ", (char[]){\"";
    for (const char c : text) literals += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    literals += "\"}";
  }
  return filled(harness_parts::arguments, {{"@TEXTS@", literals},
                                           {"@MOST@", std::to_string(most_arguments)},
                                           {"@EXHAUSTED@", std::to_string(inputs_exhausted_code)}});
}

// If the program starts in another function, the linker replaces main by this one (--wrap).
std::string HarnessWriter::start() const {
  const Function& entry = program_.entry();
  const bool is_served = given_ == HarnessInputs::Served;
  const std::string_view list = sees_environment(program_) ? "  __tandem_list_environment();\n" : "";
  if (entry.source_name() == "main" && is_served)
    return filled(harness_parts::served_main, {{"@LIST@", std::string(list)}});
  if (entry.source_name() == "main") return has_arbitrary_arguments(program_) ? arguments() : "";
  std::string types, values, arguments;
  for (const Variable* parameter : entry.parameters()) {
    if (!parameter->type->is_scalar())
      return fmt::format("#error the parameter {} of {} is not a scalar: a harness cannot give it a value\n",
                         parameter->source_name, entry.source_name());
    const std::string name = fmt::format("a{}", arguments.empty() ? 0 : std::ranges::count(arguments, ',') + 1);
    types += (types.empty() ? "" : ", ") + scalar_type(*parameter->type);
    values += fmt::format("  {}{} = {};\n", scalar_type(*parameter->type), name, next(*parameter->type));
    arguments += (arguments.empty() ? "" : ", ") + name;
  }
  return fmt::format("extern void {0}({1});\n{4} {{\n{2}  {0}({3});\n  return 0;\n}}\n", entry.source_name(),
                     types.empty() ? "void" : types, values, arguments,
                     is_served ? "int tandem_start(int argc, char **argv)" : "int __wrap_main(void)");
}

// A static function of another file, by the name that goto-cc gives it.
std::string HarnessWriter::file_local() const {
  constexpr std::string_view mark = "__CPROVER_file_local_";
  for (const std::string& file : result_.files)
    if (read_text_file(file).find(mark) != std::string::npos)
      return fmt::format("#error {} calls static functions of other files, which a linker does not find\n", file);
  return "";
}

// Memory is limited here, since a limit of the address space would include what the sanitizer reserves.
std::string HarnessWriter::sanitizer() const {
  const CheckTarget* failing =
      counterexample_.target != nullptr ? property_.failing_check(*counterexample_.target) : nullptr;
  if (failing == nullptr || sanitizer_name(failing->kind) != "address") return "";
  return fmt::format("const char *__asan_default_options(void) {{\n  return \"detect_leaks={}:hard_rss_limit_mb=2000:"
                     "detect_stack_use_after_return=1:allocator_may_return_null=1:symbolize=0\";\n}}\n",
                     failing->kind == CheckKind::Leak ? 1 : 0);
}

Harness HarnessWriter::write(const HarnessOptions& options) {
  for (const SourceFile& file : program_.files())
    if (!file.sha256.empty()) result_.files.push_back(file.path);
  std::string body;
  for (const std::string& part : {file_local(), inputs(), support(), environment(), allocations(), functions(), watch(),
                                  variables(), start(), sanitizer()})
    if (!part.empty()) body += "\n" + part;
  choose_options(options);
  result_.text = title(options) + body;
  return std::move(result_);
}

} // namespace

Sanitizer sanitizer_of(CheckKind kind) {
  const std::string_view name = sanitizer_name(kind);
  if (name.empty()) return Sanitizer::None;
  if (name == "memory") return Sanitizer::Memory;
  if (name != "address") return Sanitizer::Trap;
  return kind == CheckKind::Leak ? Sanitizer::Leak : Sanitizer::Address;
}

std::vector<std::string> Harness::compiler_words(const std::string& executable, const std::string& harness_file) const {
  std::vector<std::string> words = options;
  words.insert(words.end(), {"-o", executable});
  for (const std::string& file : files) words.push_back(file_word(file));
  words.push_back(file_word(harness_file));
  words.push_back("-lm");
  return words;
}

std::array<std::string, known_arguments> argument_texts(const Counterexample& counterexample) {
  std::array<std::string, known_arguments> texts;
  for (const InputValue& input : counterexample.inputs) {
    if (input.variable == nullptr || !is_argument_texts(*input.variable)) continue;
    std::string& text = texts[std::min(input.offset / argument_size, known_arguments - 1)];
    text.resize(std::max<std::uint64_t>(text.size(), input.offset % argument_size + 1));
    text[input.offset % argument_size] = static_cast<char>(input.bits);
  }
  return texts;
}

Harness make_harness(const Program& program, const Property& property, const Counterexample& counterexample,
                     const HarnessOptions& options) {
  return HarnessWriter(program, property, counterexample, options.inputs).write(options);
}

} // namespace tandem::task
