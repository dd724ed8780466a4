// Tolerant about keys, strict about structure: a missing or duplicate node is an error with its position.

#include "base/core/bounded_text.h"
#include "base/core/require.h"
#include "base/core/xml_reader.h"
#include "exchange/witness/graphml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <unordered_map>

namespace tandem::exchange::witness {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;

// Keys without a meaning for us, in addition to those that are read.
constexpr std::array harmless{"sourcecodelang", "sourcecode",   "originfile", "startoffset",
                              "endoffset",      "nodetype",     "frontier",   "witness-format-version",
                              "tokens",         "origintokens", "nodename"};
constexpr std::array dropped_keys{"threadId", "createThread", "destroyThread", "cyclehead", "threadName"};
constexpr std::array known_keys{"witness-type",
                                "producer",
                                "specification",
                                "programfile",
                                "programhash",
                                "architecture",
                                "creationtime",
                                "entry",
                                "sink",
                                "violation",
                                "invariant",
                                "invariant.scope",
                                "assumption",
                                "assumption.scope",
                                "assumption.resultfunction",
                                "control",
                                "startline",
                                "endline",
                                "enterLoopHead",
                                "enterFunction",
                                "returnFromFunction",
                                "returnFrom"};

template <typename Keys> bool is_in(const Keys& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

class Reader {
public:
  GraphmlWitness read(const XmlElement& root) {
    if (root.name() != "graphml") root.fail(fmt::format("a <graphml> element was expected, not <{}>", root.name()));
    for (const XmlElement& key : root.children("key")) add_key(key);
    const std::vector<XmlElement> graphs = root.children("graph");
    if (graphs.size() != 1) root.fail(fmt::format("one <graph> was expected, not {}", graphs.size()));
    const XmlElement& graph = graphs.front();
    for (const XmlElement& node : graph.children("node")) add_node(node);
    for (const XmlElement& edge : graph.children("edge")) add_edge(edge);
    check_entry(graph);
    read_graph(graph);
    return std::move(result_);
  }

private:
  using Data = std::map<std::string, std::string>;

  void add_key(const XmlElement& key) {
    const std::string id = key.attribute("id").value_or("");
    const std::string name = key.attribute("attr.name").value_or(id);
    if (id.empty()) key.fail("a key without an id");
    const bool known = is_in(known_keys, id) || is_in(harmless, id) || is_in(dropped_keys, id);
    names_[id] = known ? id : name;
    const std::vector<XmlElement> defaults = key.children("default");
    if (!defaults.empty() && defaults.front().text() != "false") defaults_[names_[id]] = defaults.front().text();
  }

  Data data_of(const XmlElement& element) {
    Data result;
    for (const XmlElement& data : element.children("data")) {
      const std::optional<std::string> key = data.attribute("key");
      if (!key) data.fail("data without a key");
      const auto found = names_.find(*key);
      const std::string& name = found == names_.end() ? *key : found->second;
      // Most programs have only thread 0.
      const bool is_dropped = is_in(dropped_keys, name) && data.text() != "0" && data.text() != "false";
      if (is_dropped || !(is_in(known_keys, name) || is_in(harmless, name) || is_in(dropped_keys, name)))
        result_.dropped.push_back(fmt::format("{}: '{}' is not carried over", data.position().text(), name));
      std::string& text = result[name];
      if (!text.empty() && name == "assumption") text += "; ";
      text = name == "assumption" ? text + data.text() : data.text();
    }
    return result;
  }

  static std::string text_of(const Data& data, const std::string& key) {
    const auto found = data.find(key);
    return found == data.end() ? "" : found->second;
  }

  bool truth_of(const XmlElement& at, const Data& data, const std::string& key) const {
    const auto found = data.find(key);
    std::string text = found == data.end() ? "false" : found->second;
    if (found == data.end())
      if (const auto standard = defaults_.find(key); standard != defaults_.end()) text = standard->second;
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0" || text.empty()) return false;
    at.fail(fmt::format("'{}' is '{}', but true or false was expected", key, text));
  }

  static std::uint32_t line_of(const XmlElement& at, const Data& data, const std::string& key) {
    const std::string text = text_of(data, key);
    if (text.empty()) return 0;
    std::uint32_t line = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    if (error != std::errc() || end != text.data() + text.size())
      at.fail(fmt::format("'{}' is '{}', but a line number was expected", key, text));
    return line;
  }

  void add_node(const XmlElement& element) {
    const std::optional<std::string> id = element.attribute("id");
    if (!id || id->empty()) element.fail("a node without an id");
    if (!index_.emplace(*id, result_.nodes.size()).second)
      element.fail(fmt::format("the node '{}' was there before", *id));
    const Data data = data_of(element);
    result_.nodes.push_back({.id = *id,
                             .entry = truth_of(element, data, "entry"),
                             .sink = truth_of(element, data, "sink"),
                             .violation = truth_of(element, data, "violation"),
                             .invariant = text_of(data, "invariant"),
                             .invariant_scope = text_of(data, "invariant.scope"),
                             .position = element.position()});
  }

  std::size_t end_of(const XmlElement& element, std::string_view which) const {
    const std::optional<std::string> id = element.attribute(which);
    if (!id) element.fail(fmt::format("an edge without a {}", which));
    const auto found = index_.find(*id);
    if (found == index_.end()) element.fail(fmt::format("there is no node '{}'", *id));
    return found->second;
  }

  void add_edge(const XmlElement& element) {
    GraphmlWitness::Edge edge{.source = end_of(element, "source"), .target = end_of(element, "target")};
    const Data data = data_of(element);
    edge.start_line = line_of(element, data, "startline");
    edge.end_line = std::max(edge.start_line, line_of(element, data, "endline"));
    if (edge.start_line == 0) edge.start_line = edge.end_line;
    const std::string control = text_of(data, "control");
    if (control == "condition-true" || control == "condition-false")
      edge.control = control == "condition-true";
    else if (!control.empty())
      element.fail(fmt::format("'control' is '{}', but condition-true or condition-false was expected", control));
    edge.assumption = text_of(data, "assumption");
    edge.assumption_scope = text_of(data, "assumption.scope");
    edge.result_function = text_of(data, "assumption.resultfunction");
    edge.enter_function = text_of(data, "enterFunction");
    edge.return_from = text_of(data, "returnFromFunction");
    if (edge.return_from.empty()) edge.return_from = text_of(data, "returnFrom");
    edge.enters_loop_head = truth_of(element, data, "enterLoopHead");
    edge.position = element.position();
    result_.edges.push_back(std::move(edge));
  }

  void check_entry(const XmlElement& graph) const {
    const auto entries = std::ranges::count_if(result_.nodes, &GraphmlWitness::Node::entry);
    if (entries != 1) graph.fail(fmt::format("exactly one node should be the entry, not {}", entries));
  }

  void read_graph(const XmlElement& graph) {
    const Data data = data_of(graph);
    const std::string type = text_of(data, "witness-type");
    if (type == "correctness_witness")
      result_.kind = GraphmlWitness::Kind::Correctness;
    else if (type == "violation_witness" || type.empty())
      result_.kind = type.empty() && std::ranges::none_of(result_.nodes, &GraphmlWitness::Node::violation)
                         ? GraphmlWitness::Kind::Correctness
                         : GraphmlWitness::Kind::Violation;
    else
      graph.fail(fmt::format("'{}' is no type of witness; violation_witness and correctness_witness are", type));
    result_.producer = text_of(data, "producer");
    result_.specification = text_of(data, "specification");
    result_.program_file = text_of(data, "programfile");
    result_.program_hash = text_of(data, "programhash");
    result_.architecture = text_of(data, "architecture");
    result_.creation_time = text_of(data, "creationtime");
  }

  GraphmlWitness result_;
  std::map<std::string, std::string> names_; // of keys, by their ids
  Data defaults_;
  std::unordered_map<std::string, std::size_t> index_; // of nodes
};

} // namespace

std::size_t GraphmlWitness::entry() const {
  const auto found = std::ranges::find_if(nodes, &Node::entry);
  require(found != nodes.end(), "a witness should have an entry");
  return static_cast<std::size_t>(found - nodes.begin());
}

GraphmlWitness read_graphml(const std::filesystem::path& path) {
  return Reader().read(XmlElement::read_text(read_bounded_text(path, most_bytes), path.string()));
}

GraphmlWitness read_graphml_text(std::string_view bytes, const std::string& name) {
  return Reader().read(XmlElement::read_text(read_bounded_text(bytes, name, most_bytes), name));
}

} // namespace tandem::exchange::witness
