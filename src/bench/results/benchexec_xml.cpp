#include "bench/results/benchexec_xml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pugixml.hpp>

#include <csignal>
#include <sstream>

namespace tandem::bench {
namespace {

using End = LimitedRun::End;

// XML has no way to write control characters.
std::string clean(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = clean(value).c_str();
}

void add_column(pugi::xml_node to, const char* title, const std::string& value, bool hidden = false) {
  pugi::xml_node column = to.append_child("column");
  set(column, "title", title);
  set(column, "value", value);
  if (hidden) set(column, "hidden", "true");
}

// What BenchExec calls it; empty: the run ended by itself.
std::string termination_reason(End end) {
  switch (end) {
  case End::CpuTime: return "cputime";
  case End::WallTime: return "walltime";
  case End::Memory: return "memory";
  case End::Processes:
  case End::Cancelled: return "killed";
  case End::NotStarted: return "failed";
  case End::Exited:
  case End::Signalled: return "";
  }
  return "";
}

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{}s", static_cast<double>(time.count()) / 1000);
}

void add_system(pugi::xml_node to, const Machine& machine) {
  pugi::xml_node system = to.append_child("systeminfo");
  set(system.append_child("os"), "name", machine.system);
  pugi::xml_node cpu = system.append_child("cpu");
  set(cpu, "cores", std::to_string(machine.cores));
  set(cpu, "model", machine.processor);
  set(system.append_child("ram"), "size", fmt::format("{}B", machine.memory));
  system.append_child("environment");
}

void add_head(pugi::xml_node result, const Campaign& campaign, const BenchTool& tool) {
  set(result, "name", tool.name);
  set(result, "benchmarkname", campaign.name);
  set(result, "starttime", campaign.began);
  set(result, "date", campaign.began);
  set(result, "tool", tool.name);
  set(result, "toolmodule", "tandem");
  set(result, "version", tool.version);
  set(result, "options", fmt::format("{}", fmt::join(tool.words, " ")));
  if (campaign.limits.memory) set(result, "memlimit", fmt::format("{}B", *campaign.limits.memory));
  if (campaign.limits.cpu) set(result, "timelimit", seconds(*campaign.limits.cpu));
  if (campaign.limits.cores > 0) set(result, "cpuCores", std::to_string(campaign.limits.cores));
  set(result, "generator", "tandem " + campaign.version);
}

void add_run(pugi::xml_node to, const BenchTask& task, const JudgedRun& run) {
  pugi::xml_node node = to.append_child("run");
  std::vector<std::string> files;
  for (const auto& file : task.files) files.push_back(file.string());
  set(node, "name", task.name);
  set(node, "files", fmt::format("[{}]", fmt::join(files, ", ")));
  set(node, "properties", task.property);
  if (!task.property_file.empty()) set(node, "propertyFile", task.property_file.string());
  if (task.expected != Expected::Unknown)
    set(node, "expectedVerdict",
        std::string(name(task.expected)) + (task.subproperty.empty() ? "" : "(" + task.subproperty + ")"));
  set(node, "logfile", run.result.log);
  const LimitedRun& measured = run.result.run;
  add_column(node, "status", run.judgement.status);
  add_column(node, "category", std::string(name(run.judgement.category)), true);
  add_column(node, "cputime", seconds(measured.cpu_time));
  add_column(node, "walltime", seconds(measured.wall_time));
  add_column(node, "memory", fmt::format("{}B", measured.peak_memory));
  add_column(node, "host", run.result.host, true);
  add_column(node, "starttime", run.result.started, true);
  add_column(node, "enforcement", measured.enforcement, true);
  if (measured.end == End::Exited) add_column(node, "returnvalue", std::to_string(measured.code), true);
  if (measured.end == End::Signalled) add_column(node, "exitsignal", std::to_string(measured.code), true);
  if (const std::string reason = termination_reason(measured.end); !reason.empty())
    add_column(node, "terminationreason", reason, true);
}

} // namespace

std::string benchexec_xml(const ResultTable& table, std::size_t tool, unsigned repetition) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  document.append_child(pugi::node_doctype)
      .set_value("result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN\" "
                 "\"https://www.sosy-lab.org/benchexec/result-3.18.dtd\"");
  pugi::xml_node result = document.append_child("result");
  add_head(result, table.campaign, table.campaign.tools[tool]);
  pugi::xml_node columns = result.append_child("columns");
  for (const char* const title : {"status", "cputime", "walltime", "memory"})
    set(columns.append_child("column"), "title", title);
  add_system(result, table.campaign.machine);
  for (std::size_t task = 0; task < table.cells.size(); ++task)
    for (const JudgedRun& run : table.cell(task, tool).runs)
      if (run.repetition == repetition) add_run(result, table.campaign.tasks[task], run);
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

} // namespace tandem::bench
