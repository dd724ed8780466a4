// The XML of Test-Comp's test format 1.1. Uninitialised values are not listed: the program does not ask for them
// through a function.

#include "task/testcase.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/core/timestamp.h"
#include "program/cexpr/c_types.h"
#include "program/cexpr/scalar.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <sstream>

namespace tandem::task {

namespace {

pugi::xml_node start(pugi::xml_document& document, const std::string& root) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  declaration.append_attribute("standalone") = "no";
  document.append_child(pugi::node_doctype)
      .set_value(fmt::format("{0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN\" "
                             "\"https://sosy-lab.org/test-format/{0}-1.1.dtd\"",
                             root)
                     .c_str());
  return document.append_child(root.c_str());
}

std::string text_of(const pugi::xml_document& document) {
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent, pugi::encoding_utf8);
  return text.str();
}

} // namespace

std::string error_call_specification(const Property& property) {
  const std::vector<std::string>& names = property.error_functions.names();
  return fmt::format("COVER( init({}()), FQL(COVER EDGES(@CALL({}))) )", property.entry,
                     names.empty() ? "reach_error" : names.front());
}

std::string metadata_xml(const Program& program, const SuiteMetadata& metadata) {
  pugi::xml_document document;
  pugi::xml_node root = start(document, "test-metadata");
  const auto add = [&](const char* name, const std::string& text) {
    root.append_child(name).append_child(pugi::node_pcdata).set_value(text.c_str());
  };
  const SourceFile file = program.files().empty() ? SourceFile{} : program.files().front();
  add("sourcecodelang", "C");
  add("producer", metadata.producer);
  add("specification", metadata.specification);
  add("programfile", file.path);
  add("programhash", file.sha256);
  add("entryfunction", metadata.function.empty() ? program.entry().source_name() : metadata.function);
  add("architecture", program.data_model() == DataModel::ILP32 ? "32bit" : "64bit");
  add("creationtime", timestamp(metadata.time));
  return text_of(document);
}

std::string test_case_xml(const Program& program, const Counterexample& counterexample, CoversError covers_error) {
  pugi::xml_document document;
  pugi::xml_node root = start(document, "testcase");
  root.append_attribute("coversError") = covers_error == CoversError::Yes;
  for (const InputValue& input : counterexample.inputs) {
    if (!is_given(input.kind) || input.kind == InputKind::Environment) continue; // no other tool asks for it
    pugi::xml_node node = root.append_child("input");
    node.append_attribute("type") = cexpr::c_type(*input.type).c_str();
    node.append_child(pugi::node_pcdata)
        .set_value(cexpr::scalar_text(program.context(), *input.type, input.bits).c_str());
  }
  return text_of(document);
}

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw InputError(TextPosition{folder.string()}, "cannot make this folder: " + failure.message());
}

} // namespace

void write_suite(const std::filesystem::path& folder, const Program& program, const SuiteMetadata& metadata,
                 std::span<const std::string> cases) {
  make_folder(folder);
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".xml")
      throw InputError(TextPosition{entry.path().string()},
                       "the folder has XML files already; an empty or new one is expected");
  write_text_file(folder / "metadata.xml", metadata_xml(program, metadata));
  for (std::size_t i = 0; i < cases.size(); ++i) write_text_file(folder / fmt::format("test-{}.xml", i + 1), cases[i]);
}

void write_error_suite(const std::filesystem::path& folder, const Program& program, const SuiteMetadata& metadata,
                       const Counterexample& counterexample) {
  make_folder(folder);
  write_text_file(folder / "metadata.xml", metadata_xml(program, metadata));
  write_text_file(folder / "error.xml", test_case_xml(program, counterexample));
}

} // namespace tandem::task
