// A program without some of its targets: the calls become calls of abort(), so that executions which reach one of them
// end there, as they do at an error.
#pragma once

#include "program/model/program.h"

#include <unordered_set>
#include <vector>

namespace tandem::transform::copy {

struct WithoutTargets {
  Program program;
  std::vector<const Edge*> edge_origin; // by id
};

// `calls`: of error functions.
WithoutTargets without_targets(const Program& program, const std::unordered_set<const Edge*>& calls);

} // namespace tandem::transform::copy
