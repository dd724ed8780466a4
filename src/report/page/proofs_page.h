// The page of a campaign of proofs: a table of all, and each one with its targets.
#pragma once

#include "proofs/store.h"
#include "report/page/page.h"

namespace tandem::report::page {

struct ProofsReport {
  const std::vector<proofs::Result>& results;
  std::string root; // the folder with the proofs
  std::string command, version;
  double wall_seconds = 0, cpu_seconds = 0;
};

Page proofs_page(const ProofsReport& report);

} // namespace tandem::report::page
