// Reads the YAML strictly: unknown keys, wrong types and bad regular expressions are errors with their line.

#include "tool/definition.h"

#include <fmt/format.h>

namespace tandem::tool {
namespace {

Pattern read_pattern(const YamlValue& yaml) {
  const std::string text = yaml.text();
  try {
    return {text, std::regex(text, std::regex::optimize)};
  } catch (const std::regex_error& error) {
    yaml.fail(fmt::format("'{}' is not a regular expression: {}", text, error.what()));
  }
}

std::vector<std::string> read_words(const YamlValue& yaml) {
  std::vector<std::string> words = yaml.texts();
  if (words.empty() || words.front().empty()) yaml.fail("expected a program and its arguments but found nothing");
  return words;
}

Rule read_rule(const YamlValue& yaml) {
  yaml.only_keys({"exit", "output", "file", "says", "reason"});
  Rule rule;
  if (const auto exit = yaml.find("exit")) rule.exit = static_cast<int>(exit->number());
  if (const auto output = yaml.find("output")) rule.output = read_pattern(*output);
  if (const auto file = yaml.find("file")) rule.file = file->text();
  if (!rule.exit && !rule.output && rule.file.empty()) yaml.fail("expected one of exit, output, file in a rule");
  rule.says = static_cast<Says>(yaml.at("says").choice("what a tool can say", {"TRUE", "FALSE", "UNKNOWN", "next"}));
  if (const auto reason = yaml.find("reason")) {
    if (rule.says != Says::Unknown) reason->fail("only UNKNOWN has a reason");
    rule.reason = reason->text();
  }
  return rule;
}

CommandRule read_command(const YamlValue& yaml) {
  yaml.only_keys({"run", "environment", "verdict"});
  CommandRule command;
  command.words = read_words(yaml.at("run"));
  if (const auto environment = yaml.find("environment"))
    for (const auto& [name, value] : environment->entries()) command.environment.emplace_back(name, value.text());
  for (const YamlValue& rule : yaml.at("verdict").list()) command.rules.push_back(read_rule(rule));
  return command;
}

Stubs read_stubs(const YamlValue& yaml) {
  yaml.only_keys({"prelude", "error", "assume", "nondet", "pointer", "nothing", "variable", "memory", "functions"});
  Stubs stubs;
  const auto get = [&](std::string_view key) { return yaml.find(key) ? yaml.at(key).text() : std::string(); };
  stubs.prelude = get("prelude");
  stubs.error = get("error");
  stubs.assume = get("assume");
  stubs.nondet = get("nondet");
  stubs.pointer = yaml.find("pointer") ? get("pointer") : stubs.nondet;
  stubs.nothing = get("nothing");
  stubs.variable = get("variable");
  stubs.memory = get("memory");
  if (const auto functions = yaml.find("functions"))
    for (const auto& [name, text] : functions->entries()) stubs.functions[name] = text.text();
  return stubs;
}

InputsRule read_inputs(const YamlValue& yaml) {
  yaml.only_keys({"pattern", "notation", "files", "tests", "command"});
  InputsRule rule{.pattern = read_pattern(yaml.at("pattern"))};
  if (rule.pattern.regex.mark_count() < 1) yaml.at("pattern").fail("the pattern should have a group for the value");
  if (const auto notation = yaml.find("notation"))
    rule.notation = static_cast<task::Notation>(notation->choice("a notation", {"value", "bits", "bytes"}));
  if (const auto files = yaml.find("files")) rule.files = files->text();
  if (const auto tests = yaml.find("tests")) {
    if (rule.files.empty()) tests->fail("tests need files in which errors would be");
    rule.tests = tests->text();
  }
  if (const auto command = yaml.find("command")) {
    if (rule.files.empty()) command->fail("a command needs files that it is run for");
    rule.command = read_words(*command);
  }
  return rule;
}

void read_version(const YamlValue& yaml, Definition& definition) {
  yaml.only_keys({"run", "pattern"});
  definition.version_command = read_words(yaml.at("run"));
  definition.version_pattern = read_pattern(yaml.at("pattern"));
  if (definition.version_pattern->regex.mark_count() < 1)
    yaml.at("pattern").fail("the pattern should have a group for the version");
}

void read_models(const YamlValue& yaml, Definition& definition) {
  yaml.only_keys({"ILP32", "LP64"});
  for (const auto& [name, words] : yaml.entries())
    definition.model_words[name == "ILP32" ? DataModel::ILP32 : DataModel::LP64] = words.texts();
}

void read_parameter_values(const YamlValue& yaml, Definition& definition) {
  const auto entries = yaml.entries();
  if (entries.size() != 1) yaml.fail("expected one name with its values, like bound: [1, 10, 100]");
  definition.parameter_name = entries.front().first;
  definition.parameter_values = entries.front().second.texts();
  if (definition.parameter_values.empty()) yaml.fail("expected at least one value");
}

void read_program(const YamlValue& yaml, Definition& definition) {
  definition.source = static_cast<Source>(yaml.choice("a form of the program", {"original", "written"}));
}

} // namespace

Definition read_definition(const YamlValue& yaml, const std::filesystem::path& path) {
  yaml.only_keys({"name", "about", "kind", "program", "needs", "version", "models", "loop-options", "files", "stubs",
                  "parameter", "commands", "inputs", "witness"});
  Definition definition;
  definition.path = path;
  definition.name = yaml.at("name").text();
  definition.about = yaml.at("about").text();
  definition.kind = static_cast<Kind>(yaml.at("kind").choice("a kind of tool", {"verifier", "tester"}));
  if (const auto program = yaml.find("program")) read_program(*program, definition);
  definition.needs = yaml.at("needs").texts();
  if (const auto version = yaml.find("version")) read_version(*version, definition);
  read_models(yaml.at("models"), definition);
  if (const auto words = yaml.find("loop-options")) definition.inductive_options = words->texts();
  if (const auto files = yaml.find("files"))
    for (const auto& [name, text] : files->entries()) definition.files[name] = text.text();
  if (const auto stubs = yaml.find("stubs")) definition.stubs = read_stubs(*stubs);
  if (const auto parameter_values = yaml.find("parameter")) read_parameter_values(*parameter_values, definition);
  for (const YamlValue& command : yaml.at("commands").list()) definition.commands.push_back(read_command(command));
  if (definition.commands.empty()) yaml.at("commands").fail("expected at least one command");
  if (const auto inputs = yaml.find("inputs")) definition.inputs = read_inputs(*inputs);
  if (const auto witness = yaml.find("witness")) definition.witness = witness->text();
  return definition;
}

Definition read_definition(const std::filesystem::path& path) {
  return read_definition(YamlValue::read_file(path), path);
}

// Of the bounds, those that are well below the limit, then the limit itself: a tool needs one iteration more to see
// that a loop ends.
void limit_bounds(Definition& definition, std::uint32_t iterations) {
  const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); };
  if (definition.parameter_name != "bound") return;
  std::erase_if(definition.parameter_values, [&](const std::string& bound) { return number(bound) * 2 > iterations; });
  definition.parameter_values.push_back(std::to_string(std::uint64_t{iterations} + 1));
}

} // namespace tandem::tool
