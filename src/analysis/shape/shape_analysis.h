// The engine `shape`: proofs about programs with lists on the heap. It confirms no errors.
#pragma once

#include "task/actor.h"

#include <memory>

namespace tandem::analysis::shape {

std::unique_ptr<task::Actor> make_shape_analysis();

} // namespace tandem::analysis::shape
