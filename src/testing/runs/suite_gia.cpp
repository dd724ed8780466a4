// The paths form a prefix tree whose nodes are the states: tests share states as long as they take the same edges under
// the same assumptions.

#include "testing/runs/suite_gia.h"

#include "exchange/gia/input_constraint.h"
#include "exchange/gia/plain_gia.h"
#include "exchange/witness/witness_transitions.h"
#include "semantics/interpreter/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::testing {

namespace {

using exchange::Accept;
using exchange::StateId;
using semantics::interpreter::End;
using semantics::interpreter::RunResult;

class SuiteConverter {
public:
  SuiteConverter(const Program& program, const Property& property, const SuiteReplayOptions& options)
      : program_(program), property_(property), options_(options),
        executable_(program, {.targets = property.error_functions}), nodes_(1) {}

  void add(const exchange::formats::TestSuite::Case& test) {
    for (const std::string& input : test.inputs)
      if (!semantics::is_value(input))
        throw InputError(TextPosition{test.name}, fmt::format("the input '{}' is no number and no character", input));
    semantics::TextInputs inputs(test.inputs, semantics::Exhaustion::Stop);
    const RunResult run = executable_.run(inputs, {.time_limit = options_.limit, .trace_limit = options_.longest_path});
    if (run.end == End::AssumeViolated)
      return drop(test, "an assumption of the program does not hold, so this is not one of its executions");
    if (run.steps > run.trace.size()) return drop(test, "its path is too long");
    if (nodes_.size() + run.trace.size() > options_.most_edges) return drop(test, "the automaton would be too large");
    Node& end = nodes_[add_path(run)];
    const Accept accept = meaning(run);
    if (end.accept == Accept::Nothing) end.accept = accept;
    if (accept == Accept::Candidate)
      drop(test, fmt::format("its run did not come to an end ({}); it leaves a candidate",
                             semantics::interpreter::name(run.end)));
    if (run.inputs.size() < test.inputs.size())
      drop(test, fmt::format("the last {} inputs were not read", test.inputs.size() - run.inputs.size()));
  }

  exchange::witness::ConvertedGia finish(exchange::GiaHeader header) && {
    exchange::GiaBuilder builder(std::move(header));
    for (const Node& node : nodes_) builder.add_state(node.accept);
    for (StateId source = 0; source < nodes_.size(); ++source)
      for (const auto& [key, target] : nodes_[source].next)
        builder.add_transition(source, builder.label(program_.edges()[key.first]->name), target,
                               builder.text(key.second));
    exchange::add_unreachable_edges(builder, 0, options_.unreachable);
    return {std::move(builder).finish(), std::move(dropped_)};
  }

private:
  struct Node {
    Accept accept = Accept::Nothing;
    std::map<std::pair<std::uint32_t, std::string>, StateId> next; // by edge and assumption
  };

  void drop(const exchange::formats::TestSuite::Case& test, const std::string& what) {
    dropped_.push_back(test.name + ": " + what);
  }

  std::size_t add_path(const RunResult& run) {
    std::vector<exchange::EdgeInput> inputs;
    for (const semantics::interpreter::ConsumedInput& input : run.inputs)
      inputs.push_back({input.edge, input.type, input.bits});
    const std::vector<std::string> conditions = exchange::input_assumptions(program_, run.trace, inputs);
    StateId at = 0;
    for (std::size_t i = 0; i < run.trace.size(); ++i) {
      const auto [found, is_new] =
          nodes_[at].next.try_emplace({run.trace[i]->id, conditions[i]}, static_cast<StateId>(nodes_.size()));
      at = found->second;
      if (is_new) nodes_.emplace_back();
    }
    return at;
  }

  Accept meaning(const RunResult& run) const {
    if (run.trace.empty()) return Accept::Candidate;
    const Edge& last = *run.trace.back();
    const bool is_goal = options_.aim == SuiteAim::Goals;
    if (property_.error_functions.is_error_call(last)) return Accept::Reached;
    if (!ends_program(last)) return Accept::Candidate;
    return is_goal ? Accept::Reached : Accept::Unreachable;
  }

  // Judged by the program alone: a library function that ended this run may return in another.
  bool ends_program(const Edge& edge) const {
    const Function& function = edge.function();
    if (edge.op.kind == OpKind::Return) return &function == &program_.entry();
    return edge.to->out.empty() && edge.to != &function.exit();
  }

  const Program& program_;
  const Property& property_;
  const SuiteReplayOptions& options_;
  semantics::interpreter::Executable executable_;
  std::vector<Node> nodes_;
  std::vector<std::string> dropped_;
};

} // namespace

exchange::witness::ConvertedGia gia_of_suite(const exchange::formats::TestSuite& suite, const Program& program,
                                             const Property& property, exchange::GiaHeader header,
                                             const SuiteReplayOptions& options, const TextPosition& position) {
  exchange::witness::check_witness_model(program, suite.architecture, position);
  std::vector<std::string> dropped = suite.dropped;
  if (!suite.program_hash.empty() || !suite.program_file.empty())
    for (std::string& remark :
         exchange::witness::check_witness_hash(program, suite.program_hash, suite.program_file, position))
      dropped.push_back(std::move(remark));
  SuiteConverter converter(program, property, options);
  for (const exchange::formats::TestSuite::Case& test : suite.cases) converter.add(test);
  exchange::witness::ConvertedGia result = std::move(converter).finish(std::move(header));
  result.dropped.insert(result.dropped.begin(), dropped.begin(), dropped.end());
  return result;
}

} // namespace tandem::testing
