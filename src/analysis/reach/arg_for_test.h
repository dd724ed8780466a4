// For tests only: a program given as text (program/text/cfa_reader.h) and its abstract reachability graph.
#pragma once

#include "analysis/reach/arg.h"
#include "program/text/cfa_reader.h"

#include <string_view>

namespace tandem::analysis::reach {

// Tracks nothing but the location.
class LocationDomain : public Domain {
public:
  StatePtr initial(const ControlPoint&) override { return std::make_shared<DomainState>(); }
  std::vector<Successor> post(const StatePtr& state, const TransferStep&) override { return {{state, {}}}; }
  bool covers(const DomainState&, const DomainState&, const ControlPoint&) override { return true; }
};

struct ProgramForTest {
  explicit ProgramForTest(std::string_view text, DataModel model = DataModel::LP64)
      : program(text::read_cfa(text, model)), aliases(program), stacks(program.entry()) {}

  Arg graph(Domain& domain, ArgOptions options = {}) {
    options.error_functions = {"reach_error"};
    return Arg(program, aliases, stacks, domain, std::move(options));
  }

  const Program program;
  const pointers::AliasPartition aliases;
  CallStacks stacks;
};

} // namespace tandem::analysis::reach
