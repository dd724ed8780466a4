// `tandem verify --strategy split --executor slurm`: parts of the task as jobs for workers on other machines.
#pragma once

#include "bench/jobs/run_jobs.h"
#include "cooperate/strategy_actor.h"

namespace tandem::cli {

// Empty where parts are worked on here. Throws UsageError if there is no folder that workers can see.
cooperate::RemotePartFactory remote_parts(const bench::ExecutorChoice& executor,
                                          const std::filesystem::path& artifacts);

} // namespace tandem::cli
