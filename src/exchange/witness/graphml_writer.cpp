// Declares every key, and writes data in a fixed order.

#include "exchange/witness/graphml.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <sstream>

namespace tandem::exchange::witness {

namespace {

struct Key {
  const char* id;
  const char* type;
  const char* where;
};

// Some readers require every key that is used to be declared.
constexpr Key keys[] = {
    {"witness-type", "string", "graph"},
    {"witness-format-version", "string", "graph"},
    {"sourcecodelang", "string", "graph"},
    {"producer", "string", "graph"},
    {"specification", "string", "graph"},
    {"programfile", "string", "graph"},
    {"programhash", "string", "graph"},
    {"architecture", "string", "graph"},
    {"creationtime", "string", "graph"},
    {"entry", "boolean", "node"},
    {"sink", "boolean", "node"},
    {"violation", "boolean", "node"},
    {"invariant", "string", "node"},
    {"invariant.scope", "string", "node"},
    {"startline", "int", "edge"},
    {"endline", "int", "edge"},
    {"control", "string", "edge"},
    {"assumption", "string", "edge"},
    {"assumption.scope", "string", "edge"},
    {"assumption.resultfunction", "string", "edge"},
    {"enterFunction", "string", "edge"},
    {"returnFromFunction", "string", "edge"},
    {"enterLoopHead", "boolean", "edge"},
};

class Writer {
public:
  std::string write(const GraphmlWitness& witness) {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document_.append_child("graphml");
    root.append_attribute("xmlns") = "http://graphml.graphdrawing.org/xmlns";
    for (const Key& key : keys) declare(root, key);
    pugi::xml_node graph = root.append_child("graph");
    graph.append_attribute("edgedefault") = "directed";
    write_header(graph, witness);
    for (const GraphmlWitness::Node& node : witness.nodes) write_node(graph, node);
    for (const GraphmlWitness::Edge& edge : witness.edges) write_edge(graph, witness, edge);
    std::ostringstream text;
    document_.save(text, "  ", pugi::format_indent, pugi::encoding_utf8);
    return text.str();
  }

private:
  static void declare(pugi::xml_node root, const Key& key) {
    pugi::xml_node node = root.append_child("key");
    node.append_attribute("id") = key.id;
    node.append_attribute("attr.name") = key.id;
    node.append_attribute("attr.type") = key.type;
    node.append_attribute("for") = key.where;
    if (std::string_view(key.type) == "boolean")
      node.append_child("default").append_child(pugi::node_pcdata).set_value("false");
  }

  static void put(pugi::xml_node parent, const char* key, const std::string& text) {
    if (text.empty()) return;
    pugi::xml_node data = parent.append_child("data");
    data.append_attribute("key") = key;
    data.append_child(pugi::node_pcdata).set_value(text.c_str());
  }
  static void put_true(pugi::xml_node parent, const char* key, bool value) { put(parent, key, value ? "true" : ""); }
  static void put_line(pugi::xml_node parent, const char* key, std::uint32_t line) {
    put(parent, key, line == 0 ? "" : std::to_string(line));
  }

  static void write_header(pugi::xml_node graph, const GraphmlWitness& witness) {
    put(graph, "witness-type",
        witness.kind == GraphmlWitness::Kind::Violation ? "violation_witness" : "correctness_witness");
    put(graph, "witness-format-version", "1.0");
    put(graph, "sourcecodelang", "C");
    put(graph, "producer", witness.producer);
    put(graph, "specification", witness.specification);
    put(graph, "programfile", witness.program_file);
    put(graph, "programhash", witness.program_hash);
    put(graph, "architecture", witness.architecture);
    put(graph, "creationtime", witness.creation_time);
  }

  static void write_node(pugi::xml_node graph, const GraphmlWitness::Node& node) {
    pugi::xml_node element = graph.append_child("node");
    element.append_attribute("id") = node.id.c_str();
    put_true(element, "entry", node.entry);
    put_true(element, "sink", node.sink);
    put_true(element, "violation", node.violation);
    put(element, "invariant", node.invariant);
    put(element, "invariant.scope", node.invariant_scope);
  }

  static void write_edge(pugi::xml_node graph, const GraphmlWitness& witness, const GraphmlWitness::Edge& edge) {
    pugi::xml_node element = graph.append_child("edge");
    element.append_attribute("source") = witness.nodes[edge.source].id.c_str();
    element.append_attribute("target") = witness.nodes[edge.target].id.c_str();
    put_line(element, "startline", edge.start_line);
    put_line(element, "endline", edge.end_line);
    if (edge.control) put(element, "control", *edge.control ? "condition-true" : "condition-false");
    put(element, "assumption", edge.assumption);
    put(element, "assumption.scope", edge.assumption_scope);
    put(element, "assumption.resultfunction", edge.result_function);
    put(element, "enterFunction", edge.enter_function);
    put(element, "returnFromFunction", edge.return_from);
    put_true(element, "enterLoopHead", edge.enters_loop_head);
  }

  pugi::xml_document document_;
};

} // namespace

std::string graphml_text(const GraphmlWitness& witness) { return Writer().write(witness); }

} // namespace tandem::exchange::witness
